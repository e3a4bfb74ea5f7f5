import AppProperties
import Ground
import TagRouting
import Testing

private let usage = "<key>NSNearbyInteractionUsageDescription</key><string>Opens the door.</string>"
private let bluetooth = "<key>NSBluetoothAlwaysUsageDescription</key><string>Talks to the door.</string>"
private let modes = "<key>UIBackgroundModes</key>"
private let both = "<array><string>nearby-interaction</string><string>bluetooth-central</string></array>"
private let sound = usage + bluetooth + modes + both
private let domains = "<key>com.apple.developer.associated-domains</key>"

private func properties(_ members: String) throws -> AppProperties {
    AppProperties(try root("<dict>\(members)</dict>"))
}

private func root(_ text: String) throws -> PropertyList {
    try PropertyListFile(Array("<plist>\(text)</plist>".utf8)).root
}

private func entries(_ texts: [String]) -> String {
    domains + "<array>" + texts.map { "<string>\($0)</string>" }.joined() + "</array>"
}

extension PropertyFinding {
    /// The finding as one line, with the fields that programs read.
    fileprivate var brief: String { "\(weight.rawValue) \(evidence.rawValue) \(code) \(path)" }
}

@Suite struct AppPropertiesTests {
    @Test func aSoundFileHasNoFindings() throws {
        let app = try properties(sound)
        #expect(app.findings == [] && app.kind == .information)
        #expect(app.nearbyUsage == .purpose("Opens the door.") && app.nearbyUsage.isUsable)
        #expect(app.backgroundSessions == .allowed)
        #expect(app.unjudged == [.entitlements, .buildSettings, .translations, .behaviour])
    }

    @Test(
        "the purpose of Nearby Interaction is one that a prompt can show",
        arguments: [
            ("", .missing, ["fault documented plist.nearbyUsageMissing NSNearbyInteractionUsageDescription"]),
            (
                "<key>NSNearbyInteractionUsageDescription</key><string/>", .empty,
                ["fault inferred plist.nearbyUsageEmpty NSNearbyInteractionUsageDescription"]
            ),
            (
                "<key>NSNearbyInteractionUsageDescription</key><string> \n\u{200B}</string>", .empty,
                ["fault inferred plist.nearbyUsageEmpty NSNearbyInteractionUsageDescription"]
            ),
            (
                "<key>NSNearbyInteractionUsageDescription</key><true/>", .wrongType(.boolean),
                ["fault inferred plist.wrongType NSNearbyInteractionUsageDescription"]
            ),
            (
                "<key>NSNearbyInteractionUsageDescription</key><array><string>a</string></array>", .wrongType(.array),
                ["fault inferred plist.wrongType NSNearbyInteractionUsageDescription"]
            ),
            (
                "<key>NSNearbyInteractionUsagedescription</key><string>a</string>", .missing,
                [
                    "fault documented plist.nearbyUsageMissing NSNearbyInteractionUsageDescription",
                    "fault inferred plist.nearMiss NSNearbyInteractionUsagedescription",
                ]
            ),
            (
                "<key>NSNearbyInteractionUsageDescription </key><string>a</string>", .missing,
                [
                    "fault documented plist.nearbyUsageMissing NSNearbyInteractionUsageDescription",
                    "fault inferred plist.nearMiss NSNearbyInteractionUsageDescription ",
                ]
            ),
            (
                "<key>NSNearbyInteractionAllowOnceUsageDescription</key><string>a</string>", .missing,
                [
                    "fault documented plist.nearbyUsageMissing NSNearbyInteractionUsageDescription",
                    "note unverified plist.nearbyUsageOlder NSNearbyInteractionAllowOnceUsageDescription",
                ]
            ),
        ] as [(String, NearbyUsage, [String])])
    func nearbyUsage(members: String, wanted: NearbyUsage, findings: [String]) throws {
        let app = try properties(members + bluetooth + modes + both)
        #expect(app.nearbyUsage == wanted && !app.nearbyUsage.isUsable)
        #expect(app.findings.map(\.brief) == findings)
    }

