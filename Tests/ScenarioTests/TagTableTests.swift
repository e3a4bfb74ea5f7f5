import Foundation
import Ground
import ScenarioKit
import Scenarios
import TagRouting
import Testing

/// The tables in the README of the suite for tags, compared with the coverage that scenarios declare, and with the
/// rules.
struct TagTableTests {
    private struct Row {
        let key: String
        let says: String
        let evidence: String
        let coveredBy: String
    }

    private let suite = Scenario.all.filter { $0.suite == .tags }
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Scenarios")

    private func rows() throws -> [Row] {
        let text = try String(contentsOf: Self.folder.appending(path: "Tags/README.md"), encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("| ") }.compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let number = cells.first?.last, number.isNumber else { return nil }
            switch cells.count {
            case 3: return Row(key: cells[0], says: cells[1], evidence: "", coveredBy: cells[2])
            case 4: return Row(key: cells[0], says: cells[1], evidence: cells[2], coveredBy: cells[3])
            default: return nil
            }
        }
    }

    private func expect(_ row: Row, covers reference: Reference) {
        let names = suite.filter { $0.covers.contains(reference) }.map(\.name)
        if names.isEmpty {
            #expect(row.coveredBy.hasPrefix("none: "), "\(row.key) says why nothing covers it")
        } else {
            #expect(row.coveredBy == names.joined(separator: ", "), "\(row.key)")
        }
    }

    @Test("every rule of routing has its row, with its words, its evidence and the scenarios that cover it")
    func rules() throws {
        let rows = try rows().filter { row in row.key.first.map { "BUS".contains($0) } ?? false }
        #expect(rows.map(\.key) == RoutingRule.allCases.map(\.rawValue))
        for (row, rule) in zip(rows, RoutingRule.allCases) {
            #expect(row.says == rule.statement && row.evidence == rule.evidence.rawValue, "\(row.key)")
            expect(row, covers: .tagRule(rule))
        }
    }

    @Test("every section that a scenario covers has its row")
    func sections() throws {
        let rows = try rows().filter { $0.key.first?.isNumber == true }
        let known = ["documented", "inferred", "unverified", "measured"]
        for row in rows {
            #expect(known.contains(row.evidence) && !row.says.isEmpty, "\(row.key)")
            expect(row, covers: .tagSection(try #require(TagSection(rawValue: row.key))))
        }
        let keys = try Set(self.rows().map(\.key))
        for scenario in suite {
            for case .tagSection(let section) in scenario.covers {
                #expect(keys.contains(section.rawValue), "\(scenario.name) covers \(section), which no table has")
            }
        }
    }

    @Test("every complaint about tags has its row with the scenarios that cover it")
    func complaints() throws {
        let rows = try rows().filter { $0.key.hasPrefix("N") }
        #expect(rows.map(\.key) == TagComplaint.allCases.map { "N\($0.rawValue)" })
        for (row, complaint) in zip(rows, TagComplaint.allCases) { expect(row, covers: .tagComplaint(complaint)) }
    }

    @Test(
        "the association files in the folder are those that the scenarios carry, and have no findings",
        arguments: [
            "example.com", "shop.example.com",
        ])
    func associations(host: String) throws {
        let file = Self.folder.appending(path: "Associations/\(host).json")
        let text = try String(contentsOf: file, encoding: .utf8)
        let carried = suite.flatMap(\.phone.sites).filter { $0.host == host }.map(\.association)
        #expect(!carried.isEmpty)
        for association in carried {
            if case .none = association { continue }
            #expect(association == .text(text), "\(file.lastPathComponent)")
        }
        let parsed = try AssociationFile(Array(text.utf8))
        #expect(parsed.findings.isEmpty)
    }

    @Test("the suite has what a phone's tags need: quick ones, long ones, and at least one for a factory")
    func suiteIsWhole() {
        #expect(suite.count >= 60)
        for scenario in suite {
            #expect(scenario.tags.contains(.quick) != scenario.tags.contains(.long), "\(scenario.name)")
        }
        #expect(suite.contains { $0.name == "factoryLineCheck" } && suite.contains { $0.name == "hundredTaps" })
    }
}
