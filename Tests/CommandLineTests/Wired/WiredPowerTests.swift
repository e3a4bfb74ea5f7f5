import Foundation
import Ground
import TestSupport
import Testing

/// Devices that disappear because the rig switches their power must return in time, and are no fault until then.
@Suite struct WiredPowerTests {
    private func play(_ manner: WiredBench.Manner, _ scenario: String = "powerCycle") throws -> Program.Ended {
        try WiredBench.judged {
            let bench = try WiredBench(manner)
            let ended = try Program(["run", scenario, "--seed", "1"] + bench.options).end()
            #expect(bench.acts == 1, "\(ended.output)\(ended.error)")
            return ended
        }
    }

    @Test("console, kit and accessory go away with the power and return: the scenario passes, and replays")
    func allReturn() throws {
        let results = try Scratch()
        let ended = try WiredBench.judged {
            let bench = try WiredBench()
            try? FileManager.default.removeItem(atPath: results("out"))
            let words = ["run", "powerCycle", "--output", results("out")]
            let ended = try Program(words + bench.options).end()
            #expect(bench.acts == 1, "\(ended.output)\(ended.error)")
            return ended
        }
        #expect(ended.status == 0, "\(ended.output)\(ended.error)")
        #expect(!ended.error.contains("kernel"), "\(ended.error)")
        let journal = try #require(Scratch.text(of: results("out/001-powerCycle-seed1/journal.jsonl")))
        #expect(journal.contains("\"bench.doctor\""), "the machine is examined before the run")
        let replayed = try Program.run("replay", results("out/001-powerCycle-seed1"))
        #expect(replayed.status == 0, "\(replayed.output)\(replayed.error)")
    }

    @Test("a program that prints the console ends with the power, and is started again")
    func programConsole() throws {
        let ended = try WiredBench.judged {
            let bench = try WiredBench()
            let script = "#!/bin/sh\nexec cat '\(bench.scratch("console"))'\n"
            try Scratch.write(script, to: bench.scratch("log"))
            try #require(chmod(bench.scratch("log"), 0o755) == 0)
            let options = bench.options.map {
                $0.hasPrefix("door.console=") ? "door.console=pipe:\(bench.scratch("log"))" : $0
            }
            let ended = try Program(["run", "powerCycle", "--seed", "1"] + options).end()
            #expect(bench.acts == 1, "\(ended.output)\(ended.error)")
            return ended
        }
        #expect(ended.status == 0, "\(ended.output)\(ended.error)")
    }

    @Test("devices that return after the power program has ended are waited for")
    func lateReturn() throws {
        let ended = try play(WiredBench.Manner(off: .milliseconds(2500), endsEarly: true))
        #expect(ended.status == 0, "\(ended.output)\(ended.error)")
    }

    @Test("an accessory that fails while its power fades after the switch has reported it back is not to blame")
    func fadingPower() throws {
        let manner = WiredBench.Manner(off: .milliseconds(2500), endsEarly: true, lingers: .milliseconds(500))
        let ended = try play(manner)
        #expect(ended.status == 3 && ended.words.contains("cannot be judged"), "\(ended.output)\(ended.error)")
        let findings = ended.words.split(separator: " findings ").last ?? ""
        #expect(findings.split(separator: "end only when it is on again").count == 2, "\(ended.output)")
    }

    @Test("an accessory that crashes with its console after its power is back has failed")
    func crash() throws {
        let ended = try play(WiredBench.Manner(crashes: true))
        #expect(ended.status == 1 && !ended.words.contains("reported back"), "\(ended.output)\(ended.error)")
    }

    @Test("a console that does not return is an error of the rig that names it")
    func lostConsole() throws {
        let ended = try play(WiredBench.Manner(losesConsole: true))
        #expect(ended.status == 3, "\(ended.output)\(ended.error)")
        #expect(ended.words.contains("the console of door is not back"), "\(ended.output)")
    }

    @Test("a kit that does not return is an error of the rig that names it")
    func lostKit() throws {
        let ended = try play(WiredBench.Manner(losesKit: true))
        #expect(ended.status == 3, "\(ended.output)\(ended.error)")
        #expect(ended.words.contains("the UWB kit is not back"), "\(ended.output)")
    }

    @Test("an accessory that cannot be connected to afterwards has failed")
    func lostAccessory() throws {
        let ended = try play(WiredBench.Manner(losesAccessory: true))
        #expect(ended.status == 1, "\(ended.output)\(ended.error)")
        #expect(ended.output.contains("power.notConnectable"), "\(ended.output)")
    }
}
