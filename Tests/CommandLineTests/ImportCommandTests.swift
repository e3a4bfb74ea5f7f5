import Foundation
import TestSupport
import Testing

@Suite struct ImportCommandTests {
    @Test("a run is exported as btsnoop, imported again and shown")
    func roundTrip() throws {
        let scratch = try Scratch()
        let ended = try Program.run("run", "fullFlow", "--output", scratch("run"))
        try #require(ended.status == 0, "\(ended.output)\(ended.error)")
        let run = scratch("run/001-fullFlow-seed1")
        let log = scratch("out.log")
        let exported = try Program.run("export", run, "--btsnoop", log)
        #expect(exported.status == 0 && exported.output.contains("composed around the frames"), "\(exported)")
        let imported = try Program.run("import", log, "--output", scratch("in.pcapng"))
        #expect(imported.status == 0, "\(imported)")
        #expect(imported.output.contains("Nearby Interaction: accessory configuration data on handle"))
        let shown = try Program.run("show", scratch("in.pcapng"))
        #expect(shown.status == 0 && shown.error.isEmpty)
        #expect(shown.output.contains("(Nordic UART RX): initialize"))
    }

    @Test("a redacted trace has no address of the run, whether exported or imported")
    func redacted() throws {
        let scratch = try Scratch()
        try #require(try Program.run("run", "fullFlow", "--output", scratch("run")).status == 0)
        let run = scratch("run/001-fullFlow-seed1")
        let shown = try Program.run("show", run).output
        let address = try #require(shown.firstMatch(of: /connected to ([0-9A-F:]{17})/)?.1)
        let octets = try address.split(separator: ":").map { try #require(UInt8($0, radix: 16)) }
        let (plain, exported, imported) = (scratch("plain.log"), scratch("exported.log"), scratch("imported.pcapng"))
        #expect(try Program.run("export", run, "--btsnoop", plain).status == 0)
        #expect(try Program.run("export", run, "--btsnoop", exported, "--redact").status == 0)
        #expect(try Program.run("import", plain, "--output", imported, "--redact").status == 0)
        let wire = Data(octets.reversed())
        #expect(try Data(contentsOf: URL(filePath: plain)).range(of: wire) != nil)
        for path in [exported, imported] {
            #expect(try Data(contentsOf: URL(filePath: path)).range(of: wire) == nil, "\(path)")
        }
    }

    @Test("a file that is no capture is refused with the byte and the reason")
    func refused() throws {
        let scratch = try Scratch()
        try Data("hello".utf8).write(to: URL(filePath: scratch("x.log")))
        let ended = try Program.run("import", scratch("x.log"))
        #expect(ended.status == 3 && ended.error.contains("byte 0: text, and not of the Qorvo command line"))
        #expect(try Program.run("export", scratch("x.log")).status == 64)
    }

    @Test("a redacted run keeps its steps' kinds, its verdict and its tag commands, and nothing that identifies it")
    func ownTrace() throws {
        let scratch = try Scratch()
        try #require(try Program.run("run", "fullFlow", "--output", scratch("run")).status == 0)
        let run = scratch("run/001-fullFlow-seed1")
        let plain = try Program.run("import", run, "--output", scratch("plain.pcapng"))
        #expect(plain.status == 3 && plain.error.contains("is a trace of this program"), "\(plain)")
        for (number, source) in [run, run + "/trace.pcapng"].enumerated() {
            let output = scratch("redacted\(number).pcapng")
            let ended = try Program.run("import", source, "--redact", "--output", output)
            #expect(ended.status == 0 && ended.output.contains("frames"), "\(ended)")
            let shown = try Program.run("show", output)
            #expect(shown.status == 0 && shown.output.contains("passed"), "\(shown)")
            #expect(try Program.run("show", output, "--link", "nfc reader").output.contains("READ"))
            let bytes = try Data(contentsOf: URL(filePath: output))
            for secret in ["doorTag", "/door/open", "com.example"] {
                #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret)")
            }
            #expect(try Program.run("replay", output).status == 3)
        }
    }

    @Test("a damaged run is redacted up to its damage, and the damage is reported")
    func damagedOwnTrace() throws {
        let scratch = try Scratch()
        try #require(try Program.run("run", "fullFlow", "--output", scratch("run")).status == 0)
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: scratch("run/001-fullFlow-seed1/trace.pcapng"))))
        // An invalid block length in the middle of the file.
        let middle = bytes.count / 2 & ~3
        for place in middle..<middle + 400 { bytes[place] = 0xFF }
        try Data(bytes).write(to: URL(filePath: scratch("damaged.pcapng")))
        let ended = try Program.run("import", scratch("damaged.pcapng"), "--redact", "--output", scratch("r.pcapng"))
        #expect(ended.status == 3 && ended.error.contains("cannot be read to its end"), "\(ended)")
        let shown = try Program.run("show", scratch("r.pcapng"), "--kind", "gap")
        #expect(shown.output.contains("something is missing here"), "\(shown)")
        #expect(try Program.run("import", "x.log", "--accessory", "a", "--accessory", "a").status == 64)
    }

    @Test("a capture or trace is imported from a pipe as from a file, and a pipe needs a path for the trace")
    func pipe() throws {
        let scratch = try Scratch()
        try #require(try Program.run("run", "fullFlow", "--output", scratch("run")).status == 0)
        let run = scratch("run/001-fullFlow-seed1")
        let log = scratch("out.log")
        try #require(try Program.run("export", run, "--btsnoop", log).status == 0)
        try #require(try Program.run("import", log, "--output", scratch("file.pcapng")).status == 0)
        func piped(_ source: String, _ arguments: String...) throws -> Program.Ended {
            try Program(arguments, launcher: ["/bin/sh", "-c", "cat '\(source)' | \"$0\" \"$@\""]).end()
        }
        for (number, name) in ["-", "/dev/stdin"].enumerated() {
            let trace = scratch("pipe\(number).pcapng")
            let ended = try piped(log, "import", name, "--output", trace)
            #expect(ended.status == 0, "\(ended)")
            let same =
                try Data(contentsOf: URL(filePath: trace)) == Data(contentsOf: URL(filePath: scratch("file.pcapng")))
            #expect(same)
        }
        #expect(try piped(log, "import", "-").status == 64)
        let redacted = try piped(run + "/trace.pcapng", "import", "-", "--redact", "--output", scratch("r.pcapng"))
        #expect(redacted.status == 0 && redacted.output.contains("frames"), "\(redacted)")
    }

    @Test("an accessory in a capture gets the name that a scenario uses for it")
    func named() throws {
        let scratch = try Scratch()
        try #require(try Program.run("run", "fullFlow", "--output", scratch("run")).status == 0)
        let log = scratch("out.log")
        try #require(try Program.run("export", scratch("run/001-fullFlow-seed1"), "--btsnoop", log).status == 0)
        let trace = scratch("in.pcapng")
        let ended = try Program.run("import", log, "--output", trace, "--accessory", "door")
        #expect(ended.status == 0 && ended.output.contains("door is "), "\(ended)")
        #expect(try Program.run("show", trace, "--link", "bluetooth door").output.contains("accessory configuration"))
    }
}
