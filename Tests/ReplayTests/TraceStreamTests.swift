import Ground
import Journal
import Links
import Recordings
import Replay
import ScenarioKit
import Scenarios
import Simulators
import Synchronization
import Testing

/// The progress of each reading of a trace.
private final class Readings: Sendable {
    private let counts = Mutex<[Int]>([])
    var all: [Int] { counts.withLock { $0 } }

    func stream(_ events: [TraceEvent]) -> TraceStream {
        TraceStream {
            let reading = self.counts.withLock { counts in
                counts.append(0)
                return counts.count - 1
            }
            var place = 0
            return AnyIterator {
                guard place < events.count else { return nil }
                place += 1
                self.counts.withLock { $0[reading] = place }
                return events[place - 1]
            }
        }
    }
}

struct TraceStreamTests {
    @Test("A replay reads its trace as it goes, and never further ahead than the next call or entry")
    func asItGoes() throws {
        let recording = try Recording(of: .named("fullFlow"))
        let readings = Readings()
        let script = try ReplayScript(readings.stream(recording.events))
        #expect(readings.all == [recording.events.count], "once for the header and the end")
        let frames = recording.events.indices.filter { place in
            switch recording.events[place] {
            case .received, .sent: true
            case .began, .waited, .clock, .stoodStill, .interrupted, .journal, .kernel, .gap, .ended: false
            }
        }
        let entry = recording.events[frames[30]...].firstIndex { if case .journal = $0 { true } else { false } }
        let limit = max(frames[30], try #require(entry)) + 1
        let outcome = try Replay(script, on: recording.rig).play(
            until: 30,
            pace: { _ in
                for reading in readings.all.dropFirst() {
                    #expect(reading <= limit, "\(reading) events are read of \(recording.events.count)")
                }
                return true
            })
        #expect(outcome.framesPlayed == 30 && readings.all.count == 3, "calls and entries are read side by side")
    }

    @Test("Judging a trace again reads it once for arrivals and once for comparison, with the same result")
    func judged() throws {
        let recording = try Recording(of: .named("fullFlow"))
        let readings = Readings()
        let script = try ReplayScript(readings.stream(recording.events))
        let outcome = try Replay(script, judgedBy: recording.scenario, on: recording.rig).play()
        #expect(outcome.divergence == nil && outcome.journal == recording.journal)
        #expect(readings.all.count == 3)
    }

    @Test("A journal that is not kept has the same fingerprint as one that is, and another run has another one")
    func fingerprint() throws {
        let replay = try Recording(of: .named("tagOpensApp")).replay()
        let (kept, unkept) = (replay.play(), replay.play(keepingJournal: false))
        #expect(unkept.journal.isEmpty && !kept.journal.isEmpty && kept.fingerprint == unkept.fingerprint)
        #expect(unkept.divergence == nil && unkept.summary == kept.summary)
        #expect(try Recording(of: .named("tagOpensApp"), seed: 2).replay().play().fingerprint != kept.fingerprint)
    }

    @Test("A failure has its last frames whether the journal is kept or not")
    func lastFrames() throws {
        let recording = try Recording(of: .named("answersAtOnce"), on: rig(with: .answersTwice))
        #expect(recording.summary.failures.first?.lastFrames.isEmpty == false)
        let outcome = try recording.replay().play(keepingJournal: false)
        #expect(outcome.summary.failures == recording.summary.failures)
    }
}
