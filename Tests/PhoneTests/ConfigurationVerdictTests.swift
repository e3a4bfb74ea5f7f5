import Foundation
import Ground
import NearbyInteraction
import Phone
import Testing

/// The table of limits of the accessory configuration data, as a session judges it; bytes count from the message's
/// identifier.
@Suite struct ConfigurationVerdictTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let message: [UInt8]
        let what: String
        let outcome: String
        let named: [Int]

        var testDescription: String { "\(what): \(outcome)" }
    }

    @Test(arguments: rows()) func theSessionRunsOrTheConfigurationThrowsAsTheTableSays(row: Row) {
        var bench = SessionBench(in: .awaitingConfiguration)
        let words = bench.receive(row.message)
        let isRefused = row.outcome == "refused" || row.outcome == "short"
        #expect(words.contains("threw -5888") == isRefused, "\(words)")
        #expect(bench.isRunning == !isRefused, "\(words)")
        #expect((bench.shareable != nil) == !isRefused, "\(words)")
        let weights: [String: Finding.Weight] = [
            "refused": .fault, "short": .fault, "warned": .warning, "noted": .note,
        ]
        let named = bench.findings.filter { $0.weight == weights[row.outcome] }.compactMap(\.offset)
        // Some of the findings about a run concern the phone's own choices and name no byte.
        #expect(named == row.named.map { $0 + 1 }, "\(bench.findings)")
    }

    @Test func theTableIsThere() { #expect(Self.rows().count > 80) }

    private static func rows() -> [Row] {
        lines("accessory-configuration-limits.txt").compactMap { cells in
            let base = ["1.0": 5, "1.1": 6, "2.0": 7][cells[0]]
            guard let base, let offset = Int(cells[1]) else { return nil }
            var message = bytes(lines("accessory-messages.txt")[base].last ?? "")
            let new = bytes(cells[2])
            message.replaceSubrange(offset + 1..<offset + 1 + new.count, with: new)
            let named = cells.count > 5 ? cells[5].split(separator: " ").compactMap { Int($0) } : []
            return Row(message: message, what: cells[3], outcome: cells[4], named: named)
        }
    }

    private static func lines(_ name: String, testFile: String = #filePath) -> [[String]] {
        let tests = URL(fileURLWithPath: testFile).deletingLastPathComponent().deletingLastPathComponent()
        let file = tests.appendingPathComponent("Vectors/NearbyInteraction/\(name)")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            preconditionFailure("cannot read the vectors in \(file.path)")
        }
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        hex.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
}
