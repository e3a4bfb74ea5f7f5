import AppProperties
import ApplicationServices
import Ground
import TagRouting
import Testing

private func strings(_ texts: [String]) -> String {
    "<array>" + texts.map { "<string>\($0)</string>" }.joined() + "</array>"
}

private let text = "<string>Play with your phone, which sends your moves.</string>"

/// Returns an entry of Browses.
private func browsed(_ name: String = "game", usage: String? = text, platforms: String? = strings(["iOS"])) -> String {
    "<dict><key>NSApplicationServiceIdentifier</key><string>\(name)</string>"
        + (usage.map { "<key>NSApplicationServiceUsageDescription</key>\($0)" } ?? "")
        + (platforms.map { "<key>NSApplicationServicePlatformSupport</key>\($0)" } ?? "") + "</dict>"
}

private func advertised(_ name: String = "game") -> String {
    "<dict><key>NSApplicationServiceIdentifier</key><string>\(name)</string></dict>"
}

private func file(_ array: String, _ entries: String, bundle: String? = "com.example.game", more: String = "")
    -> String
{
    (bundle.map { "<key>CFBundleIdentifier</key><string>\($0)</string>" } ?? "")
        + "<key>NSApplicationServices</key><dict><key>\(array)</key><array>\(entries)</array></dict>" + more
}

private func tv(_ entries: String = browsed()) -> String { file("Browses", entries) }
private func phone(_ entries: String = advertised()) -> String { file("Advertises", entries) }

private func list(_ members: String, of side: AppSide) throws -> ServiceProperties {
    let bytes = Array("<plist><dict>\(members)</dict></plist>".utf8)
    return ServiceProperties(try PropertyListFile(bytes).root, of: side)
}

/// Returns the findings of a check, one line each, with the common parts of paths removed.
private func brief(_ check: ServiceCheck) -> [String] {
    check.findings.map { found in
        let finding = found.finding
        let path = finding.path.replacing("NSApplicationServices.", with: "")
            .replacing(".NSApplicationService", with: ".")
        return "\(found.side.rawValue) \(finding.weight.rawValue) \(finding.evidence.rawValue) \(finding.code) \(path)"
    }
}

private func check(_ tvText: String, phone phoneText: String? = nil, pad: String? = nil, watch: String? = nil) throws
    -> ServiceCheck
{
    let others: [(AppSide, String?)] = [(.phone, phoneText), (.pad, pad), (.watch, watch)]
    let companions = try others.compactMap { side, text in try text.map { try list($0, of: side) } }
    return ServiceCheck(tv: try list(tvText, of: .tv), companions: companions)
}

@Suite struct ServiceCheckTests {
    @Test func soundFilesHaveNoFindings() throws {
        let all = strings(["iOS", "iPadOS", "watchOS"])
        let one = try check(tv(), phone: phone())
        #expect(one.findings == [] && one.unjudged == [.devices])
        let three = try check(tv(browsed(platforms: all)), phone: phone(), pad: phone(), watch: phone())
        #expect(three.findings == [] && three.unjudged == [.devices])
        let shared = try check(tv(browsed(platforms: all)), phone: phone())
        #expect(shared.findings == [] && shared.unjudged == [.phoneForPad, .noFile(.watchOS), .devices])
    }

