import Glibc
import TestSupport
import Testing

/// Opening a FIFO blocks until another process opens it for writing. No command waits for that: each reads regular
/// files only.
@Suite struct FIFOTests {
    private let scratch: Scratch
    private let place: [String: String]

    init() throws {
        scratch = try Scratch()
        place = ["XDG_STATE_HOME": scratch("state")]
    }

    private func makeFIFO(_ path: String) throws { try #require(mkfifo(path, 0o600) == 0) }

    /// Runs a command that must not pass, and must not wait.
    private func expectRefused(_ command: [String], _ what: String = "") throws {
        let ended = try Program(command, environment: place).end()
        #expect([3, 4, 64].contains(ended.status), "\(what) \(command): \(ended.status) \(ended.output)\(ended.error)")
    }

    private func playRun() throws -> String {
        let ended = try Program.run("run", "tagOpensApp", "--output", scratch("runs"))
        try #require(ended.status == 0)
        return scratch("runs/001-tagOpensApp-seed1")
    }

    /// Plays a gate of five runs; a rehearsal, because nothing writes the firmware.
    private func playGate() throws -> String {
        try Scratch.write(Self.plan, to: scratch("plan.json"))
        try Scratch.write("firmware", to: scratch("door.bin"))
        let ended = try Program(
            [
                "gate", scratch("plan.json"), "--firmware", scratch("door.bin"), "--output", scratch("gate"), "--rig",
                "simulated",
            ], environment: place
        ).end()
        try #require(ended.status == 4, "\(ended.output)\(ended.error)")
        return scratch("gate")
    }

    private static let plan = """
        {"kind": "trammel gate plan", "version": 1, "plan": {"name": "short", "summary": "A short plan", "entries": [
        {"content": {"prove": {"scenarios": {"terms": [{"named": {"name": "tagOpensApp"}}], "except": []},
        "proof": {"clean": {"below": {"perMillion": 500000}, "confidence": {"perMillion": 950000}}}}}}]}}
        """

    @Test("no command waits for a FIFO that it was given as a file or a folder")
    func arguments() throws {
        let (run, gate) = (try playRun(), try playGate())
        let (fifo, json, swift) = (scratch("fifo"), scratch("fifo.json"), scratch("fifo.swift"))
        for path in [fifo, json, swift] { try makeFIFO(path) }
        let (plan, firmware) = (scratch("plan.json"), scratch("door.bin"))
        let newGate = ["gate", plan, "--firmware", firmware, "--output", scratch("none")]
        let commands = [
            ["show", fifo], ["replay", fifo], ["reduce", fifo], ["diff", fifo, run], ["diff", run, fifo],
            ["export", fifo, "--btsnoop", scratch("out")], ["import", fifo, "--output", scratch("out")],
            ["diagnose", fifo], ["report", fifo], ["history", "import", fifo], ["history", "show", "--store", fifo],
            ["history", "import", scratch("runs"), "--store", fifo], ["compare", "a", "b", "--store", fifo],
            ["flaky", "--store", fifo], ["trend", "frames", "--store", fifo],
            ["gate", "verify", fifo], ["gate", "verify", gate, "--firmware", fifo],
            ["gate", "verify", gate, "--plan", json], ["gate", "verify", gate, "--key", fifo],
            ["gate", "verify", gate, "--quarantine", json],
            ["gate", json, "--firmware", firmware, "--output", scratch("none")],
            ["gate", plan, "--firmware", fifo, "--output", scratch("none")],
            newGate + ["--key", fifo], newGate + ["--quarantine", json],
            ["run", json], ["run", swift], ["check", json], ["check", swift], ["check", "--plan", json],
            ["check", "--plist", fifo], ["list", json],
            ["tag", "route", "--list", fifo, "--app", "ABCDE12345.com.example.door"],
            ["tag", "route", "https://example.com/", "--association", fifo],
            ["bisect", "answersAtOnce", "--flash", "true", "--list", fifo, "--output", scratch("none")],
        ]
        for command in commands { try expectRefused(command) }
        #expect(Scratch.names(in: scratch("none")) == nil && access(scratch("out"), F_OK) != 0)
    }

    @Test("nor for one in place of any file of a run", arguments: ["trace.pcapng", "journal.jsonl", "verdict.json"])
    func run(name: String) throws {
        let run = try playRun()
        unlink("\(run)/\(name)")
        try makeFIFO("\(run)/\(name)")
        for command in [
            ["show", run], ["replay", run], ["reduce", run], ["diagnose", run], ["report", scratch("runs")],
            ["export", run, "--btsnoop", scratch("out")],
        ] {
            let ended = try Program(command, environment: place).end()
            // The trace alone suffices for some of them, and they say that the rest is missing.
            let needs = name == "trace.pcapng" || !["export", "reduce", "replay"].contains(command[0])
            #expect(ended.status != 0 || !needs, "\(name), \(command): \(ended.output)\(ended.error)")
        }
    }

    @Test("nor for one in place of any file of a gate")
    func gate() throws {
        let gate = try playGate()
        let run = try #require(Scratch.names(in: gate)?.first { $0.hasPrefix("001-") })
        let names = ["record.jsonl", "gate.json", "plan.json", "gate.xml", "gate.html"]
        let ofRun = ["verdict.json", "journal.jsonl", "trace.pcapng", "manifest.sha256", "membership.json"]
        for name in names + ofRun.map({ "\(run)/\($0)" }) {
            let path = "\(gate)/\(name)"
            let bytes = try #require(Scratch.bytes(of: path), "\(name)")
            unlink(path)
            try makeFIFO(path)
            try expectRefused(["gate", "verify", gate], name)
            _ = try Program(["history", "import", gate, "--store", scratch("store")], environment: place).end()
            unlink(path)
            try Scratch.write(bytes, to: path)
        }
    }
}
