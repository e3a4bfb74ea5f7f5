import Ground
import ScenarioKit
import Scenarios
import Testing
import Vocabulary

@Suite struct FailureCodeTests {
    private static let topics = Set(FailureCode.table.compactMap { $0.code.rawValue.split(separator: ".").first })

    /// Texts in the form of a code that name something else.
    private static let others: Set = ["link.hungUp", "link.silent"]

    /// The codes written as literals in the program and in the scenarios, except in the table itself.
    private static let written: Set<String> = {
        var found: Set<String> = []
        for file in Project.swiftFiles {
            let isOurs = file.path.hasPrefix("Sources/") || file.path.hasPrefix("Scenarios/")
            guard isOurs else { continue }
            let isTable = file.path.hasPrefix("Sources/Vocabulary/Codes/")
            for line in file.lines where !isTable || line.contains(": FailureCode = ") {
                for text in line.split(separator: "\"").dropFirst() where isCode(text) { found.insert(String(text)) }
            }
        }
        return found
    }()

    private static func isCode(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isName =
            parts.count == 2 && parts[1].first?.isLowercase == true
            && parts[1].allSatisfy { $0.isLetter || $0.isNumber }
        return isName && topics.contains(parts[0])
    }

    /// Names that look like a code but belong to something else: a file, a property of a report.
    private static let names: Set = ["tag.pcapng", "bench.fingerprint", "rig.version"]

    @Test func everyCodeThatIsWrittenIsInTheTable() {
        let known = Set(FailureCode.table.map(\.code.rawValue))
        #expect(Self.written.subtracting(known).subtracting(Self.names) == [])
    }

    @Test func everyCodeOfTheTableIsWritten() {
        let composed = FailureCode.table.map(\.code.rawValue).filter { code in
            Self.others.contains { code.hasPrefix($0) && code != $0 }
        }
        let unused = Set(FailureCode.table.map(\.code.rawValue)).subtracting(Self.written).subtracting(composed)
        #expect(unused == [])
    }

    @Test func aCodeStandsOnceInTheTableAndSaysSomething() {
        #expect(Set(FailureCode.table.map(\.code)).count == FailureCode.table.count)
        for entry in FailureCode.table {
            #expect(!entry.meaning.isEmpty && !entry.causes.isEmpty, "\(entry.code)")
            #expect(FailureCode.entry(of: entry.code) == entry)
        }
    }

    @Test func scenariosNameTheirCodes() {
        #expect(Scenario.named("probe.slots").codes == ["parameters.slotsFixed"])
        #expect(Scenario.all.contains { $0.codes.contains("console.error") })
    }
}
