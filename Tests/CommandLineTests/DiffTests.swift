import Foundation
import TestSupport
import Testing

@Suite struct DiffTests {
    private let runs = try? RecordedRuns()

    private func recorded() throws -> RecordedRuns { try #require(runs) }

    @Test("two runs with other seeds mean the same, until measured values are compared")
    func diff() throws {
        let same = try Program.run("diff", recorded().one, recorded().other)
        #expect(same.status == 0 && same.output == "The runs mean the same.\n", "\(same.output)\(same.error)")
        let exact = try Program.run("diff", recorded().one, recorded().other, "--measurements")
        #expect(exact.status == 1 && exact.output.contains("the runs differ after"))
    }

    @Test("a defect is where a run parts from a healthy one")
    func defect() throws {
        let scratch = try Scratch()
        _ = try Program.run(
            "run", "fullFlow", "--port", "door=simulated:defect=answersTwice,name=Door", "--output", scratch("runs"))
        // Frames missing from both traces were not compared either.
        let kept = try Program.run(
            "run", "hundredRounds", "--trace-limit", "300K", "--trace-keep", "1", "--output", scratch("kept"))
        try #require(kept.status == 0, "\(kept.error)")
        let folder = scratch("kept/001-hundredRounds-seed1")
        let gaps = try Program.run("diff", folder, folder)
        #expect(gaps.status == 4 && gaps.error.contains("that was not compared"), "\(gaps)")
        let parted = try Program.run("diff", recorded().one, scratch("runs/001-fullFlow-seed1"), "--all")
        #expect(parted.status == 1)
        let lines = parted.output.split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex { $0.hasPrefix("bluetooth door: the runs differ") })
        let b = try #require(lines[start...].firstIndex { $0.hasPrefix("    B") })
        #expect(lines[b...].prefix(2).joined().contains("accessoryConfigurationData"), "\(parted.output)")
        #expect(start == 0, "what it did comes before what the early end took away")
        #expect(lines.allSatisfy { $0.count <= 120 })
        let short = try Program.run("diff", recorded().one, scratch("runs/001-fullFlow-seed1"))
        #expect(short.output.hasPrefix("bluetooth door: the runs differ"))
        #expect(short.output.contains("From there on they part on ") && short.output.contains("; --all shows where."))
    }

    @Test("with nothing to compare, runs do not count as alike")
    func nothing() throws {
        for pair in [
            ["/dev/null", "/dev/null"], ["/dev/null", try recorded().one], [try recorded().one, "/dev/null"],
        ] {
            let ended = try Program(["diff"] + pair).end()
            #expect(ended.status == 3 && ended.output.isEmpty)
            #expect(ended.error.contains("/dev/null"), "\(ended.error)")
        }
    }

    @Test("a trace that ends inside a block is compared up to there")
    func cut() throws {
        let scratch = try Scratch()
        let whole = try #require(Scratch.bytes(of: recorded().trace))
        try Data(whole.prefix(whole.count * 2 / 3)).write(to: URL(fileURLWithPath: scratch("cut.pcapng")))
        let same = try Program.run("diff", scratch("cut.pcapng"), scratch("cut.pcapng"))
        #expect(same.status == 4 && same.error.contains("the trace has no verdict: the run was aborted"))
        #expect(same.output.contains("As far as they were compared"), "\(same.output)")
        // A truncated end is not a difference, in either order; a difference before it is.
        for pair in [[try recorded().one, scratch("cut.pcapng")], [scratch("cut.pcapng"), try recorded().one]] {
            let cut = try Program(["diff"] + pair).end()
            #expect(cut.status == 4 && cut.output.contains("As far as they were compared"), "\(cut.output)")
        }
        _ = try Program.run(
            "run", "fullFlow", "--port", "door=simulated:defect=answersTwice,name=Door", "--output", scratch("runs"))
        let parted = try Program.run("diff", scratch("runs/001-fullFlow-seed1"), scratch("cut.pcapng"))
        #expect(parted.status == 1, "\(parted.output)")
    }
}
