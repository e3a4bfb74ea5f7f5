import Foundation
import Ground
import TestSupport
import Testing

/// A program that blocks the accessory's UWB: only what the kit then hears shows that it does.
@Suite struct WiredAirTests {
    private func play(_ manner: WiredBench.Manner = WiredBench.Manner(), _ words: [String] = []) throws -> Program.Ended
    {
        try WiredBench.judged {
            let bench = try WiredBench(manner)
            let ended = try Program(["run", "backWhileItTries", "--seed", "1"] + words + bench.options).end()
            let acts = ["unblock uwb door", "block uwb door", "unblock uwb door"]
            #expect(bench.airActs.prefix(3).map(String.init) == acts, "\(ended.output)\(ended.error)")
            return ended
        }
    }

    @Test("UWB is blocked and unblocked again: the scenario passes on what the kit heard, and replays")
    func passes() throws {
        let results = try Scratch()
        let ended = try play(WiredBench.Manner(), ["--output", results("out"), "--force"])
        #expect(ended.status == 0, "\(ended.output)\(ended.error)")
        let journal = try #require(Scratch.text(of: results("out/001-backWhileItTries-seed1/journal.jsonl")))
        #expect(journal.contains("the UWB of door was blocked by a program: witnessed"))
        #expect(journal.contains("the UWB of door was unblocked by a program: witnessed"))
        let replayed = try Program.run("replay", results("out/001-backWhileItTries-seed1"))
        #expect(replayed.status == 0, "\(replayed.output)\(replayed.error)")
    }

    @Test("a program that only says that the UWB is blocked is the rig's error")
    func lies() throws {
        let ended = try play(WiredBench.Manner(blocks: false))
        #expect(ended.status == 3, "\(ended.output)\(ended.error)")
        #expect(ended.words.contains("the kit went on measuring door"), "\(ended.output)")
    }
}
