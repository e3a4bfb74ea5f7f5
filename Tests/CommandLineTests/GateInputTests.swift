import Foundation
import TestSupport
import Testing

/// Requests that `trammel gate` rejects before it writes anything.
@Suite struct GateInputTests {
    private let scratch: Scratch
    private let place: [String: String]
    private static let firmware = "not an image, yet it is firmware"

    init() throws {
        scratch = try Scratch()
        place = ["XDG_STATE_HOME": scratch("state")]
        try Scratch.write(Self.firmware, to: scratch("door.bin"))
        try Scratch.write(Self.plan, to: scratch("short.json"))
    }

    /// One run of one scenario, which proves nothing.
    private static let plan = """
        {"kind": "trammel gate plan", "version": 1, "plan": {"name": "short", "summary": "A short plan", "entries": [
        {"content": {"prove": {"scenarios": {"terms": [{"named": {"name": "answersAtOnce"}}], "except": []},
        "proof": {"smoke": {"runs": 1}}}}}]}}
        """

    private func gate(
        _ more: String..., plan: String = "short.json", firmware: String? = nil
    ) throws -> Program.Ended {
        try Program(
            ["gate", scratch(plan), "--firmware", firmware ?? scratch("door.bin"), "--output", scratch("gate")] + more,
            environment: place
        ).end()
    }

    private func isRefused(_ ended: Program.Ended) -> Bool {
        ended.status == 64 && Scratch.names(in: scratch("gate")) == nil
    }

    @Test(
        "a refused gate leaves no older report", arguments: [["--jobs", "0"], ["--rig", "nope"], ["--key", "/none"]])
    func olderReport(wrong: [String]) throws {
        let report = scratch("report.xml")
        #expect(try gate("--junit", report).status == 4)
        let older = try #require(Scratch.text(of: report))
        let refused = try Program(
            ["gate", scratch("short.json"), "--firmware", scratch("door.bin"), "--output", scratch("other")]
                + ["--junit", report] + wrong, environment: place
        ).end()
        #expect(refused.status == 64 || refused.status == 3, "\(refused.error)")
        let now = try #require(Scratch.text(of: report))
        #expect(now != older && now.contains("<error"), "\(now)")
    }

    @Test("firmware that is too large to hash or is not a file is refused, and so is a FIFO as a plan")
    func files() throws {
        let large = scratch("large.bin")
        try Scratch.write("x", to: large)
        try FileHandle(forWritingTo: URL(filePath: large)).truncate(atOffset: 70 << 20)
        let refused = try gate(firmware: large)
        #expect(isRefused(refused) && refused.error.contains("73400320") && refused.error.contains("67108864"))
        #expect(isRefused(try gate(firmware: "/dev/zero")))
        #expect(mkfifo(scratch("fifo.json"), 0o600) == 0)
        #expect(isRefused(try gate(firmware: scratch("fifo.json"))))
        #expect(isRefused(try gate(plan: "fifo.json")))
        #expect(isRefused(try gate("--quarantine", scratch("fifo.json"))))
    }

    @Test("a baseline that equals the candidate, or that no comparison uses, is refused")
    func baseline() throws {
        try Scratch.write(Self.firmware, to: scratch("same.bin"))
        try Scratch.write("another one", to: scratch("old.bin"))
        let same = try gate("--baseline", scratch("same.bin"), "--flash", "true")
        #expect(isRefused(same) && same.error.contains("same bytes"))
        #expect(isRefused(try gate("--baseline", scratch("old.bin"), "--flash", "true")))
    }

    @Test("a plan that cannot be read is reported with its line and byte, by gate and check alike")
    func plans() throws {
        let spoilt: [(String, Int, String)] = [
            (String(Self.plan.dropLast(30)), 3, "byte"),
            (Self.plan.replacing("\"runs\": 1", with: "\"runs\": 1, \"runs\": 2"), 3, "'runs'"),
            (Self.plan.replacing("\"runs\": 1", with: "\"runs\": \"one\""), 3, "smoke.runs"), ("", 1, "byte 0"),
        ]
        for (text, line, what) in spoilt {
            try Scratch.write(text, to: scratch("spoilt.json"))
            let place = "spoilt.json:\(line): "
            let played = try gate(plan: "spoilt.json")
            #expect(isRefused(played) && played.error.contains(place) && played.error.contains(what), "\(played.error)")
            let checked = try Program(["check", "--plan", scratch("spoilt.json")], environment: self.place).end()
            #expect(checked.status == 64 && checked.error.contains(place), "\(checked.error)")
        }
        // Several mistakes are reported on separate lines.
        try Scratch.write(
            Self.plan.replacing("\"A short plan\"", with: "\"\"").replacing("answersAtOnce", with: "answersNever"),
            to: scratch("spoilt.json"))
        let refused = try gate(plan: "spoilt.json")
        #expect(isRefused(refused) && !refused.error.contains("u{a}"), "\(refused.error)")
        #expect(refused.error.split(separator: "\n").count { $0.contains("spoilt.json:") } == 2, "\(refused.error)")
    }

