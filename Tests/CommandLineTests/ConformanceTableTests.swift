import Foundation
import Testing

/// The table of complaints in the suite's README, compared with the coverage that scenarios declare.
@Suite struct ConformanceTableTests {
    private struct Row {
        let complaint: String
        let meaning: String
        let coveredBy: String
    }

    private func rows() throws -> [Row] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Scenarios/Conformance/README.md"), encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, cells[0].hasPrefix("F"), Int(cells[0].dropFirst()) != nil else { return nil }
            return Row(complaint: cells[0], meaning: cells[1], coveredBy: cells[2])
        }
    }

    @Test func everyComplaintHasItsRowWithTheScenariosThatCoverIt() throws {
        let rows = try rows()
        #expect(rows.map(\.complaint) == (1...39).map { "F\($0)" })
        let ended = try Program.run("list", "--json")
        let content = try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any]
        let scenarios = try #require(content?["scenarios"] as? [[String: Any]])
            .filter { ["conformance", "robustness"].contains($0["suite"] as? String) }
        for row in rows {
            let names = scenarios.filter { ($0["covers"] as? [String])?.contains(row.complaint) == true }
                .compactMap { $0["name"] as? String }
            #expect(!row.meaning.isEmpty)
            if names.isEmpty {
                #expect(row.coveredBy.hasPrefix("none: "), "\(row.complaint) says why nothing covers it")
            } else {
                #expect(row.coveredBy == names.joined(separator: ", "), "\(row.complaint)")
            }
        }
    }
}

/// The pages that justify each scenario's right to fail an accessory, a screen or a tag, compared with the catalogue.
@Suite struct EvidenceTableTests {
    /// Returns the first cells of the rows below a heading: names of scenarios, in some rows several.
    private func names(below heading: String, in folder: String) throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Scenarios/\(folder)/EVIDENCE.md"), encoding: .utf8)
        let sections = text.components(separatedBy: "\n## ")
        let section = try #require(sections.first { $0.hasPrefix(heading) })
        return section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().flatMap { line in
            let cell = line.split(separator: "|")[0]
            return cell.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    private func scenarios(_ suite: String) throws -> [(name: String, isRobustness: Bool)] {
        let ended = try Program.run("list", "--json")
        let content = try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any]
        return try #require(content?["scenarios"] as? [[String: Any]])
            .filter { $0["suite"] as? String == suite }
            .compactMap { scenario in
                guard let name = scenario["name"] as? String else { return nil }
                return (name, (scenario["tags"] as? [String])?.contains("robustness") == true)
            }
    }

    @Test("each scenario has its row, and each row its scenario", arguments: ["conformance", "robustness"])
    func rows(suite: String) throws {
        #expect(try names(below: suite, in: "Conformance").sorted() == scenarios(suite).map(\.name).sorted())
    }

    @Test("each scenario for tags has its row, and only those with a source are outside robustness")
    func tags() throws {
        let scenarios = try scenarios("tags")
        for (heading, isRobustness) in [("tags", false), ("robustness", true)] {
            let names = scenarios.filter { $0.isRobustness == isRobustness }.map(\.name)
            #expect(try self.names(below: heading, in: "Tags").sorted() == names.sorted() && !names.isEmpty)
        }
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Scenarios/Tags/EVIDENCE.md"), encoding: .utf8)
        let documented = try #require(text.components(separatedBy: "\n## ").dropFirst().first)
        for row in documented.split(separator: "\n").filter({ $0.hasPrefix("| ") }).dropFirst() {
            #expect(!row.contains("| none") && !row.contains("| against"), "\(row)")
        }
    }
}
