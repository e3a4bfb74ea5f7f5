import Ground
import Links
import Recordings
import Replay
import ScenarioKit
import Scenarios
import Testing

/// One bit in one byte of an inbound frame.
struct Flip {
    /// The index of the frame's event in the trace.
    let event: Int
    let frame: Int
    let byte: Int
    let bit: UInt8

    /// Returns the bytes of inbound frames in random order, each with a random bit.
    static func all(in events: [TraceEvent], using generator: inout SeededGenerator) -> [Flip] {
        var flips: [Flip] = []
        for (index, event) in events.enumerated() {
            guard case .received(let arrival, _, let number) = event, let bytes = arrival.inbound.bytes else {
                continue
            }
            for byte in bytes.indices {
                let bit = UInt8(1) << UInt8(generator.next() % 8)
                flips.append(Flip(event: index, frame: number, byte: byte, bit: bit))
            }
        }
        flips.shuffle(using: &generator)
        return flips
    }

    func applied(to events: [TraceEvent]) -> [TraceEvent] {
        var events = events
        guard case .received(let arrival, let now, let number) = events[event], var bytes = arrival.inbound.bytes
        else { return events }
        bytes[byte] ^= bit
        events[event] = .received(
            Arrival(arrival.inbound.with(bytes), at: arrival.instant), now: now, number: number)
        return events
    }
}

extension Inbound {
    /// The bytes of a frame; nil if it is none.
    var bytes: [UInt8]? {
        switch self {
        case .bluetooth(_, .frame(let bytes)), .kit(.bytes(let bytes)), .reader(.response(let bytes)): bytes
        default: nil
        }
    }

    /// Returns the same frame with other bytes.
    func with(_ bytes: [UInt8]) -> Inbound {
        switch self {
        case .bluetooth(let name, .frame): .bluetooth(name, .frame(bytes))
        case .kit(.bytes): .kit(.bytes(bytes))
        case .reader(.response): .reader(.response(bytes))
        default: self
        }
    }
}

struct FlippedByteTests {
    @Test("A bit flipped in a trace's file is the one that differs in its replay")
    func inTheFile() throws {
        for scenario in Scenario.all where scenario.suite == nil {
            let recording = try Recording(of: scenario)
            let file = bytes(of: recording.events)
            var generator = SeededGenerator(seed: 7)
            var tried = 0
            for flip in Flip.all(in: recording.events, using: &generator).prefix(20) {
                let changed = flip.applied(to: recording.events)
                let other = bytes(of: changed)
                // If a length is flipped, a writer would divide the bytes into other packets for viewers.
                guard file.count == other.count else { continue }
                let places = file.indices.filter { file[$0] != other[$0] }
                let (read, error) = TraceReader.read(other)
                #expect(error == nil && read == changed, "\(scenario.name), frame \(flip.frame)")
                #expect(places.count == 1, "\(scenario.name), frame \(flip.frame): the byte must be in the file once")
                tried += 1
            }
            #expect(tried >= 15)
        }
    }

    private func bytes(of events: [TraceEvent]) -> [UInt8] {
        var writer = TraceWriter()
        return events.flatMap { writer.bytes(for: $0) }
    }

    @Test(
        "A flipped bit in a frame that came in is seen, and named by frame and meaning",
        arguments: Scenario.all)
    func seen(scenario: Scenario) throws {
        let recording = try Recording(of: scenario)
        var generator = SeededGenerator(seed: 20_26)
        let flips = Flip.all(in: recording.events, using: &generator)
        guard !flips.isEmpty else {
            #expect(!scenario.needs.contains { $0 == .bluetooth || $0 == .uwb }, "every such run has frames")
            return
        }
        for flip in flips {
            let outcome = try recording.replay(flip.applied(to: recording.events)).play()
            // Not every bit has a meaning: the kit's counters, and angles that are not checked, have no effect.
            guard let divergence = outcome.divergence else { continue }
            #expect(divergence.frame >= flip.frame, "nothing differs before the frame itself")
            let text = divergence.description
            #expect(text.hasPrefix("frame \(divergence.frame) at "), "\(text)")
            #expect(divergence.after.map { $0.number >= flip.frame } == true, "\(text)")
            return
        }
        Issue.record("none of \(flips.count) flipped bits of \(scenario.name) changed anything")
    }
}