    @Test("a quarantine entry may cover any failure, and an entry that has expired is reported")
    func quarantine() throws {
        func played(until: String, output: String) throws -> Program.Ended {
            let entry =
                "{\"scenario\": \"answersAtOnce\", \"failure\": \"*\", \"owner\": \"ana\", \"reason\": \"#1\", "
                + "\"from\": \"\(until.prefix(4))-01-02\", \"until\": \"\(until)\"}\n"
            try Scratch.write(entry, to: scratch("known.jsonl"))
            return try Program(
                [
                    "gate", scratch("short.json"), "--firmware", scratch("door.bin"), "--output", scratch(output),
                    "--quarantine", scratch("known.jsonl"),
                ], environment: place
            ).end()
        }
        let ended = try played(until: "2020-02-01", output: "gate")
        #expect(ended.status == 4 && ended.error.contains("ended on 2020-02-01"), "\(ended.error)")
        let later = try played(until: "2999-02-01", output: "later")
        #expect(later.status == 4 && !later.error.contains("ended on"), "\(later.error)")
    }

    @Test("no report overwrites a file that the command reads or leaves")
    func reports() throws {
        #expect(link(scratch("door.bin"), scratch("linked")) == 0)
        #expect(symlink(scratch.path, scratch("here")) == 0)
        for (option, name) in [
            ("--ctrf", "door.bin"), ("--tap", "short.json"), ("--junit", "linked"), ("--otel", "here/door.bin"),
            ("--code-quality", "gate/record.jsonl"), ("--ctrf", "here/gate/x"), ("--junit", "gate/../gate/deep/x"),
        ] { #expect(isRefused(try gate(option, scratch(name))), "\(option) \(name)") }
        #expect(isRefused(try gate("--tap", scratch("t"), "--ctrf", scratch("here/t"))))
        #expect(Scratch.text(of: scratch("door.bin")) == Self.firmware)
        #expect(Scratch.text(of: scratch("short.json")) == Self.plan)
        #expect(try gate("--ctrf", scratch("gate.ctrf")).status == 4, "a name that only begins as the folder's")
        let document = Scratch.bytes(of: scratch("gate/gate.json"))
        #expect(try gate("--resume", "--ctrf", scratch("gate/gate.json")).status == 64)
        #expect(document != nil && Scratch.bytes(of: scratch("gate/gate.json")) == document)
    }

    @Test("a run's report is not written into a run folder or over the run's own files")
    func runs() throws {
        func run(_ more: String...) throws -> Int32 {
            try Program(["run", "answersAtOnce", "--output", scratch("results")] + more).end().status
        }
        #expect(try run("--junit", scratch("results/001-answersAtOnce-seed1/trace.pcapng")) == 64)
        #expect(try run("--junit", scratch("results/report.xml")) == 64)
        #expect(Scratch.names(in: scratch("results")) == nil)
    }

    @Test("a simulated bench has no firmware to write, so its gate is a rehearsal, whatever was played")
    func rehearsal() throws {
        #expect(try gate("--flash", "false").status == 3)
        let data = try Data(contentsOf: URL(filePath: scratch("gate/gate.json")))
        let document = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(document["rehearsal"] as? Bool == true)
        let written = try Program(
            [
                "gate", scratch("short.json"), "--firmware", scratch("door.bin"), "--output", scratch("second"),
                "--flash", "true",
            ], environment: place
        ).end()
        #expect(written.status == 4)
        let text = try #require(Scratch.text(of: scratch("second/gate.json")))
        #expect(text.contains("no real firmware") && !text.contains("read it back"))
        let xml = try #require(Scratch.text(of: scratch("second/gate.xml")))
        #expect(xml.contains("\"firmware.identity\" value=\"none\""))
        #expect(xml.contains("\"gate.rehearsal\" value=\"yes\""))
        #expect(written.output.contains("which firmware ran: none"), "\(written.output)")
    }
}
