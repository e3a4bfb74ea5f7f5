import Foundation
import Ground
import TestSupport
import Testing

/// `trammel run` with a firmware to write first, on a bench whose devices lose power meanwhile.
@Suite struct WiredFlashTests {
    private let results: Scratch

    init() throws {
        results = try Scratch()
        try Scratch.write("not an image, but a firmware", to: results("door.bin"))
    }

    private func run(
        _ flash: String, _ more: [String] = [], on manner: WiredBench.Manner = WiredBench.Manner()
    ) throws -> (ended: Program.Ended, bench: WiredBench) {
        var bench: WiredBench?
        let ended = try WiredBench.judged {
            let fresh = try WiredBench(manner)
            bench = fresh
            try? FileManager.default.removeItem(atPath: results("out"))
            let words = [
                "run", "configurationExchange", "--output", results("out"), "--firmware", results("door.bin"),
                "--flash", flash.replacing("POWER", with: "'\(fresh.scratch("power"))' door"),
            ]
            return try Program(words + more + fresh.options).end()
        }
        return (ended, try #require(bench))
    }

    private var verdict: String { Scratch.text(of: results("out/001-configurationExchange-seed1/journal.jsonl")) ?? "" }

    @Test("the file is written, the start is witnessed, and each run says so")
    func witnessed() throws {
        let (ended, bench) = try run(
            "cp \"$TRAMMEL_FIRMWARE\" '\(results("written"))'; POWER; echo '** Verified OK **'",
            ["--must-print", "** Verified OK **"], on: WiredBench.Manner(boots: true))
        #expect(ended.status == 0 && bench.acts == 1, "\(ended.output)\(ended.error)")
        #expect(Scratch.text(of: results("written")) == "not an image, but a firmware")
        #expect(
            verdict.contains("the command printed that it was") && verdict.contains("*** Booting door v1.4.2 ***"),
            "\(verdict)")
        #expect(Scratch.text(of: results("out/flash.log"))?.contains("** Verified OK **") == true)
    }

    @Test("a start that no console shows is not witnessed, and each run says so")
    func silent() throws {
        let (ended, _) = try run("POWER", on: WiredBench.Manner(off: .milliseconds(2500), endsEarly: true))
        #expect(ended.status == 0, "\(ended.output)\(ended.error)")
        #expect(verdict.contains("nothing shows that the firmware started"), "\(verdict)")
    }

    @Test(
        "a firmware that was not written for certain is the rig's error, and nothing is played",
        arguments: [
            ("echo broken; exit 1", [], "its last line was \"broken\""),
            ("head -c 10000000 /dev/zero | tr '\\0' x; echo; echo end", ["--must-print", "OK"], "no line with \"OK\""),
            ("echo 'Verify Failed'", ["--must-not-print", "Failed"], "printed \"Verify Failed\""),
            ("sleep 600", ["--flash-limit", "1"], "did not end within 1.00 s"),
            ("true", ["--verify", "echo differs; false", "--recover", "true"], "after 'true'"),
            ("echo more >> \"$TRAMMEL_FIRMWARE\"", [], "was changed before or while it was written"),
        ] as [(String, [String], String)])
    func unwritten(flash: String, more: [String], words: String) throws {
        let (ended, _) = try run(flash, more)
        #expect(ended.status == 3, "\(ended.output)\(ended.error)")
        let told = ended.error.split(whereSeparator: \.isWhitespace).suffix(200).joined(separator: " ")
        #expect(told.contains(words), "\(told.suffix(2_000))")
        #expect(!FileManager.default.fileExists(atPath: results("out/001-configurationExchange-seed1")))
        let log = Scratch.bytes(of: results("out/flash.log")) ?? []
        #expect(!log.isEmpty && log.count <= 1 << 20)
    }

    @Test("a console that is not back afterwards is the rig's error, and nothing is played")
    func lost() throws {
        let (ended, _) = try run("POWER", on: WiredBench.Manner(endsEarly: true, losesConsole: true))
        #expect(ended.status == 3, "\(ended.output)\(ended.error)")
        let told = ended.error.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(told.contains("the console of door is not back"), "\(told)")
        #expect(!FileManager.default.fileExists(atPath: results("out/001-configurationExchange-seed1")))
    }

    @Test("an accessory that reports other firmware than what was written is the rig's error, and nothing is played")
    func identity() throws {
        let file = try #require(Scratch.bytes(of: "/bin/true"))
        let mark: [UInt8] = [4, 0, 0, 0, 20, 0, 0, 0, 3, 0, 0, 0, 0x47, 0x4E, 0x55, 0]
        let place = try #require(file.indices.first { file[$0...].starts(with: mark) }) + mark.count
        let own = file[place..<place + 20].hex(separator: "")
        try Scratch.write(file, to: results("door.bin"))
        let (same, _) = try run("true", on: WiredBench.Manner(says: "build id \(own)"))
        #expect(
            same.status == 0 && verdict.contains("the identity of the running firmware is claimed"),
            "\(same.error)\(verdict)")
        let (other, _) = try run("true", on: WiredBench.Manner(says: "build id \(String(own.reversed()))"))
        let told = other.error.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(other.status == 3 && told.contains("does not run the firmware"), "\(other.output)\(told)")
    }

    @Test("a rig that names the programs needs no command, and one that names none needs one")
    func namedByRig() throws {
        let desk = try Program.run("rig", "export", "deskBench").output
        let tool =
            #"{"write": ["cp", "{image}", "\#(results("written"))"], "verify": ["echo", "same"]}"#
        let own = desk.replacing(#""name" : "door","#, with: #""name" : "door", "firmware": \#(tool),"#)
        try Scratch.write(own, to: results("desk.json"))
        let ended = try WiredBench.judged {
            let bench = try WiredBench()
            try? FileManager.default.removeItem(atPath: results("out"))
            let words = [
                "run", "configurationExchange", "--output", results("out"), "--firmware", results("door.bin"),
                "--rig", results("desk.json"),
            ]
            return try Program(words + bench.ports).end()
        }
        #expect(ended.status == 0 && verdict.contains("a second command verified it"), "\(ended.output)\(ended.error)")
        #expect(Scratch.text(of: results("written")) == "not an image, but a firmware")
        try Scratch.write(own.replacing(#""cp""#, with: #""/nowhere/at/all""#), to: results("lost.json"))
        let lost = try Program.run("check", "--rig", results("lost.json"))
        let told = (lost.output + lost.error).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(told.contains("/nowhere/at/all, which writes the firmware of door"), "\(told)")
        let without = try Program.run("run", "fullFlow", "--rig", "deskBench", "--firmware", results("door.bin"))
        #expect(without.status == 64, "\(without.error)")
    }

    @Test("firmware and command need each other, and a real accessory")
    func usage() throws {
        let alone = try Program.run("run", "fullFlow", "--firmware", results("door.bin"))
        #expect(alone.status == 64, "\(alone.error)")
        let without = try Program.run("run", "fullFlow", "--flash", "true")
        #expect(without.status == 64, "\(without.error)")
        let simulated = try Program.run("run", "fullFlow", "--firmware", results("door.bin"), "--flash", "true")
        #expect(simulated.status == 64, "\(simulated.error)")
        let file = results("door.bin")
        let blank = try Program.run("run", "fullFlow", "--rig", "deskBench", "--firmware", file, "--flash", " ")
        #expect(blank.status == 64, "\(blank.error)")
        let verify = try Program.run("run", "fullFlow", "--verify", "true")
        #expect(verify.status == 64, "\(verify.error)")
    }
}
