import Foundation
import TestSupport
import Testing

/// Records a run on the simulated rig and returns its folder.
private func recorded(_ scenario: String, in scratch: Scratch, _ options: String...) throws -> String {
    let ended = try Program(["run", scenario, "--output", scratch("runs")] + options).end()
    #expect(ended.status < 2, "\(ended.output)\(ended.error)")
    return scratch("runs/001-\(scenario)-seed1")
}

@Suite struct LiveReplayTests {
    private static let twice = "door=simulated:variant=appleSample,defect=answersTwice,name=Door"
    private static let sound = "door=simulated:variant=appleSample,name=Door"

    @Test("a healthy run's phone meets a healthy accessory, and the round is kept and can be judged again")
    func healthy() throws {
        let scratch = try Scratch()
        let folder = try recorded("fullFlow", in: scratch)
        let live = try Program.run(
            "replay", folder, "--as", "phone", "--rig", "simulated", "--seed", "9", "--output", scratch("again"))
        #expect(live.status == 0 && live.error.isEmpty, "\(live.output)\(live.error)")
        #expect(live.output.contains("the same by meaning; the verdict is passed, as recorded"), "\(live.output)")
        let again = scratch("again/001-fullFlow-seed1")
        for name in ["trace.pcapng", "journal.jsonl", "verdict.json"] {
            #expect(Scratch.bytes(of: "\(again)/\(name)")?.isEmpty == false, "\(name)")
        }
        let judged = try Program.run("replay", again)
        #expect(judged.status == 0, "\(judged.output)\(judged.error)")
        #expect(judged.output.contains("its verdict is passed, as it was"), "\(judged.output)")
        let thrice = try Program.run("replay", again, "--repeat", "3")
        #expect(thrice.status == 0 && thrice.output.contains("all 3 rounds were the same"), "\(thrice.output)")
        #expect(thrice.output.split(separator: "is a replayed recording").count == 2, "shown once: \(thrice.output)")
        for words in [["--until", "9"], ["--speed", "2"]] {
            let part = try Program(["replay", again] + words).end()
            #expect(part.status == 64 && part.error.contains("\(words[0]) is not for this trace"), "\(part.error)")
        }
        let twice = try Program.run(
            "replay", folder, "--as", "phone", "--rig", "simulated", "--output", scratch("again"))
        #expect(twice.status == 64 && twice.error.contains("holds the results of an earlier run"), "\(twice.error)")
    }

    @Test("a failure recurs in every round against the same defect, and not against a sound accessory")
    func failure() throws {
        let scratch = try Scratch()
        let folder = try recorded("answersAtOnce", in: scratch, "--port", Self.twice)
        let words = ["replay", folder, "--as", "phone", "--rig", "simulated", "--seed", "4"]
        let same = try Program(words + ["--port", Self.twice, "--repeat", "3"]).end()
        #expect(same.status == 0, "\(same.output)\(same.error)")
        #expect(same.output.contains("the recorded failure happened again in 3 of 3 rounds"), "\(same.output)")
        let sound = try Program(words + ["--port", Self.sound]).end()
        #expect(sound.status == 1, "\(sound.output)\(sound.error)")
        #expect(sound.output.contains("differs from the recording at frame 26, bluetooth door: "), "\(sound.output)")
        #expect(sound.output.contains("the recording has Handle Value Notification"), "\(sound.output)")
        #expect(sound.output.contains("the recorded failure did not happen again"), "\(sound.output)")
    }

    @Test("a network recording plays on the network, as phone and as accessory, and does not play over Bluetooth")
    func network() throws {
        let scratch = try Scratch()
        let lan = "door=simulated:link=lan"
        let folder = try recorded("configurationExchange", in: scratch, "--port", lan)
        let words = ["replay", folder, "--rig", "simulated", "--seed", "4", "--as"]
        let phone = try Program(words + ["phone", "--port", lan]).end()
        #expect(phone.status == 0 && phone.output.contains("the same by meaning"), "\(phone.output)\(phone.error)")
        let accessory = try Program(words + ["accessory"]).end()
        #expect(accessory.status == 0 && accessory.output.contains("as recorded"), "\(accessory.output)")
        let other = try Program(words + ["phone", "--port", lan + ",defect=answersTwice"]).end()
        #expect(other.status == 1 && other.output.contains("bytes into the connection"), "\(other.output)")
        let bluetooth = try Program(words + ["phone"]).end()
        #expect(bluetooth.status == 3 && bluetooth.error.contains("was reached on the network"), "\(bluetooth.error)")
        let adapter = try Program(words.filter { !["--seed", "4"].contains($0) } + ["accessory", "--adapter", "hci7"])
            .end()
        #expect(adapter.status == 3 && adapter.error.contains("Bluetooth LE alone"), "\(adapter.error)")
    }

    @Test("a recording of companions plays against a live screen, and one of a screen against our own companions")
    func companions() throws {
        let scratch = try Scratch()
        let folder = try recorded("picksAndPlays", in: scratch)
        for part in ["phone", "accessory"] {
            let words = ["replay", folder, "--as", part, "--rig", "simulated", "--seed", "4"]
            let ended = try Program(words).end()
            #expect(ended.status == 0 && ended.output.contains("as recorded"), "\(ended.output)\(ended.error)")
        }
        let elsewhere = try Program.run("replay", folder, "--as", "accessory", "--rig", "virtual", "--no-vm")
        #expect(elsewhere.status == 3 && elsewhere.error.contains("certificate"), "\(elsewhere.error)")
    }

