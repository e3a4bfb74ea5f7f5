import Glibc
import TestSupport
import Testing

/// Files that contain keys or firmware must be readable by their owner only.
@Suite struct PrivateFileTests {
    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    @Test("traces, and what is made of them with all that is in them, are their owner's")
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
        // Redacted files are meant to be shared, and a verdict contains no secrets.
        let shared = try Program.run("export", run, "--redact", "--btsnoop", scratch("shared.btsnoop"))
        #expect(shared.status == 0 && (mode(scratch("shared.btsnoop")) ?? 0) & 0o040 != 0, "\(shared.error)")
        #expect((mode("\(run)/verdict.json") ?? 0) & 0o040 != 0)
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
