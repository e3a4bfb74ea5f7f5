import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct PropertyListCheckTests {
    private static let vectors = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors/plists").path

    private static func written(_ bytes: [UInt8], in scratch: borrowing Scratch, as name: String = "Info.plist") throws
        -> String
    {
        let path = scratch(name)
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    @Test(arguments: ["info.xml.plist", "info.binary.plist", "info.UTF-16LE.plist", "info.UTF-16BE.plist"])
    func aSoundFileIsStatusZeroAndScenariosAreLeftOut(name: String) throws {
        let ended = try Program.run("check", "--plist", "\(Self.vectors)/\(name)")
        #expect(ended.status == 0 && ended.output.hasSuffix("1 property list checked: 0 problems\n"), "\(ended.output)")
        #expect(ended.words.contains("not judged:") && !ended.output.contains("scenario"))
    }

    @Test func aFaultIsStatusOneWithItsLineItsCodeAndItsEvidence() throws {
        let scratch = try Scratch()
        let text = "<plist>\n<dict>\n<key>NSNearbyInteractionUsageDescription</key>\n <string/></dict></plist>"
        let path = try Self.written(Array(text.utf8), in: scratch)
        let ended = try Program.run("check", "--plist", path)
        #expect(ended.status == 1 && ended.error.isEmpty)
        #expect(ended.words.contains("\(path):4:2: NSNearbyInteractionUsageDescription:"), "\(ended.output)")
        #expect(ended.words.contains("[plist.nearbyUsageEmpty, inferred]"))
        #expect(ended.words.contains("\(path):2:1: warning: NSBluetoothAlwaysUsageDescription:"))
        #expect(ended.words.contains("\(path):2:1: note: UIBackgroundModes:"))
        #expect(ended.words.hasSuffix("1 property list checked: 1 problem, 1 warning, 1 note"))
    }

    @Test func severalFilesAreCountedTogether() throws {
        let scratch = try Scratch()
        let domains = "<plist><dict><key>com.apple.developer.associated-domains</key><array/></dict></plist>"
        let path = try Self.written(Array(domains.utf8), in: scratch, as: "Door.entitlements")
        let ended = try Program.run("check", "--plist", "\(Self.vectors)/info.xml.plist", "--plist", path)
        #expect(ended.status == 0 && ended.words.hasSuffix("2 property lists checked: 0 problems, 1 note"))
        #expect(ended.words.contains("\(path): read as entitlements"))
    }

    @Test(
        "a file that cannot be read is a fault with its place",
        arguments: [
            ("", ": byte 0: "), ("{\"a\": 1}", ":1:1: "), ("<plist><dict>", ":1:14: "), ("bplist00", ": byte 8: "),
            (" ", ": byte 1048576: "),
        ])
    func unreadable(text: String, place: String) throws {
        let scratch = try Scratch()
        // Tests log their arguments, and 10 MB do not belong in a log.
        let bytes = text == " " ? Array(repeating: 0x20, count: 10_000_000) : Array(text.utf8)
        let path = try Self.written(bytes, in: scratch)
        let ended = try Program.run("check", "--plist", path)
        #expect(ended.status == 1 && ended.words.hasPrefix(path + place), "\(ended.output)")
        #expect(ended.words.contains("[plist.unreadable]"))
    }

    @Test func aFileThatIsNotThereIsAMistakeOfTheCommandLine() throws {
        let scratch = try Scratch()
        let pipe = scratch("pipe")
        mkfifo(pipe, 0o600)
        for path in [scratch("nowhere.plist"), scratch.path, pipe, "/dev/zero"] {
            let ended = try Program.run("check", "--plist", path)
            #expect(ended.status == 64 && ended.output.isEmpty && ended.error.contains("--plist"), "\(ended.error)")
        }
    }

    @Test func scenariosAreCheckedTooWhereSomeAreChosen() throws {
        let path = "\(Self.vectors)/info.xml.plist"
        let named = try Program.run("check", "fullFlow", "--plist", path)
        #expect(named.status == 0 && named.words.hasSuffix("1 scenario checked on the rig simulated: 0 problems"))
        let onRig = try Program.run("check", "--rig", "simulatedNoisy", "--plist", path)
        #expect(onRig.status == 0 && onRig.words.contains("checked on the rig simulatedNoisy: 0 problems"))
        #expect(try Program.run("check", "--rig", "simulatd", "--plist", path).status == 64)
    }

    @Test func aFaultOfAListOutweighsSoundScenarios() throws {
        let scratch = try Scratch()
        let path = try Self.written(Array("<plist><dict/></plist>".utf8), in: scratch)
        #expect(try Program.run("check", "fullFlow", "--plist", path).status == 1)
    }

    @Test func codesOfPropertyListsAreExplained() throws {
        let ended = try Program.run("explain", "plist.nearbyUsageMissing")
        #expect(ended.status == 0 && ended.words.contains("F26, 5.4") && ended.words.contains("check --plist"))
    }
}
