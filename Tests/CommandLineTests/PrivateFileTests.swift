import Foundation
import Glibc
import TestSupport
import Testing

/// Files that contain keys or firmware must be readable by their owner only.
@Suite struct PrivateFileTests {
    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    @Test("traces, and files made from them with all their contents, are readable only by their owner")
    func traces() throws {
        let scratch = try Scratch()
        try #require(try Program.run("run", "fullFlow", "--output", scratch("runs")).status == 0)
        let run = scratch("runs/001-fullFlow-seed1")
        #expect(mode("\(run)/trace.pcapng") == 0o600)
        for command in [
            ["export", run, "--btsnoop", scratch("all.btsnoop")], ["show", run, "--html", scratch("page.html")],
            ["import", scratch("all.btsnoop"), "--output", scratch("again.pcapng")],
        ] {
            let ended = try Program(command).end()
            try #require(ended.status == 0, "\(command): \(ended.output)\(ended.error)")
        }
        for name in ["all.btsnoop", "page.html", "again.pcapng"] { #expect(mode(scratch(name)) == 0o600, "\(name)") }
        // Redacted files are meant to be shared.
        let shared = try Program.run("export", run, "--redact", "--btsnoop", scratch("shared.btsnoop"))
        #expect(shared.status == 0 && (mode(scratch("shared.btsnoop")) ?? 0) & 0o040 != 0, "\(shared.error)")
    }

    /// All regular files below a folder, by their paths in it.
    private func files(below folder: String, _ place: String = "") -> [String] {
        (Scratch.names(in: "\(folder)/\(place)") ?? []).flatMap { name in
            let path = place.isEmpty ? name : "\(place)/\(name)"
            let below = files(below: folder, path)
            return Scratch.names(in: "\(folder)/\(path)") == nil ? [path] : below
        }
    }

    /// The initialization vectors that a run's journal names.
    private func vectors(in journal: String) -> [[UInt8]] {
        (Scratch.text(of: journal) ?? "").components(separatedBy: "\"initialization\":{\"bytes\":[").dropFirst().map {
            $0.prefix { $0 != "]" }.split(separator: ",").compactMap { UInt8($0) }
        }
    }

    /// Returns whether a file contains a secret as bytes, or in one of the forms in which texts give it.
    private func holds(_ secret: [UInt8], _ path: String) -> Bool {
        guard let bytes = Scratch.bytes(of: path) else { return false }
        let hex = secret.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let forms = [
            secret, Array(hex.joined().utf8), Array(hex.joined(separator: " ").utf8),
            Array(secret.map(String.init).joined(separator: ",").utf8),
        ]
        return forms.contains { !bytes.ranges(of: $0).isEmpty }
    }

    /// Checks every file of an evidence folder; returns those that contain one of the secrets.
    private func secretive(_ folder: String, _ secrets: [[UInt8]]) throws -> Set<String> {
        try #require(!secrets.isEmpty && secrets.allSatisfy { $0.count >= 6 })
        let all = files(below: folder)
        for name in all { #expect(mode("\(folder)/\(name)") == 0o600, "\(name)") }
        return Set(all.filter { name in secrets.contains { holds($0, "\(folder)/\(name)") } })
    }

    private static let defective = ["--port", "door=simulated:defect=neverStarts,name=Door"]

    @Test("a failed run quotes frames with keys in many files, and every file of its folder is its owner's")
    func wholeRun() throws {
        let scratch = try Scratch()
        let reports = ["junit", "ctrf", "tap", "otel", "code-quality"]
        let options = reports.flatMap { ["--\($0)", scratch("out/\($0)")] }
        try #require(mkdir(scratch("out"), 0o755) == 0)
        let command = ["run", "configurationExchange", "--output", scratch("out")]
        let ended = try Program(command + options + Self.defective).end()
        #expect(ended.status == 1, "\(ended.output)\(ended.error)")
        let run = "001-configurationExchange-seed1"
        let found = try secretive(scratch("out"), vectors(in: scratch("out/\(run)/journal.jsonl")))
        let ofRun = ["trace.pcapng", "journal.jsonl", "verdict.json", "page.html"].map { "\(run)/\($0)" }
        #expect(found.isSuperset(of: ofRun + ["report.xml", "index.html", "junit"]), "\(found)")
        let shared = scratch("shared.btsnoop")
        try #require(try Program.run("export", scratch("out/\(run)"), "--redact", "--btsnoop", shared).status == 0)
        #expect(vectors(in: scratch("out/\(run)/journal.jsonl")).allSatisfy { !holds($0, shared) })
    }

    @Test("so is every file of a gate's")
    func wholeGate() throws {
        let scratch = try Scratch()
        try Scratch.write("a firmware with secrets", to: scratch("door.bin"))
        let plan = """
            {"kind": "trammel gate plan", "version": 1, "plan": {"name": "short", "summary": "Short", "entries": [
            {"content": {"prove": {"scenarios": {"terms": [{"named": {"name": "configurationExchange"}}], "except": []},
            "proof": {"clean": {"below": {"perMillion": 500000}, "confidence": {"perMillion": 950000}}}}}}]}}
            """
        try Scratch.write(plan, to: scratch("plan.json"))
        let ended = try Program(
            [
                "gate", scratch("plan.json"), "--firmware", scratch("door.bin"), "--output", scratch("gate"), "--flash",
                "true", "--rig", "simulated",
            ] + Self.defective, environment: ["XDG_STATE_HOME": scratch("state")]
        ).end()
        #expect(ended.status == 1, "\(ended.output)\(ended.error)")
        let run = "001-configurationExchange-seed1"
        let vectors = vectors(in: scratch("gate/\(run)/journal.jsonl"))
        let found = try secretive(scratch("gate"), vectors + [Array("a firmware with secrets".utf8)])
        let ofRun = ["trace.pcapng", "journal.jsonl", "verdict.json", "page.html"].map { "\(run)/\($0)" }
        #expect(found.isSuperset(of: ofRun + ["report.xml", "firmware/candidate.bin"]), "\(found)")
    }

    @Test("so is a gate's copy of the firmware")
    func firmware() throws {
        let scratch = try Scratch()
        try Scratch.write("firmware", to: scratch("door.bin"))
        let gate = try Program(
            [
                "gate", "--firmware", scratch("door.bin"), "--output", scratch("gate"), "--flash", "exit 1",
            ], environment: ["XDG_STATE_HOME": scratch("state")]
        ).end()
        #expect(gate.status == 3, "\(gate.output)\(gate.error)")
        #expect(mode(scratch("gate/firmware/candidate.bin")) == 0o600)
    }
}