    @Test(
        "sessions in the background need both modes, as they are written",
        arguments: [
            (
                "", .lacks([.bluetoothCentral, .nearbyInteraction]),
                ["note documented plist.backgroundModes UIBackgroundModes"]
            ),
            (
                modes + "<array/>", .lacks([.bluetoothCentral, .nearbyInteraction]),
                ["note documented plist.backgroundModes UIBackgroundModes"]
            ),
            (
                modes + "<array><string>nearby-interaction</string><string>audio</string></array>",
                .lacks([.bluetoothCentral]), ["fault documented plist.backgroundModes UIBackgroundModes"]
            ),
            (
                modes + "<array><string>bluetooth-central</string></array>", .lacks([.nearbyInteraction]),
                ["note documented plist.backgroundModes UIBackgroundModes"]
            ),
            (
                modes + "<array><string>nearby-interaction</string><string>Bluetooth_Central </string></array>",
                .lacks([.bluetoothCentral]),
                [
                    "fault documented plist.backgroundModes UIBackgroundModes",
                    "fault inferred plist.nearMiss UIBackgroundModes[1]",
                ]
            ),
            (
                modes + "<string>nearby-interaction</string>", .lacks([.bluetoothCentral, .nearbyInteraction]),
                [
                    "fault inferred plist.wrongType UIBackgroundModes",
                    "note documented plist.backgroundModes UIBackgroundModes",
                ]
            ),
            (
                modes + "<array><string>nearby-interaction</string><integer>1</integer>"
                    + "<string>bluetooth-central</string></array>", .allowed,
                ["fault inferred plist.wrongType UIBackgroundModes[1]"]
            ),
        ] as [(String, BackgroundSessions, [String])])
    func backgroundModes(members: String, wanted: BackgroundSessions, findings: [String]) throws {
        let app = try properties(usage + bluetooth + members)
        #expect(app.backgroundSessions == wanted)
        #expect(app.findings.map(\.brief) == findings)
    }

    @Test(
        "other keys",
        arguments: [
            (
                "<key>NFCReaderUsageDescription</key><string> </string>",
                ["warning unverified plist.tagUsage NFCReaderUsageDescription"]
            ),
            (
                "<key>NFCReaderUsageDescription</key><date>2026-01-01T00:00:00Z</date>",
                ["fault inferred plist.wrongType NFCReaderUsageDescription"]
            ),
            (
                entries(["applinks:a.example"]),
                ["fault inferred plist.misplaced com.apple.developer.associated-domains"]
            ),
            ("<key>a</key><true/><key>a</key><true/>", ["warning inferred plist.duplicateKey a"]),
            (usage, ["fault inferred plist.duplicateKey NSNearbyInteractionUsageDescription"]),
            (
                "<key>b</key><array><dict><key>a</key><true/><key>a</key><true/></dict></array>",
                ["warning inferred plist.duplicateKey a"]
            ),
            ("<key>CFBundleURLTypes</key><dict/>", ["fault inferred plist.wrongType CFBundleURLTypes"]),
            (
                "<key>CFBundleURLTypes</key><array><string/><dict/></array>",
                ["fault inferred plist.wrongType CFBundleURLTypes[0]"]
            ),
        ] as [(String, [String])])
    func otherKeys(members: String, findings: [String]) throws {
        #expect(try properties(sound + members).findings.map(\.brief).sorted() == findings)
    }

    @Test func bluetoothHasItsPurposeToo() throws {
        let without = try properties(usage + modes + both).findings.map(\.brief)
        #expect(without == ["warning unverified plist.bluetoothUsage NSBluetoothAlwaysUsageDescription"])
        let blank = "<key>NSBluetoothAlwaysUsageDescription</key><string> </string>"
        #expect(try properties(usage + blank + modes + both).findings.map(\.brief) == without)
    }

    @Test(
        "a scheme opens nothing from a tag",
        arguments: [
            ("myapp", "note documented"), ("my+app-1.x", "note documented"), ("HTTPS", "warning inferred"),
            ("tel", "warning inferred"), ("myapp://", "fault inferred"), ("my app", "fault inferred"),
            ("1app", "fault inferred"), ("", "fault inferred"), ("é", "fault inferred"),
        ]) func schemes(scheme: String, wanted: String) throws
    {
        let types = "<array><dict><key>CFBundleURLSchemes</key><array><string>\(scheme)</string></array></dict></array>"
        let findings = try properties(sound + "<key>CFBundleURLTypes</key>" + types).findings
        #expect(findings.map(\.brief) == ["\(wanted) plist.customScheme CFBundleURLTypes[0].CFBundleURLSchemes[0]"])
    }

