import Foundation
import TestSupport
import Testing

@Suite struct ServicesCheckTests {
    private static func written(_ object: [String: Any], in scratch: borrowing Scratch, as name: String, isBinary: Bool)
        throws -> String
    {
        let path = scratch(name)
        let data = try PropertyListSerialization.data(
            fromPropertyList: object, format: isBinary ? .binary : .xml, options: 0)
        try data.write(to: URL(filePath: path))
        return path
    }

    private static func tv(
        _ usage: String = "Play with your phone, which sends your moves.", platforms: [String] = ["iOS"]
    ) -> [String: Any] {
        [
            "CFBundleIdentifier": "com.example.game",
            "NSApplicationServices": [
                "Browses": [
                    [
                        "NSApplicationServiceIdentifier": "game", "NSApplicationServiceUsageDescription": usage,
                        "NSApplicationServicePlatformSupport": platforms,
                    ]
                ]
            ],
        ]
    }

    private static func phone(_ name: String = "game") -> [String: Any] {
        [
            "CFBundleIdentifier": "com.example.game",
            "NSApplicationServices": ["Advertises": [["NSApplicationServiceIdentifier": name]]],
        ]
    }

    @Test(arguments: [true, false]) func soundFilesAreStatusZero(isBinary: Bool) throws {
        let scratch = try Scratch()
        let tv = try Self.written(Self.tv(), in: scratch, as: "TV.plist", isBinary: isBinary)
        let phone = try Self.written(Self.phone(), in: scratch, as: "Phone.plist", isBinary: isBinary)
        let ended = try Program.run("services", "check", "--tv", tv, "--phone", phone)
        #expect(ended.status == 0 && ended.words.hasSuffix("2 property lists checked: 0 problems"), "\(ended.output)")
        #expect(ended.words.contains("not judged:"))
    }

    @Test(arguments: [true, false]) func aFaultIsStatusOneWithFilePlaceAndCode(isBinary: Bool) throws {
        let scratch = try Scratch()
        let tv = try Self.written(Self.tv("Connect to play."), in: scratch, as: "TV.plist", isBinary: isBinary)
        let phone = try Self.written(Self.phone("Game"), in: scratch, as: "Phone.plist", isBinary: isBinary)
        let ended = try Program.run("services", "check", "--tv", tv, "--phone", phone)
        #expect(ended.status == 1 && ended.error.isEmpty)
        #expect(ended.words.contains(isBinary ? "\(tv): byte " : "\(tv):"), "\(ended.output)")
        #expect(ended.words.contains("[services.identifierDiffers, inferred]"))
        #expect(ended.words.contains("NSApplicationServices.Browses[0].NSApplicationServiceIdentifier:"))
        #expect(ended.words.contains("[services.usageData, inferred]"))
        #expect(ended.words.hasSuffix("2 property lists checked: 1 problem, 1 warning"))
    }

    @Test(arguments: [[], ["ios"]]) func whatIsNotKnownIsNotSaidBesideIt(platforms: [String]) throws {
        let scratch = try Scratch()
        let tv = try Self.written(Self.tv(platforms: platforms), in: scratch, as: "TV.plist", isBinary: false)
        let phone = try Self.written(Self.phone(), in: scratch, as: "Phone.plist", isBinary: false)
        let ended = try Program.run("services", "check", "--tv", tv, "--phone", phone)
        #expect(ended.status == 1 && ended.words.contains("is not known"), "\(ended.output)")
        #expect(!ended.words.contains("offers no such device"), "\(ended.output)")
    }

    @Test func warningsAloneAreStatusZero() throws {
        let scratch = try Scratch()
        let tv = try Self.written(Self.tv("Connect to play."), in: scratch, as: "TV.plist", isBinary: false)
        let phone = try Self.written(Self.phone(), in: scratch, as: "Phone.plist", isBinary: true)
        #expect(try Program.run("services", "check", "--tv", tv, "--phone", phone).status == 0)
    }

    @Test func aFileThatCannotBeReadIsAFaultWhileTheOtherIsLookedAt() throws {
        let scratch = try Scratch()
        let tv = try Self.written(Self.tv(), in: scratch, as: "TV.plist", isBinary: true)
        let cut = scratch("Cut.plist")
        try Data("<plist><dict><key>a".utf8).write(to: URL(filePath: cut))
        let ended = try Program.run("services", "check", "--tv", cut, "--phone", tv)
        #expect(ended.status == 1 && ended.words.contains("\(cut):1:14:") && ended.words.contains("[plist.unreadable]"))
        #expect(ended.words.contains("[services.wrongArray, documented]"), "\(ended.output)")
    }

    @Test func mistakesOfTheCommandLineAreStatus64() throws {
        let scratch = try Scratch()
        let tv = try Self.written(Self.tv(), in: scratch, as: "TV.plist", isBinary: true)
        #expect(try Program.run("services", "check", "--tv", tv).status == 64)
        #expect(try Program.run("services", "check", "--phone", tv).status == 64)
        let absent = try Program.run("services", "check", "--tv", tv, "--watch", scratch("nowhere.plist"))
        #expect(absent.status == 64 && absent.output.isEmpty && absent.error.contains("--watch"))
    }

    @Test func itsCodesAreExplained() throws {
        let ended = try Program.run("explain", "services.notAdvertised")
        #expect(ended.status == 0 && ended.words.contains("services check"))
    }
}
