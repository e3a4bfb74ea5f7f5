import Foundation
import Ground
import Journal
import Reports
import Testing

@Suite struct VerdictDocumentTests {
    @Test func theVerdictIsAWordAndTheReasonBesideIt() throws {
        let fields = try decode(Sample.summary(.skipped(reason: "no kit"), measured: [Sample.turnAround(850)]))
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
        let bytes = try VerdictDocument(summary, of: Sample.provenance).json()
        #expect(try bytes == VerdictDocument(summary, of: Sample.provenance).json())
        #expect(bytes.last == 0x0A)
    }

    @Test func theRigAsItWasUsedTheDateTheProgramAndTheHostAreInIt() throws {
        let fields = try decode(Sample.summary(.passed))
        let provenance = try #require(fields["provenance"] as? [String: Any])
        #expect(provenance["program"] as? String == "trammel 1.2" && provenance["host"] as? String == "bench7")
        #expect(provenance["date"] as? String == "2026-11-22T18:33:55Z" && provenance["rig"] as? String == "simulated")
        #expect(provenance["parts"] as? [[String: String]] == [["role": "uwb", "port": "none"]])
        #expect(provenance["overrides"] as? [String] == ["--port uwb=none"])
    }

    @Test("the rig's faults are in it, those after the failure too, and no more than can be read")
    func faults() throws {
        var faults = RigFaults()
        faults.receive(JournalEntry(.runEnded(summary: Sample.summary(.failed)), at: .start))
        for number in 1...RigFaults.most + 2 {
            let fault = JournalEvent.fault(link: "bluetooth door", what: "hci0 hangs (\(number))", remedy: "reset it")
            faults.receive(JournalEntry(fault, at: .start + .seconds(3)))
        }
        let fields = try decode(Sample.summary(.failed, failures: [Sample.failure]), faults)
        #expect(fields["verdict"] as? String == "failed")
        let told = try #require(fields["faults"] as? [[String: Any]])
        #expect(told.count == RigFaults.most && told.first?["what"] as? String == "hci0 hangs (1)")
        #expect(fields["faultsBesides"] as? Int == 2)
    }

    private func decode(_ summary: RunSummary, _ faults: RigFaults = RigFaults()) throws -> [String: Any] {
        let data = Data(try VerdictDocument(summary, of: Sample.provenance, faults: faults).json())
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
}