    @Test func aFindingStandsWhereItsValueDoes() throws {
        let text = "<plist>\n<dict>\n\(usage)\(bluetooth)\n<key>UIBackgroundModes</key>\n <array/>\n</dict></plist>"
        let app = AppProperties(try PropertyListFile(Array(text.utf8)).root)
        guard case .text(let place) = try #require(app.findings.first).place else {
            Issue.record("XML has lines")
            return
        }
        #expect(place.line == 5 && place.column == 2)
    }

    @Test func whatIsNoAppsFileIsToldSo() throws {
        let array = AppProperties(try root("<array/>"))
        #expect(array.findings.map(\.brief) == ["fault inferred plist.wrongType the file"])
        let other = try properties("<key>a</key><true/>").findings.map(\.code)
        #expect(other.contains("plist.unknownKind") && other.contains("plist.nearbyUsageMissing"))
    }

    @Test func findingsHaveALimit() throws {
        let schemes = "<array>" + String(repeating: "<integer>1</integer>", count: 3_000) + "</array>"
        let app = try properties(sound + modes + schemes)
        #expect(app.findings.count == AppProperties.findingLimit + 1)
    }
}

@Suite struct EntitlementTests {
    @Test func aSoundFileHasNoFindings() throws {
        let app = try properties(
            entries(["applinks:example.com", "applinks:*.example.com", "webcredentials:a.example"]))
        #expect(app.findings == [] && app.kind == .entitlements && app.nearbyUsage == .missing)
        #expect(app.unjudged == [.information, .associationFiles, .signature])
    }

    @Test(
        "an entry that is no service and host is a fault",
        arguments: [
            "https://example.com", "applinks:https://example.com", "applinks:example.com/", "applinks:example.com/a",
            "applinks:example.com:443", "applinks:", "example.com", "Applinks:example.com", "applinks:a.*.example.com",
            "applinks:example.com?mode=debug", " applinks:example.com",
        ]) func wrongEntries(entry: String) throws
    {
        let findings = try properties(entries(["applinks:a.example", entry])).findings
        let path = "com.apple.developer.associated-domains[1]"
        #expect(findings.map(\.brief) == ["fault documented route.associatedDomain \(path)"])
    }

    @Test(
        "an entry that reads may still lead to less than is meant",
        arguments: [
            (["applinks:*.example.com"], ["warning documented route.associatedDomain"]),
            (["applinks:*.example.com", "webcredentials:example.com"], ["warning documented route.associatedDomain"]),
            (["applinks:*.example.com", "applinks:EXAMPLE.com"], []),
            (["applinks:example.com?mode=developer"], ["note documented route.associatedDomain"]),
            (["applinks:bücher.example"], ["warning unverified route.associatedDomain"]),
            (["webcredentials:example.com"], ["note documented plist.noAppLinks"]),
            ([], ["note documented plist.noAppLinks"]),
            ((0...30).map { "applinks:a\($0).example" }, ["warning documented route.associatedDomain"]),
            ((0..<30).map { "applinks:a\($0).example" }, []),
        ] as [([String], [String])])
    func doubtfulEntries(texts: [String], wanted: [String]) throws {
        let found = try properties(entries(texts)).findings
        #expect(found.map { "\($0.weight.rawValue) \($0.evidence.rawValue) \($0.code)" } == wanted)
    }

    @Test func keysOfInfoPlistDoNotBelongHere() throws {
        let formats = "<key>com.apple.developer.nfc.readersession.formats</key><array><string>tag</string></array>"
        let found = try properties(entries(["applinks:a.example"]) + formats + usage).findings.map(\.brief)
        #expect(
            found == [
                "warning unverified plist.nearMiss com.apple.developer.nfc.readersession.formats[0]",
                "fault inferred plist.misplaced NSNearbyInteractionUsageDescription",
            ])
    }

    @Test func aKeyThatIsNearlyOursCountsForNothing() throws {
        let text = "<key>com.apple.developer.associated_domains</key><array/>"
        let found = try properties(text).findings.map(\.code)
        #expect(found == ["plist.noAppLinks", "plist.nearMiss"])
    }
}
