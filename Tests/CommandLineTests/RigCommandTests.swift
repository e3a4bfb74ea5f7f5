import Foundation
import TestSupport
import Testing

/// Rigs that are files: written by the program, changed by people, and played.
@Suite struct RigCommandTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Writes a rig of the program to a file and returns the file's path.
    private func exported(_ rig: String, _ options: String...) throws -> String {
        let ended = try Program(["rig", "export", rig] + options).end()
        #expect(ended.status == 0 && ended.error.isEmpty, "\(ended.error)")
        try Scratch.write(ended.output, to: scratch("\(rig).json"))
        return scratch("\(rig).json")
    }

    @Test("an exported rig plays as the one that it came from, and every report calls it by its file")
    func played() throws {
        let file = try exported("simulated", "--port", "door=simulated:defect=bigEndianSessionID,name=Door")
        let ended = try Program.run("run", "probe.sessionID", "--rig", file, "--output", scratch("results"))
        #expect(ended.status == 1, "\(ended.output)\(ended.error)")
        #expect(ended.words.contains("on \(file), seed 1"), "\(ended.words)")
        let page = try #require(Scratch.text(of: scratch("results/index.html")))
        #expect(page.contains("--rig \(file)"))
        #expect(try Program.run("run", "probe.sessionID", "--rig", file, "--last-failed").status == 64)
        let again = try Program.run("replay", scratch("results/001-probe.sessionID-seed1"))
        #expect(again.status == 0, "\(again.output)\(again.error)")
    }

    @Test("every command that takes a rig takes its file")
    func everywhere() throws {
        let file = try exported("simulated")
        #expect(try Program.run("check", "fullFlow", "--rig", file).status == 0)
        #expect(try Program.run("tag", "read", "doorTag", "--rig", file).status == 0)
        try Scratch.write("firmware", to: scratch("door.bin"))
        let gate = try Program.run(
            "gate", "--firmware", scratch("door.bin"), "--rig", file, "--dry-run", "--output", scratch("gate"))
        #expect(gate.status == 0 && gate.words.contains(" on \(file): "), "\(gate.output)\(gate.error)")
    }

    @Test("a rig's file with mistakes is refused, with all of them and their places")
    func mistakes() throws {
        let text = #"{"kind": "trammel rig", "version": 1, "rig": {"kind": "hardware", "uwb": "usb:19", "ufo": 1}}"#
        try Scratch.write(text, to: scratch("bad.json"))
        let ended = try Program.run("run", "fullFlow", "--rig", scratch("bad.json"))
        #expect(ended.status == 64)
        let lines = ended.error.split(separator: "\n").filter { $0.contains("bad.json:1:") }
        #expect(lines.count == 2, "\(ended.error)")
        for (name, part) in [("none.json", "there is no rig file"), ("folder.json", "is not a regular file")] {
            if name == "folder.json" { _ = mkdir(scratch(name), 0o700) }
            let refused = try Program.run("run", "fullFlow", "--rig", scratch(name))
            #expect(refused.status == 64 && refused.error.contains(part), "\(refused.error)")
        }
    }

    @Test("a rig that is detected is written to a new file only, and can be checked")
    func detected() throws {
        let ended = try Program.run("rig", "detect", "--write", scratch("bench.json"))
        // A machine of CI has no devices; a desk may have some.
        guard ended.status == 0 else {
            #expect(ended.status == 4 && ended.output.contains("no device of a bench is plugged in"))
            #expect(Scratch.bytes(of: scratch("bench.json")) == nil)
            return
        }
        #expect([0, 3].contains(try Program.run("check", "--rig", scratch("bench.json")).status))
    }
}
