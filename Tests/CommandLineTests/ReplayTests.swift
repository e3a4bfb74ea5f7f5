import Foundation
import TestSupport
import Testing

/// Records a run and returns its folder.
private func recorded(_ scenario: String, in scratch: Scratch, _ options: String...) throws -> String {
    let ended = try Program(["run", scenario, "--output", scratch("runs")] + options).end()
    #expect(ended.status < 2, "\(ended.output)\(ended.error)")
    return scratch("runs/001-\(scenario)-seed1")
}

@Suite struct ReplayTests {
    @Test func aRecordedRunIsTheSameWhenItIsPlayedAgain() throws {
        let scratch = try Scratch()
        let folder = try recorded("tagOpensApp", in: scratch)
        for path in [folder, "\(folder)/trace.pcapng"] {
            let ended = try Program.run("replay", path)
            #expect(ended.status == 0 && ended.error.isEmpty, "\(ended.error)")
            #expect(ended.output.contains("frames, the same as recorded; the verdict is passed"), "\(ended.output)")
        }
    }

    @Test func aFailureIsPlayedAgainAsItWasAndReducedToATraceThatFailsTheSame() throws {
        let scratch = try Scratch()
        let folder = try recorded(
            "answersAtOnce", in: scratch, "--port", "door=simulated:variant=appleSample,defect=answersTwice")
        let replayed = try Program.run("replay", folder)
        #expect(replayed.status == 0, "\(replayed.output)\(replayed.error)")
        #expect(replayed.output.contains("the same as recorded; the verdict is failed"), "\(replayed.output)")

        let reduced = try Program.run("reduce", folder, "--output", scratch("small.pcapng"))
        #expect(reduced.status == 0, "\(reduced.output)\(reduced.error)")
        #expect(reduced.output.contains("inbound frames give this failure"), "\(reduced.output)")
        #expect(reduced.output.contains("no one of them, and no two of them, can be left out"), "\(reduced.output)")
        let again = try Program.run("replay", scratch("small.pcapng"))
        #expect(again.status == 0 && again.output.contains("the verdict is failed"), "\(again.output)\(again.error)")
    }

    @Test func anotherScenarioJudgesATraceAndGivesTheStatus() throws {
        let scratch = try Scratch()
        let folder = try recorded("tagOpensApp", in: scratch)
        let same = try Program.run("replay", folder, "--scenario", "tagOpensApp")
        #expect(same.status == 0, "\(same.output)\(same.error)")
        #expect(same.output.contains("the phone sent the same as in the recording"), "\(same.output)")
        let other = try Program.run("replay", folder, "--scenario", "tagOpensBrowser")
        // The scenario needs another tag, which the recording does not have.
        #expect(other.status == 4, "\(other.output)\(other.error)")
        #expect(other.output.contains("no verdict by tagOpensBrowser"), "\(other.output)")
        #expect(!other.output.contains("passed") && !other.output.contains("failed  "), "\(other.output)")
    }

    @Test func aReplayStopsAtAFrameTakesItsTimeAndIsRepeated() throws {
        let scratch = try Scratch()
        let folder = try recorded("tagOpensApp", in: scratch)
        let short = try Program.run("replay", folder, "--until", "5")
        #expect(short.status == 0, "\(short.output)\(short.error)")
        #expect(short.output.contains("5 frames, the same as recorded, as far as it goes"), "\(short.output)")
        let often = try Program.run("replay", folder, "--repeat", "3", "--speed", "1000")
        #expect(often.status == 0 && often.output.contains("all 3 rounds were the same"), "\(often.output)")
    }

    @Test func aFlippedByteInTheFileIsNamedByFrameAndMeaning() throws {
        let scratch = try Scratch()
        let folder = try recorded("tagOpensApp", in: scratch)
        var bytes = try #require(Scratch.bytes(of: "\(folder)/trace.pcapng"))
        // The host of the address on the tag, in the answer to a READ; the trace's own texts contain it as well.
        let host = Array("example.com/".utf8)
        let places = bytes.indices.filter { bytes[$0...].starts(with: host) }
        var seen = 0
        for place in places {
            bytes[place] ^= 1
            try Data(bytes).write(to: URL(fileURLWithPath: scratch("flipped.pcapng")))
            bytes[place] ^= 1
            let ended = try Program.run("replay", scratch("flipped.pcapng"))
            if ended.status == 1 {
                seen += 1
                #expect(ended.output.contains("differs from the recording at frame "), "\(ended.output)")
            }
        }
        #expect(seen > 0, "none of \(places.count) places made a difference")
    }

    @Test func whatCannotBePlayedIsToldWithTheReason() throws {
        let scratch = try Scratch()
        try Data("not a trace".utf8).write(to: URL(fileURLWithPath: scratch("text")))
        let text = try Program.run("replay", scratch("text"))
        #expect(text.status == 3 && text.error.contains("holds no trace of this program"), "\(text.error)")
        let missing = try Program.run("replay", scratch("missing"))
        #expect(missing.status == 3 && missing.error.contains("cannot be read to its end"), "\(missing.error)")
        let folder = try recorded("tagOpensApp", in: scratch)
        let passed = try Program.run("reduce", folder)
        #expect(passed.status == 4 && passed.output.contains("there is no failure to reduce"), "\(passed.output)")
    }

    @Test func aTraceThatIsCutReadsAsAborted() throws {
        let scratch = try Scratch()
        let folder = try recorded("tagOpensApp", in: scratch)
        let bytes = try #require(Scratch.bytes(of: "\(folder)/trace.pcapng"))
        try Data(bytes.prefix(bytes.count * 85 / 100)).write(to: URL(fileURLWithPath: scratch("cut.pcapng")))
        let ended = try Program.run("replay", scratch("cut.pcapng"))
        #expect(ended.status == 4, "\(ended.output)\(ended.error)")
        #expect(ended.output.contains("the same as recorded, as far as it goes"), "\(ended.output)")
    }
}
