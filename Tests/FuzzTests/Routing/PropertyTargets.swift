import AppProperties
import Ground

/// Property lists in both forms, and the checks of an app's.
enum PropertyTargets {
    static let all = [
        FuzzTarget("plist-xml", seeds: { files("xml") + files("bom") + Seeds.texts(texts) }, take: read),
        FuzzTarget("plist-binary", seeds: { files("binary") }, take: read),
        FuzzTarget("plist-app", seeds: { Seeds.texts(apps) }, take: read),
        FuzzTarget("plist-services", seeds: { Seeds.texts(services) }, take: readServices),
    ]

    private static func files(_ kind: String) -> [[UInt8]] {
        Seeds.files(in: "plists", ending: ".\(kind).plist", atMost: 4_000)
    }

    private static let texts = [
        "<plist><string>&lt;&#65;&#x1F600;<![CDATA[<&]]><!-- --></string></plist>",
        "<!DOCTYPE plist PUBLIC \"a\" 'b'><plist><array><integer>-0x10</integer><real>nan</real></array></plist>",
        "{ \"a\" = b; }", "<0fbd77 1c>;", "{\"a\": 1}",
    ]

    private static let apps = [
        """
        <plist><dict><key>UIBackgroundModes</key><array><string>nearby-interaction</string></array><key>\
        CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>a+b</string></array></dict>\
        </array><key>NSNearbyInteractionUsageDescription</key><string> </string></dict></plist>
        """,
        """
        <plist><dict><key>com.apple.developer.associated-domains</key><array><string>\
        applinks:*.a.example?mode=developer</string></array><key>com.apple.developer.nfc.readersession.formats</key>\
        <array><string>TAG</string></array>\
        </dict></plist>
        """,
    ]

    private static let services = [
        """
        <plist><dict><key>NSApplicationServices</key><dict><key>Browses</key><array><dict>\
        <key>NSApplicationServiceIdentifier</key><string>a</string><key>NSApplicationServiceUsageDescription</key>\
        <string>to play</string><key>NSApplicationServicePlatformSupport</key><array><string>iOS</string>\
        <string>ipados</string></array></dict></array></dict></dict></plist>
        """,
        """
        <plist><dict><key>CFBundleIdentifier</key><string>b</string><key>NSBonjourServices</key><array/>\
        <key>NSApplicationServices</key><dict><key>Advertises</key><array><dict>\
        <key>NSApplicationServiceIdentifier</key><string> A</string></dict></array></dict></dict></plist>
        """,
    ]

    /// Checks the same bytes as the file of both sides: a TV's app and all its companions.
    private static func readServices(_ input: [UInt8]) {
        let limits = PropertyListFile.Limits(size: 1 << 16, values: 10_000)
        guard let file = try? PropertyListFile(input, limits: limits) else { return }
        let sides = AppSide.allCases.map { ServiceProperties(file.root, of: $0) }
        let check = ServiceCheck(tv: sides.first, companions: Array(sides.dropFirst()))
        must(check.findings.count <= 8 * (AppProperties.findingLimit + 1), "there are too many findings")
        for found in check.findings {
            must((0...input.count).contains(found.finding.place.offset), "\(found) lies outside")
            must(
                found.finding.description.unicodeScalars.allSatisfy(\.isSafeToShow), "\(found) has control characters")
        }
    }

    private static func read(_ input: [UInt8]) {
        let limits = PropertyListFile.Limits(size: 1 << 16, values: 10_000)
        do throws(PropertyListError) {
            let file = try PropertyListFile(input, limits: limits)
            var count = 0
            look(at: file.root, in: input, count: &count)
            must(count <= limits.values, "\(count) values are more than the limit")
            let app = AppProperties(file.root)
            must(app.findings.count <= AppProperties.findingLimit + 1, "there are too many findings")
            for finding in app.findings {
                must((0...input.count).contains(finding.place.offset), "\(finding) lies outside")
                must(finding.description.unicodeScalars.allSatisfy(\.isSafeToShow), "\(finding) has control characters")
            }
        } catch {
            must((0...input.count).contains(error.place.offset), "\(error) lies outside")
            must(error.meaning.unicodeScalars.allSatisfy(\.isSafeToShow), "\(error) has control characters")
        }
    }

    /// Checks that every value is inside the file.
    private static func look(at list: PropertyList, in input: [UInt8], count: inout Int) {
        count += 1
        must((0..<input.count).contains(list.place.offset), "a value at \(list.place) lies outside")
        switch list.value {
        case .dictionary(let dictionary):
            for member in dictionary.members {
                must((0..<input.count).contains(member.keyPlace.offset), "a key at \(member.keyPlace) lies outside")
                count += 1
                look(at: member.value, in: input, count: &count)
            }
        case .array(let elements): for element in elements { look(at: element, in: input, count: &count) }
        case .string, .integer, .real, .boolean, .date, .data, .reference: break
        }
    }
}
