import FoundationEssentials
import Ground
import ScenarioKit
import Scenarios
import TagRouting
import Testing

/// The lists of complaints and rules, compared with the fact sheets, and the notation of references.
@Suite struct ReferenceTests {
    @Test func theListsHaveWhatTheFactSheetsHave() {
        #expect(Complaint.allCases.map(\.rawValue) == Array(1...39))
        #expect(TagComplaint.allCases.map(\.rawValue) == Array(1...23))
        let interaction = [(1, 5), (2, 4), (3, 4), (4, 4), (5, 7)]
        #expect(InteractionSection.allCases.map(\.rawValue) == sections(interaction))
        #expect(TagSection.allCases.map(\.rawValue) == sections([(1, 8), (2, 6), (3, 9), (4, 4), (5, 6)]))
        #expect(RoutingRule.allCases.filter { $0.rawValue.hasPrefix("B") }.count == 17)
    }

    private func sections(_ chapters: [(chapter: Int, count: Int)]) -> [String] {
        chapters.flatMap { chapter, count in (1...count).map { "\(chapter).\($0)" } }
    }

    @Test func everyReferenceIsReadAsItIsWritten() {
        #expect(Set(Reference.all.map(\.description)).count == Reference.all.count)
        for reference in Reference.all { #expect(Reference(reference.description) == reference) }
        #expect(Reference("F8") == .complaint(.f8) && Reference("N19") == .tagComplaint(.n19))
        #expect(Reference("2.2") == .rule(.normalSequence) && Reference("NFC 2.2") == .tagSection(.type2))
        for text in ["F0", "F40", "f8", "F08", "6.1", "B11", "NFC B18", "N24", ""] {
            #expect(Reference(text) == .unknown(text))
        }
    }

    @Test func everyFailureCodeRestsOnWhatTheFactSheetsHave() {
        for entry in FailureCode.table {
            #expect(entry.basis.allSatisfy { Reference.all.contains($0) }, "\(entry.code): \(entry.basis)")
        }
        #expect(FailureCode.table.contains { $0.basis.count > 1 })
    }

    @Test func unknownIdsInJSONAreProblemsWithTheirLines() throws {
        let text = try String(contentsOf: vectors.appending(path: "appRelaunched.json"), encoding: .utf8)
            .replacing("\"F17\"", with: "\"F77\"")
        let problems = try ScenarioFile.scenario(from: text).problems()
        #expect(problems.count == 1)
        #expect(problems.first?.message.hasPrefix("the fact sheets have no complaint and no rule F77") == true)
        #expect(problems.first?.spot.file == "Scenarios/Conformance/System.swift")
    }
}