    @Test(
        "a rule of the TV's file",
        arguments: [
            ("", ["fault documented services.missing NSApplicationServices"]),
            (
                "<key>nsApplicationService</key><dict/>",
                [
                    "fault documented services.missing NSApplicationServices",
                    "fault inferred services.nearMiss nsApplicationService",
                ]
            ),
            ("<key>NSApplicationServices</key><array/>", ["fault inferred plist.wrongType NSApplicationServices"]),
            ("<key>NSApplicationServices</key><dict/>", ["fault documented services.missing Browses"]),
            (
                file("browse", browsed()),
                ["fault documented services.missing Browses", "fault inferred services.nearMiss browse"]
            ),
            (
                file("Advertises", advertised()),
                ["fault documented services.missing Browses", "fault documented services.wrongArray Advertises"]
            ),
            (file("Browses", ""), ["fault inferred services.empty Browses"]),
            (file("Browses", "<true/>"), ["fault inferred plist.wrongType Browses[0]"]),
            (
                tv("<dict/>"),
                [
                    "fault documented services.usage Browses[0].UsageDescription",
                    "fault documented services.platform Browses[0].PlatformSupport",
                    "fault documented services.identifier Browses[0].Identifier",
                ]
            ),
            (tv(browsed(" ")), ["fault inferred services.identifier Browses[0].Identifier"]),
            (
                tv(browsed("game") + browsed("game")),
                ["warning unverified services.duplicate Browses[1].Identifier"]
            ),
            (tv(browsed(usage: nil)), ["fault documented services.usage Browses[0].UsageDescription"]),
            (
                tv(browsed(usage: "<string> \n</string>")),
                ["fault inferred services.usage Browses[0].UsageDescription"]
            ),
            (tv(browsed(usage: "<false/>")), ["fault inferred plist.wrongType Browses[0].UsageDescription"]),
            (
                tv(browsed(usage: "<string>Connect your phone to play together.</string>")),
                ["warning inferred services.usageData Browses[0].UsageDescription"]
            ),
            (
                tv(browsed(usage: "<string>Zum Spielen verbinden.</string>")),
                ["note inferred services.usageData Browses[0].UsageDescription"]
            ),
            (
                tv(browsed(platforms: strings([]))),
                ["fault unverified services.platform Browses[0].PlatformSupport"]
            ),
            (
                tv(browsed(platforms: strings(["iOS", "ios"]))),
                ["fault documented services.platform Browses[0].PlatformSupport[1]"]
            ),
            (
                tv(browsed(platforms: strings(["macOS", "iOS"]))),
                ["fault documented services.platform Browses[0].PlatformSupport[0]"]
            ),
            (
                tv(browsed(platforms: strings(["iOS", "iOS"]))),
                ["warning unverified services.platform Browses[0].PlatformSupport[1]"]
            ),
            (
                tv(browsed(platforms: "<string>iOS</string>")),
                ["fault inferred plist.wrongType Browses[0].PlatformSupport"]
            ),
            (
                tv("<dict><key>a</key><true/>" + browsed().dropFirst(6)),
                ["note unverified services.unknownKey Browses[0].a"]
            ),
        ] as [(String, [String])])
    func rulesOfTheTV(members: String, wanted: [String]) throws {
        let found = ServiceCheck(tv: try list(members, of: .tv), companions: [])
        #expect(brief(found) == wanted.map { "tv " + $0 })
    }

    @Test(
        "a platform list that cannot be read completely gives no finding about devices it leaves out",
        arguments: [
            nil, strings([]), strings(["ios"]), strings(["macOS"]), strings(["iPadOS", "ios"]), "<string>iOS</string>",
            "<array><true/></array>",
        ] as [String?])
    func unknownPlatforms(platforms: String?) throws {
        let found = try check(tv(browsed(platforms: platforms)), phone: phone())
        #expect(found.findings.map(\.side) == [.tv], "\(brief(found))")
    }

    @Test("a platform that is missing from a readable list is left out")
    func platformLeftOut() throws {
        let found = try check(tv(browsed(platforms: strings(["iPadOS"]))), phone: phone())
        #expect(brief(found) == ["phone warning inferred services.platformLeftOut Advertises[0].Identifier"])
    }

