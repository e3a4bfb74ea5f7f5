import Foundation
import Ground
import Journal
import Reports
import Testing

@Suite struct VerdictDocumentTests {
    @Test func theVerdictIsAWordAndTheReasonBesideIt() throws {
        let fields = try decode(Sample.summary(.skipped("no kit"), measured: [Sample.turnAround(850)]))
        #expect(fields["format"] as? Int == 1)
        #expect(fields["verdict"] as? String == "skipped" && fields["reason"] as? String == "no kit")
        #expect(fields["elapsedNanoseconds"] as? Int == 4_200_000_000)
        let amount = try #require((fields["measured"] as? [[String: Any]])?.first)
        #expect(amount["value"] as? Int == 850_000 && amount["unit"] as? String == "ns")
    }

    @Test func failuresAreInItWithTheirLines() throws {
        let fields = try decode(Sample.summary(.failed, failures: [Sample.failure]))
        let failure = try #require((fields["failures"] as? [[String: Any]])?.first)
        #expect((failure["spot"] as? [String: Any])?["line"] as? Int == 10)
    }

    @Test func theSameRunGivesTheSameBytes() throws {
        let summary = Sample.summary(.passed, measured: [Measured("frames", .count(3), limit: .count(4))])
        #expect(try VerdictDocument(summary).json() == VerdictDocument(summary).json())
        #expect(try VerdictDocument(summary).json().last == 0x0A)
    }

    private func decode(_ summary: RunSummary) throws -> [String: Any] {
        let data = Data(try VerdictDocument(summary).json())
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
}
