import AppProperties
import Foundation
import Ground
import TestSupport
import Testing

/// Hostile Info.plist files, checked as by `trammel services check`.
@Suite struct HostileServiceFileTests {
    private static let texts = [
        """
        <plist><dict><key>CFBundleIdentifier</key><string>b</string><key>NSApplicationServices</key><dict>\
        <key>Browses</key><array><dict><key>NSApplicationServiceIdentifier</key><string>a</string>\
        <key>NSApplicationServiceUsageDescription</key><string>to play</string>\
        <key>NSApplicationServicePlatformSupport</key><array><string>iOS</string><string>iPadOS</string></array>\
        </dict></array></dict></dict></plist>
        """,
        """
        <plist><dict><key>CFBundleIdentifier</key><string>b</string><key>NSBonjourServices</key><array/>\
        <key>NSApplicationServices</key><dict><key>Advertises</key><array><dict>\
        <key>NSApplicationServiceIdentifier</key><string>a</string></dict></array></dict></dict></plist>
        """,
    ].map { Array($0.utf8) }

    /// Returns the same list in the binary form, as Foundation writes it.
    private static func binary(_ text: [UInt8]) throws -> [UInt8] {
        let list = try PropertyListSerialization.propertyList(from: Data(text), format: nil)
        return Array(try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
    }

    @Test("100,000 mutated pairs of files are findings with their places", arguments: [false, true])
    func mutatedFiles(isBinary: Bool) throws {
        let seeds = try isBinary ? Self.texts.map(Self.binary) : Self.texts
        var mutator = Mutator(seeds: seeds, number: 25)
        let good = try PropertyListFile(Self.texts[1]).root
        var (read, refused, findings) = (0, 0, 0)
        for _ in 0..<100_000 {
            let bytes = mutator.next(limit: 1_000)
            guard let file = try? PropertyListFile(bytes) else {
                refused += 1
                continue
            }
            read += 1
            let check = ServiceCheck(
                tv: ServiceProperties(file.root, of: .tv),
                companions: [ServiceProperties(good, of: .phone), ServiceProperties(file.root, of: .watch)])
            findings += check.findings.count
            for found in check.findings {
                let limit = found.side == .phone ? Self.texts[1].count : bytes.count
                if !(0...limit).contains(found.finding.place.offset) || found.finding.path.isEmpty {
                    Issue.record("\(bytes.hex): \(found)")
                }
            }
            if check.findings.count > 4 * (AppProperties.findingLimit + 1) { Issue.record("\(bytes.hex): too many") }
        }
        #expect(read > 2_000 && refused > 1_000 && findings > 5_000, "\(read), \(refused), \(findings)")
    }

    /// Replaces each examined value by one of another type.
    @Test(arguments: ["<array/>", "<dict/>", "<true/>", "<integer>1</integer>", "<data/>", "<real>1</real>"])
    func wrongTypes(value: String) throws {
        let good = String(decoding: Self.texts[0], as: UTF8.self)
        for known in [
            "<string>a</string>", "<string>to play</string>", "<string>iOS</string>",
            "<array><string>iOS</string><string>iPadOS</string></array>",
        ] {
            // An empty list of platforms has the right type, but its emptiness is also reported.
            let bytes = Array(good.replacing(known, with: value).utf8)
            let check = ServiceCheck(
                tv: ServiceProperties(try PropertyListFile(bytes).root, of: .tv),
                companions: [ServiceProperties(try PropertyListFile(Self.texts[1]).root, of: .phone)])
            let place = bytes.count
            let told = check.findings.filter { $0.side == .tv && $0.finding.weight == .fault }
            #expect(!told.isEmpty && told.allSatisfy { (1..<place).contains($0.finding.place.offset) }, "\(known)")
        }
    }
}