    @Test(
        "a rule of the companion's file",
        arguments: [
            (
                file("Browses", browsed()),
                ["fault documented services.missing Advertises", "fault documented services.wrongArray Browses"]
            ),
            (
                file("Advertises", browsed()),
                [
                    "note documented services.unknownKey Advertises[0].UsageDescription",
                    "note documented services.unknownKey Advertises[0].PlatformSupport",
                ]
            ),
            (
                phone() + "<key>NSBonjourServices</key><array/><key>NSLocalNetworkUsageDescription</key><string/>",
                [
                    "note documented services.leftover NSBonjourServices",
                    "note documented services.leftover NSLocalNetworkUsageDescription",
                ]
            ),
            (
                phone() + "<key>NSApplicationServices</key><dict/>",
                [
                    "fault inferred plist.duplicateKey NSApplicationServices",
                    "fault documented services.missing Advertises",
                ]
            ),
            (phone("<string>game</string>"), ["fault inferred plist.wrongType Advertises[0]"]),
        ] as [(String, [String])])
    func rulesOfTheCompanion(members: String, wanted: [String]) throws {
        let found = ServiceCheck(tv: nil, companions: [try list(members, of: .phone)])
        #expect(brief(found) == wanted.map { "phone " + $0 })
    }

    @Test(
        "an identifier is the same on every platform that the TV names",
        arguments: [
            (
                "Game",
                ["tv fault inferred services.identifierDiffers Browses[0].Identifier"]
            ),
            (
                "game ",
                [
                    "tv fault inferred services.identifierDiffers Browses[0].Identifier",
                    "phone warning inferred services.identifier Advertises[0].Identifier",
                ]
            ),
            (
                "chess",
                [
                    "tv fault documented services.notAdvertised Browses[0].Identifier",
                    "phone warning inferred services.notBrowsed Advertises[0].Identifier",
                ]
            ),
        ] as [(String, [String])])
    func identifiers(name: String, wanted: [String]) throws {
        #expect(brief(try check(tv(), phone: phone(advertised(name)))) == wanted)
    }

    @Test func aNearMissNamesTheOtherFileAndItsPlace() throws {
        let found = try check(tv(), phone: phone(advertised("Game")))
        let meaning = try #require(found.findings.first).finding.meaning
        for part in ["\"Game\"", "the phone's Info.plist", "line 1"] { #expect(meaning.contains(part)) }
    }

    @Test func everyNamedPlatformIsLookedAt() throws {
        let both = tv(browsed(platforms: strings(["iOS", "watchOS"])))
        let found = try check(both, phone: phone(), watch: phone(advertised("GAME")))
        #expect(brief(found) == ["tv fault inferred services.identifierDiffers Browses[0].Identifier"])
        let padOfItsOwn = tv(browsed(platforms: strings(["iPadOS"])))
        #expect(
            brief(try check(padOfItsOwn, phone: phone(), pad: phone(advertised("b")))) == [
                "tv fault documented services.notAdvertised Browses[0].Identifier",
                "phone warning inferred services.platformLeftOut Advertises[0].Identifier",
                "pad warning inferred services.notBrowsed Advertises[0].Identifier",
            ])
    }

    @Test func oneBundleIdentifierIsOnAll() throws {
        let other = file("Advertises", advertised(), bundle: "com.example.game.ios")
        #expect(brief(try check(tv(), phone: other)) == ["phone fault documented services.bundle CFBundleIdentifier"])
        let setting = file("Advertises", advertised(), bundle: "$(PRODUCT_BUNDLE_IDENTIFIER)")
        let none = file("Advertises", advertised(), bundle: nil)
        let found = try check(tv(browsed(platforms: strings(["iOS", "watchOS"]))), phone: setting, watch: none)
        #expect(found.findings == [] && found.unjudged == [.bundle(.phone), .bundle(.watch), .devices])
    }

    @Test func theUsageIsJudgedByItsWords() throws {
        let heart = try list(tv(browsed(usage: "<string>Your pulse is shown on the TV.</string>")), of: .tv)
        #expect(heart.findings == [])
    }

    @Test func findingsHaveALimit() throws {
        let many = tv(String(repeating: "<true/>", count: 3_000))
        #expect(try list(many, of: .tv).findings.count == AppProperties.findingLimit + 1)
    }
}
