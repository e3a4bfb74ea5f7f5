import Ground
import Journal
import TestSupport
import Testing

@testable import Evidence

/// The check of the evidence before a gate states its result.
@Suite struct EvidenceCheckTests {
    private static let run = "002-s-seed2"

    @Test("runs that are whole are whole")
    func whole() throws {
        let gate = try SampleGate()
        let record = try gate.begin(gate.lease())
        try gate.play([.passed, .failed, .passed], in: record)
        let check = GateEvidenceCheck(in: gate.folder, of: record)
        #expect(check.lost == [] && check.recordFault == nil)
        try gate.play(nil, in: record)
        #expect(GateEvidenceCheck(in: gate.folder, of: record).lost == [], "a run without an end is another matter")
    }

    @Test(
        "a missing or changed file is found",
        arguments: ["", "/verdict.json", "/journal.jsonl", "/\(Manifest.fileName)"])
    func gone(file: String) throws {
        let gate = try SampleGate()
        let record = try gate.begin(gate.lease())
        try gate.play([.passed, .passed, .passed], in: record)
        let path = "\(gate.folder)/\(Self.run)\(file)"
        try Files.rename(path, to: gate.scratch("away"), mustBeNew: false)
        #expect(GateEvidenceCheck(in: gate.folder, of: record).lost.map(\.ordinal) == [2])
        guard file.hasSuffix("verdict.json") || file.hasSuffix(Manifest.fileName) else { return }
        try Scratch.write((Scratch.bytes(of: gate.scratch("away")) ?? []) + [0x20], to: path)
        #expect(GateEvidenceCheck(in: gate.folder, of: record).lost.map(\.ordinal) == [2])
    }

    @Test("a record that is not what the gate wrote is found")
    func record() throws {
        let gate = try SampleGate()
        let record = try gate.begin(gate.lease())
        try gate.play([.passed, .passed], in: record)
        let path = "\(gate.folder)/record.jsonl"
        let text = try #require(Scratch.text(of: path))
        try Scratch.write(text.split(separator: "\n").dropLast().map { $0 + "\n" }.joined(), to: path)
        #expect(GateEvidenceCheck(in: gate.folder, of: record).recordFault != nil)
        Files.remove(path)
        #expect(GateEvidenceCheck(in: gate.folder, of: record).recordFault != nil)
    }

    @Test("a gate that a person ended is not resumed, and the refusal says so")
    func ended() throws {
        let gate = try SampleGate()
        do {
            let record = try gate.begin(gate.lease())
            try gate.play([.passed], in: record)
            try record.note(.aborted)
            try gate.end(record, "inconclusive")
        }
        let refused = #expect(throws: CommandError.self) { try gate.resume(gate.lease()) }
        #expect(refused?.what.contains("signal") == true)
    }
}
