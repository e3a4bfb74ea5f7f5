import Ground
import Journal
import Links
import Recordings
import Replay
import ScenarioKit
import Scenarios
import Testing

struct BrokenTraceTests {
    @Test("A trace that stops before its end plays alike up to there, and never passes")
    func everyPrefix() throws {
        for scenario in [Scenario.named("tagOpensApp"), .named("configurationExchange")] {
            let recording = try Recording(of: scenario)
            let events = recording.events.dropLast()
            #expect(recording.summary.verdict == .passed)
            for end in 2..<events.count where events[1..<end].contains(where: \.isOfLinks) {
                let outcome = try recording.replay(Array(events.prefix(end))).play()
                #expect(outcome.divergence == nil, "\(end): \(outcome.divergence?.description ?? "")")
                #expect(outcome.isCutShort)
                // The verdict of a run that only cleans up is already known.
                if outcome.verdict == .passed {
                    #expect(outcome.summary.stepsPassed == recording.summary.stepsInAll)
                } else {
                    #expect(outcome.verdict == .aborted)
                }
            }
        }
    }

    @Test("A replay up to a frame plays alike as far as it goes", arguments: [1, 7, 40])
    func upToAFrame(frame: Int) throws {
        let recording = try Recording(of: .named("fullFlow"))
        let outcome = try recording.replay().play(until: frame)
        #expect(outcome.divergence == nil && outcome.isCutShort && outcome.framesPlayed == frame)
        #expect(outcome.verdict == .aborted)
    }

    @Test("A journal that differs is reported, and the frames are still compared")
    func otherJournal() throws {
        let recording = try Recording(of: .named("tagOpensApp"))
        var events = recording.events
        let place = try #require(
            events.firstIndex { if case .journal(let note) = $0 { note.kind == "routed" } else { false } })
        guard case .journal(let note) = events[place] else { return }
        events[place] = .journal(
            TraceNote(note.kind, at: note.instant, link: note.link, text: "nowhere", line: Array("{}".utf8)))
        let outcome = try recording.replay(events).play()
        let divergence = try #require(outcome.divergence)
        #expect(outcome.frameDivergence == nil && outcome.verdict == .passed)
        #expect(divergence.description.contains("but had nfc reader routed: nowhere in the recording"))
    }

    @Test("An entry that differs in details its text omits is reported with the place in its line")
    func otherDetail() throws {
        let recording = try Recording(of: .named("tagOpensApp"))
        var events = recording.events
        let place = try #require(
            events.firstIndex { if case .journal(let note) = $0 { note.kind == "step passed" } else { false } })
        guard case .journal(let note) = events[place] else { return }
        let line = String(decoding: note.line, as: UTF8.self).replacing("\"depth\":0", with: "\"depth\":7")
        events[place] = .journal(
            TraceNote(note.kind, at: note.instant, link: note.link, text: note.text, line: Array(line.utf8)))
        let divergence = try #require(try recording.replay(events).play().divergence)
        #expect(divergence.description.contains("depth\":0,"), "\(divergence)")
        #expect(divergence.description.contains("depth\":7,"), "\(divergence)")
    }

    @Test("A different recorded verdict is reported even without a journal")
    func otherVerdict() throws {
        let recording = try Recording(of: .named("tagOpensApp"))
        let events = recording.events.withoutNotes + [.ended(verdict: "failed", reason: "no\u{1B}tag")]
        let divergence = try #require(try recording.replay(events).play().divergence)
        #expect(divergence.kind == .verdict("passed", insteadOf: "failed: no\u{1B}tag"))
        #expect(!divergence.description.contains("\u{1B}"), "text from a file is shown escaped")
    }

    @Test("Traces with events removed, doubled, swapped or damaged play to an end, and differences are reported")
    func fuzz() throws {
        var generator = SeededGenerator(seed: 5)
        for scenario in [Scenario.named("tagOpensApp"), .named("configurationExchange")] {
            let recording = try Recording(of: scenario)
            for round in 0..<400 {
                var events = recording.events.withoutNotes + [.ended(verdict: "passed", reason: nil)]
                for _ in 0...generator.next() % 3 { mutate(&events, using: &generator) }
                guard let replay = try? recording.replay(events) else { continue }
                let outcome = round % 4 == 0 ? try freely(replay) : replay.play()
                if outcome.divergence == nil, !outcome.isCutShort, round % 4 != 0 {
                    #expect(outcome.verdict == .passed, "what is not told differs in nothing")
                }
            }
        }
    }

    private func freely(_ replay: Replay) throws -> ReplayOutcome {
        try Replay(replay.script, judgedBy: replay.scenario, on: replay.rig).play()
    }

    private func mutate(_ events: inout [TraceEvent], using generator: inout SeededGenerator) {
        guard let place = events.indices.dropFirst().randomElement(using: &generator),
            let other = events.indices.dropFirst().randomElement(using: &generator)
        else { return }
        switch generator.next() % 6 {
        case 0: events.remove(at: place)
        case 1: events.insert(events[other], at: place)
        case 2: events.swapAt(place, other)
        case 3: events.removeSubrange(min(place, other)..<max(place, other))
        case 4:
            let instant = [Instant.never, .start, Instant(nanoseconds: .min)][Int(generator.next() % 3)]
            if case .received(let arrival, _, let number) = events[place] {
                events[place] = .received(arrival, now: instant, number: number)
            } else {
                events[place] = .waited(until: instant, deadline: instant)
            }
        default:
            guard case .received(let arrival, let now, let number) = events[place], let bytes = arrival.inbound.bytes
            else { return }
            let damaged = generator.bytes(bytes.count)
            events[place] = .received(
                Arrival(arrival.inbound.with(damaged), at: now), now: arrival.instant, number: number)
        }
    }
}
