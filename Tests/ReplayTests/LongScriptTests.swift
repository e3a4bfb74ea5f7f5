import Benches
import Ground
import Links
import Recordings
import ScenarioKit
import Scenarios
import Synchronization
import Testing

@testable import Replay

/// A recorded phone is read while it is played, and not held in memory.
struct LongScriptTests {
    @Test("Only the part of a hundred sessions that is being played is in memory")
    func window() throws {
        let recording = try Recording(of: .named("hundredRounds"))
        let bench = try BenchFactory.open(recording.rig, for: recording.scenario, seed: 2)
        defer { bench.close() }
        let replay = PhoneReplay(PhoneScript(recording.events), on: bench)
        let outcome = replay.play()
        #expect(outcome.difference == nil && outcome.itemsPlayed == outcome.itemsInAll)
        #expect(outcome.itemsInAll > 2_000 && replay.itemsInMemory < 600, "\(replay.itemsInMemory)")
    }

    @Test("Nothing is read ahead for a stream that the recording does not have")
    func unrecorded() throws {
        let recording = try Recording(of: .named("hundredRounds"))
        let bench = try BenchFactory.open(recording.rig, for: recording.scenario, seed: 2)
        defer { bench.close() }
        let replay = PhoneReplay(PhoneScript(recording.events), on: bench)
        #expect(replay.due(on: .requests("stranger")) == nil && replay.itemsInMemory == 0)
        #expect(replay.due(on: .answers(.door)) == nil && replay.itemsInMemory > 0)
    }

    /// Returns a trace that changes from its second or third reading on.
    private static func changing(
        _ events: [TraceEvent], into later: [TraceEvent], after readings: Int
    ) -> TraceStream {
        let count = Mutex(0)
        return TraceStream {
            let reading = count.withLock { count in
                count += 1
                return count
            }
            return AnyIterator((reading > readings ? later : events).makeIterator())
        }
    }

    /// Returns the number of times that a script reads its trace before it is played.
    private static func readings(of events: [TraceEvent]) -> Int {
        let count = Mutex(0)
        _ = PhoneScript(
            TraceStream {
                count.withLock { $0 += 1 }
                return AnyIterator(events.makeIterator())
            })
        return count.withLock { $0 }
    }

    @Test("A trace that is cut before it is played is reported, and nothing of it passes", arguments: [0.3, 0.7])
    func shorter(share: Double) throws {
        let recording = try Recording(of: .named("configurationExchange"))
        let whole = recording.events
        let cut = Array(whole.prefix(Int(Double(whole.count) * share)))
        let bench = try BenchFactory.open(recording.rig, for: recording.scenario, seed: 2)
        defer { bench.close() }
        let stream = Self.changing(whole, into: cut, after: Self.readings(of: whole))
        let outcome = PhoneReplay(PhoneScript(stream), on: bench).play()
        #expect(outcome.isScriptLost && outcome.itemsPlayed < outcome.itemsInAll)
    }

    @Test("Events added to a trace after it was surveyed are not played")
    func longer() throws {
        let recording = try Recording(of: .named("configurationExchange"))
        let whole = recording.events
        let cut = Array(whole.prefix(whole.count / 2))
        let bench = try BenchFactory.open(recording.rig, for: recording.scenario, seed: 2)
        defer { bench.close() }
        let stream = Self.changing(cut, into: whole, after: Self.readings(of: cut))
        let outcome = PhoneReplay(PhoneScript(stream), on: bench).play()
        #expect(!outcome.isScriptLost && outcome.difference == nil, "\(String(describing: outcome.difference))")
        #expect(outcome.itemsPlayed == outcome.itemsInAll && outcome.itemsInAll > 0)
    }

    @Test("Frames sent on a link are read no further than needed")
    func sentAhead() {
        let events = (0..<100).map { number -> TraceEvent in
            .sent(number % 2 == 0 ? .kit(.bytes([UInt8(number)])) : .reader(.poll), at: .start, number: number + 1)
        }
        var ahead = UpcomingSends(on: .kit, in: TraceStream(events))
        ahead.read(8)
        ahead.read(8)
        #expect(ahead.frames.count == 8 && ahead.frames.last == .kit(.bytes([14])))
        ahead.take(1)
        #expect(ahead.frames.first == .kit(.bytes([0])) && ahead.frames.count == 7)
        ahead.read(100)
        #expect(ahead.frames.count == 49)
    }

    @Test("Streams are counted in the order of their first frames, each with the item that precedes it")
    func tallies() {
        var tallies = StreamTallies()
        tallies.count(.console(.door), isFull: false)
        tallies.endFrame(item: 0)
        tallies.count(.rounds(9), isFull: true)
        tallies.count(.rounds(9), isFull: false)
        tallies.endFrame(item: 7)
        tallies.count(.rounds(4), isFull: false)
        tallies.count(.console(.door), isFull: false)
        tallies.endFrame(item: 8)
        #expect(tallies.inOrder.map(\.stream) == [.console(.door), .rounds(9), .rounds(4)])
        #expect(tallies.inOrder.map(\.item) == [0, 7, 8])
        #expect(tallies[.rounds(9)] == PhoneScript.Tally(count: 2, countFull: 1) && tallies[.rounds(5)] == nil)
        #expect(tallies[.console(.door)]?.count == 2)
    }
}
