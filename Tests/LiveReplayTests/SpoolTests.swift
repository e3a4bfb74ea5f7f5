import Evidence
import Glibc
import Ground
import Links
import OperatingSystem
import Recordings
import Replay
import TestSupport
import Testing
import Traces

@testable import LiveReplay

/// The temporary data of a search or a recorded accessory on disk, and the error if it cannot be kept.
@Suite struct SpoolTests {
    private static func arrival(_ number: Int) -> TraceEvent {
        let arrival = Arrival(.console("door", "line \(number)"), at: .start + .milliseconds(number))
        return .received(arrival, now: arrival.instant + .microseconds(3), number: number)
    }

    private static let header = TraceHeader(
        scenario: "s", rig: "r", seed: 1, program: "test", wallClock: WallInstant(nanoseconds: 0), start: .start,
        accessories: ["door"], hasKit: false, hasReader: false, scenarioText: "", rigText: "")

    @Test("events come back from a keeper's file as they were, as often as somebody goes through them")
    func events() throws {
        let spools = Spools()
        let keeper = spools.make()
        let events = [.began(Self.header)] + (1...5_000).map(Self.arrival)
        for event in events { keeper.record(event) }
        let kept = keeper.kept()
        for _ in 0..<2 { #expect(Array(kept) == events) }
        #expect(!spools.hasTrouble)
        try spools.check()
    }

    @Test("bytes come back from where they were put, those that are not written yet too")
    func bytes() throws {
        let spool = try SpooledBytes()
        var generator = SeededGenerator(seed: 6)
        var parts: [(place: Int, bytes: [UInt8])] = []
        for _ in 0..<500 {
            let bytes = generator.bytes(Int.random(in: 0...900, using: &generator))
            parts.append((spool.append(bytes), bytes))
            let old = parts[Int.random(in: 0..<parts.count, using: &generator)]
            #expect(spool.bytes(at: old.place, count: old.bytes.count) == old.bytes)
        }
        try spool.check()
        #expect(spool.bytes(at: 1 << 30, count: 4).isEmpty)
        #expect(throws: CommandTrouble.self, "what is not there was lost") { try spool.check() }
    }

    @Test("a file that cannot be written is told")
    func unwritten() throws {
        let spool = SpooledBytes(in: try FileDescriptor("open") { open("/dev/null", O_RDONLY) })
        let place = spool.append([1, 2, 3])
        #expect(throws: CommandTrouble.self, "what waits is written before anything comes of it") { try spool.check() }
        #expect(spool.bytes(at: place, count: 3).isEmpty)
    }
}