    @Test("it stops after a given frame, plays at any speed, and explains its judgement on demand")
    func options() throws {
        let scratch = try Scratch()
        let folder = try recorded("configurationExchange", in: scratch)
        let words = ["replay", folder, "--as", "phone", "--rig", "simulated"]
        let short = try Program(words + ["--until", "40", "--speed", "3"]).end()
        #expect(short.status == 0, "\(short.output)\(short.error)")
        #expect(short.output.contains("the same by meaning; as far as it goes"), "\(short.output)")
        let nothing = try Program(words + ["--until", "1"]).end()
        #expect(nothing.status == 4 && nothing.output.contains("no answer could be compared"), "\(nothing.output)")
        let kept = try Program(words + ["--until", "40", "--output", scratch("part")]).end()
        #expect(kept.status == 0, "\(kept.output)\(kept.error)")
        let verdict = try #require(Scratch.text(of: scratch("part/001-configurationExchange-seed1/verdict.json")))
        #expect(verdict.contains("aborted") && verdict.contains("only a part of the recording"), "\(verdict)")
        #expect(Scratch.text(of: scratch("part/report.xml"))?.contains("configurationExchange") == true)
        // A scenario that asks for something never recorded fails in the same way on both sides, which is not a
        // reproduced failure.
        let second = try Scratch()
        let tag = try recorded("tagOpensApp", in: second)
        let other = try Program.run(
            "replay", tag, "--as", "phone", "--rig", "simulated", "--scenario", "tagOpensBrowser")
        #expect(other.status == 4 && !other.output.contains("happened again"), "\(other.output)\(other.error)")
        let shown = try Program(words + ["--verbose", "--patience", "0.5"]).end()
        #expect(shown.status == 0, "\(shown.output)\(shown.error)")
        #expect(shown.output.contains("the phone sent initialize"), "\(shown.output)")
    }

    @Test(
        "options that do not belong together are a usage error with an explanation",
        arguments: [
            (["--as", "phone"], "--as needs --rig"), (["--rig", "simulated"], "--rig needs --as"),
            (["--patience", "3"], "--patience is for a live rig"), (["--no-vm"], "--no-vm is for a live rig"),
            (["--as", "phone", "--rig", "simulatedd"], "did you mean simulated"),
            (["--as", "phone", "--rig", "simulated", "--patience", "9999"], "--patience takes 0 to 3600 seconds"),
            (["--as", "phone", "--rig", "simulated", "--accessory", "door"], "--accessory is for --as accessory"),
            (["--as", "watch", "--rig", "simulated"], "phone"),
        ])
    func usage(words: [String], sentence: String) throws {
        let ended = try Program(["replay", "trace"] + words).end()
        #expect(ended.status == 64 && ended.error.contains(sentence), "\(ended.error)")
    }

    @Test("naming an accessory that is not in the trace is a usage error that lists the ones that are")
    func unknownAccessory() throws {
        let scratch = try Scratch()
        let folder = try recorded("configurationExchange", in: scratch)
        let words = ["replay", folder, "--as", "accessory", "--rig", "simulated", "--accessory"]
        let ended = try Program(words + ["nobody"]).end()
        #expect(ended.status == 64, "\(ended.output)")
        #expect(ended.error.contains("no accessory in the trace 'nobody'; there are: door"), "\(ended.error)")
        #expect(try Program(words + ["door"]).end().status == 0)
    }

    @Test(
        "a round whose evidence cannot be kept is an error, as in a run, and its result is still reported",
        .enabled(if: FileSizeLimit.obstacle == nil, "\(FileSizeLimit.obstacle ?? "")"),
        arguments: ["phone", "accessory"])
    func unwritten(part: String) throws {
        let scratch = try Scratch()
        let folder = try recorded("answersAtOnce", in: scratch, "--port", Self.twice)
        func play(_ port: String, _ name: String) throws -> Program.Ended {
            try Program(
                [
                    "replay", folder, "--as", part, "--rig", "simulated", "--port", port, "--repeat", "3", "--output",
                    scratch(name),
                ],
                launcher: FileSizeLimit.refusing(at: 20_000)
            ).end()
        }
        let same = try play(Self.twice, "same")
        #expect(same.status == 3 && same.error.contains("cannot be written"), "\(same.error)")
        #expect(same.output.contains("the recorded failure happened again"), "\(same.output)")
        let report = try #require(Scratch.text(of: scratch("same/report.xml")))
        #expect(report.contains("tests=\"3\" failures=\"1\" errors=\"2\""), "\(report)")
        let verdict = try #require(Scratch.text(of: scratch("same/001-answersAtOnce-seed1/verdict.json")))
        #expect(verdict.contains("failed") && verdict.contains("the evidence could not be kept"), "\(verdict)")
        guard part == "phone" else { return }
        let sound = try play(Self.sound, "sound")
        #expect(sound.status == 1 && sound.output.contains("differs from the recording"), "\(sound.output)")
        #expect(Scratch.text(of: scratch("sound/001-answersAtOnce-seed1/verdict.json"))?.contains("passed") == false)
    }

    @Test("a rig without what the scenario needs plays nothing")
    func lacking() throws {
        let scratch = try Scratch()
        let folder = try recorded("fullFlow", in: scratch)
        let ended = try Program.run(
            "replay", folder, "--as", "phone", "--rig", "simulated", "--port", "uwb=none")
        #expect(
            ended.status == 4 && ended.output.contains("skipped: the rig simulated does not have"), "\(ended.output)")
    }
}
