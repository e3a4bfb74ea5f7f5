import Foundation
import TestSupport
import Testing

/// A few recorded runs shared by all tests.
final class RecordedRuns {
    let scratch: Scratch
    /// The folders of `fullFlow` with seed 1 and with seed 2.
    var one: String { scratch("runs/001-fullFlow-seed1") }
    var other: String { scratch("runs/002-fullFlow-seed2") }
    var trace: String { "\(one)/trace.pcapng" }

    init() throws {
        scratch = try Scratch()
        let ended = try Program.run("run", "fullFlow", "--seeds", "2", "--output", scratch("runs"))
        try #require(ended.status == 0, "\(ended.output)\(ended.error)")
    }
}

@Suite struct ShowTests {
    private let runs = try? RecordedRuns()

    private func recorded() throws -> RecordedRuns { try #require(runs) }

    @Test("a run's folder, or its trace, is shown frame by frame with the steps between")
    func timeline() throws {
        let folder = try Program.run("show", recorded().one)
        let file = try Program.run("show", recorded().trace)
        #expect(folder.status == 0 && folder.error.isEmpty && folder.output == file.output)
        for text in [
            "scenario fullFlow on rig simulated with seed 1", "step started    step 1, connect to door",
            "-> bluetooth door  Write Request 0x0006 (Nordic UART RX): initialize", "door entered near at",
            "SESSION_INIT answered OK", "verdict         passed",
        ] {
            #expect(folder.output.contains(text), "\(text)")
        }
    }

    @Test("links, kinds and times filter what is shown")
    func filters() throws {
        let trace = try recorded().trace
        let zones = try Program.run("show", trace, "--kind", "zone")
        #expect(zones.output.split(separator: "\n").count == 2)
        let early = try Program.run("show", trace, "--to", "100ms", "--link", "kit")
        #expect(early.output.contains("CORE_DEVICE_RESET") && !early.output.contains("RANGE_START"))
        #expect(!early.output.contains("bluetooth door"))
        #expect(try Program.run("show", trace, "--from", "soon").status == 64)
        #expect(try Program.run("show", trace, "--json", "--html", "x.html").status == 64)
        #expect(try Program.run("show").status == 64)
    }

    @Test("every line of --json is an object")
    func json() throws {
        let ended = try Program.run("show", recorded().trace, "--json")
        let lines = ended.output.split(separator: "\n")
        #expect(lines.count > 200)
        for line in lines {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(object?["instant"] is Int && object?["kind"] is String && object?["text"] is String)
        }
    }

    @Test("--html writes a page")
    func page() throws {
        let path = try recorded().scratch("run.html")
        let ended = try Program.run("show", recorded().one, "--html", path)
        #expect(ended.status == 0 && ended.output.isEmpty)
        let page = try #require(Scratch.text(of: path))
        #expect(page.hasPrefix("<!doctype html>") && page.contains("<svg class=\"chart timed\""))
        let nowhere = try Program.run("show", recorded().one, "--html", "/nowhere/run.html")
        #expect(nowhere.status == 3 && nowhere.error.contains("/nowhere/run.html cannot be written"))
    }

    @Test("no command overwrites a file that already exists")
    func replacesNothing() throws {
        let scratch = try Scratch()
        let path = scratch("mine")
        for words in [
            ["show", try recorded().one, "--html", path], ["reduce", try recorded().trace, "--output", path],
            ["export", try recorded().trace, "--btsnoop", path], ["import", try recorded().trace, "--output", path],
        ] {
            try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
            let ended = try Program(words).end()
            #expect(ended.status == 64 && ended.error.contains("is there already"), "\(words): \(ended.error)")
            #expect(Scratch.text(of: path) == "mine")
        }
    }

    @Test("a trace that ends inside a block is shown up to there and does not count as passed")
    func cut() throws {
        let scratch = try Scratch()
        let whole = try #require(Scratch.bytes(of: recorded().trace))
        try Data(whole.prefix(whole.count * 2 / 3)).write(to: URL(fileURLWithPath: scratch("cut.pcapng")))
        let ended = try Program.run("show", scratch("cut.pcapng"), "--html", scratch("cut.html"))
        #expect(ended.status == 0 && ended.error.contains("the trace has no verdict: the run was aborted"))
        #expect(Scratch.text(of: scratch("cut.html"))?.contains("aborted: the trace has no verdict") == true)
        let printed = try Program.run("show", scratch("cut.pcapng"))
        #expect(printed.output.contains("RANGE_START answered OK") && !printed.output.contains("verdict"))
    }

    @Test("a file that is no trace is refused with the place and the reason")
    func noTrace() throws {
        let scratch = try Scratch()
        try Data("not a trace at all".utf8).write(to: URL(fileURLWithPath: scratch("a.txt")))
        let ended = try Program.run("show", scratch("a.txt"))
        #expect(ended.status == 3 && ended.error.contains("cannot be read to its end: byte 0: "))
        #expect(try Program.run("show", scratch("missing.pcapng")).status == 3)
        #expect(try Program.run("diff", scratch("a.txt"), recorded().trace).status == 3)
    }

    @Test("the tally counts frames and says how fast they were read")
    func tally() throws {
        let ended = try Program.run("show", recorded().trace, "--tally")
        #expect(ended.output.contains("2 zone\n") && ended.output.contains(" frames read and decoded"))
        #expect(!ended.output.contains("a second"), "a few hundred frames say nothing about a speed")
        #expect(try Program.run("show", recorded().trace, "--tally", "--kind", "zone").status == 64)
    }

    @Test("a file that holds no trace is an error, in whatever form it is shown")
    func empty() throws {
        let scratch = try Scratch()
        try Scratch.write("", to: scratch("empty"))
        for way in [[], ["--tally"], ["--json"], ["--html", scratch("empty.html")]] {
            let ended = try Program(["show", scratch("empty")] + way).end()
            #expect(ended.status == 3 && ended.error.contains("empty holds no trace"), "\(way): \(ended.error)")
            #expect(ended.output.isEmpty)
        }
        #expect(Scratch.bytes(of: scratch("empty.html")) == nil)
        let device = try Program.run("show", "/dev/null")
        #expect(device.status == 3 && device.error.contains("is a device, not a regular file"), "\(device.error)")
    }

    @Test("an unknown kind is refused with a list of the known ones, and case does not matter")
    func kinds() throws {
        let trace = try recorded().trace
        let unknown = try Program.run("show", trace, "--kind", "no\u{1B}such")
        #expect(unknown.status == 64 && unknown.output.isEmpty)
        #expect(unknown.error.contains("there is no kind 'no\\u{1b}such'; there are: att, nearby interaction, "))
        let capital = try Program.run("show", trace, "--kind", "ATT")
        #expect(capital.status == 0 && capital.output.contains("Write Request"))
        #expect(capital.output == (try Program.run("show", trace, "--kind", "att").output))
    }

    @Test("a filter that cannot match is reported: an unknown link, reversed times, a selection that leaves nothing")
    func nothingFits() throws {
        let trace = try recorded().trace
        let link = try Program.run("show", trace, "--link", "nosuch")
        #expect(link.status == 4 && link.output.contains("step 1, connect to door"))
        #expect(link.error.contains("nothing is on a link 'nosuch'; there are: uwb kit, "), "\(link.error)")
        #expect(link.error.contains("bluetooth door"))
        let times = try Program.run("show", trace, "--from", "3", "--to", "1")
        #expect(times.status == 64 && times.error.contains("--to 1.000 s comes before --from 3.000 s"))
        let none = try Program.run("show", trace, "--kind", "zone", "--to", "0.1")
        #expect(none.status == 4 && none.output.isEmpty)
        #expect(none.error.firstMatch(of: /none of \d{3} events matches\n/) != nil, "\(none.error)")
    }

    @Test(
        "the dissector reads every UCI packet in tshark and takes damaged ones without a Lua error",
        .enabled(if: WiresharkProgram.tshark != nil, "tshark is not on this machine"))
    func dissector() throws {
        let tshark = try #require(WiresharkProgram.tshark)
        let scratch = try Scratch()
        let script = try Program.run("show", "--lua")
        #expect(script.status == 0)
        try Data(script.output.utf8).write(to: URL(fileURLWithPath: scratch("uci.lua")))
        var file = try #require(Scratch.bytes(of: recorded().trace))
        let good = try tshark.output(
            ["-X", "lua_script:\(scratch("uci.lua"))", "-r", recorded().trace], withErrors: true)
        for text in ["UCI 5 CORE_DEVICE_RESET_RSP OK", "SESSION_INIT_CMD 0x", "SESSION_INFO_NTF ", " cm"] {
            #expect(good.contains(text), "\(text)")
        }
        #expect(!good.contains("UNKNOWN") && !good.contains("Lua"))
        // Invalid lengths and counts inside UCI packets: the headers of ranging rounds begin with 62 00 00 38.
        var spoilt = 0
        for place in file.indices.dropLast(40) where file[place..<place + 4].elementsEqual([0x62, 0, 0, 0x38]) {
            file[place + [3, 4 + 24, 4 + 15][spoilt % 3]] = [0xFF, 0x11][spoilt % 2]
            spoilt += 1
        }
        #expect(spoilt > 10)
        try Data(file).write(to: URL(fileURLWithPath: scratch("spoilt.pcapng")))
        let bad = try tshark.output(
            ["-X", "lua_script:\(scratch("uci.lua"))", "-r", scratch("spoilt.pcapng"), "-V"], withErrors: true)
        #expect(!bad.contains("Lua Error") && bad.contains("The packet ends too early"))
    }
}
