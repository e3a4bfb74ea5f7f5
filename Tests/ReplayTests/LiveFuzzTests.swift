import Ground
import Links
import Recordings
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Testing

@testable import Replay

/// A bench on which anything happens at any time.
private final class RandomLinks: LinkSet {
    private let pool: [Inbound]
    private var generator: SeededGenerator
    private(set) var now = Instant.start
    /// The number of events that may still occur, so that every wait ends.
    private var left = 400

    init(_ pool: [Inbound], seed: UInt64) {
        self.pool = pool
        generator = SeededGenerator(seed: seed)
    }

    func send(_ outbound: Outbound) -> Instant { now }

    func receive(until deadline: Instant) -> Reception {
        guard left > 0, generator.chance(0.7), let inbound = pool.randomElement(using: &generator) else {
            guard deadline != .never else { return .interrupted }
            now = max(now, deadline)
            return .deadline
        }
        left -= 1
        now = min(now + .milliseconds(Int.random(in: 0...30, using: &generator)), max(now, deadline))
        return .arrival(Arrival(inbound.mutated(using: &generator, 0.5), at: now))
    }

    func prove(_ link: LinkID) -> RigFault? { nil }
    func close() {}
}

struct LiveFuzzTests {
    @Test("100,000 mutated answers are compared without a trap, and differences outside random fields are reported")
    func contrasts() throws {
        let recording = try Recording(of: .named("fullFlow"))
        let pool = recording.events.compactMap { event -> Inbound? in
            if case .received(let arrival, _, _) = event { arrival.inbound } else { nil }
        }
        var generator = SeededGenerator(seed: 5)
        var told = 0
        var fields = FieldMap()
        for round in 0..<100_000 {
            if round.isMultiple(of: 1_000) { fields = FieldMap() }
            fields.values = [:]
            let then = try #require(pool.randomElement(using: &generator))
            let now = then.mutated(using: &generator, 1)
            _ = Place(of: now)
            let contrast = fields.contrast(then, now)
            if contrast == .same {
                let isHarmless = now.isAlikeButForRandomFields(then)
                if !isHarmless { Issue.record("\(now) was taken for \(then)") }
            } else {
                told += 1
            }
            _ = fields.outbound(.kit(.bytes(generator.bytes(Int.random(in: 0...40, using: &generator)))))
        }
        #expect(told > 10_000)
    }

    @Test("mutated recordings against a bench with arbitrary behaviour come to an end")
    func plays() throws {
        for scenario in [Scenario.named("fullFlow"), .named("tagOpensApp")] {
            let recording = try Recording(of: scenario)
            let pool = recording.events.compactMap { event -> Inbound? in
                if case .received(let arrival, _, _) = event { arrival.inbound } else { nil }
            }
            for seed in 0..<60 {
                var generator = SeededGenerator(seed: UInt64(seed))
                let events = recording.events.compactMap { event -> TraceEvent? in
                    if generator.chance(0.03) { return nil }
                    return event.mutated(using: &generator, 0.1)
                }
                let replay = PhoneReplay(PhoneScript(events), on: RandomLinks(pool, seed: UInt64(seed)))
                let outcome = replay.play()
                #expect(outcome.difference != nil || outcome.fault != nil || outcome.isInterrupted)
                #expect(replay.network.connected.isEmpty || outcome.fault != nil || outcome.difference != nil)
            }
        }
    }
}

extension [UInt8] {
    fileprivate func mutated(using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = self
        switch Int.random(in: 0...3, using: &generator) {
        case 0 where !bytes.isEmpty:
            bytes[Int.random(in: bytes.indices, using: &generator)] ^= 1 << UInt8(generator.next() % 8)
        case 1: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
        case 2: bytes += generator.bytes(Int.random(in: 1...6, using: &generator))
        default: bytes = generator.bytes(bytes.count)
        }
        return bytes
    }
}

extension Inbound {
    fileprivate func mutated(using generator: inout SeededGenerator, _ probability: Double) -> Inbound {
        guard generator.chance(probability) else { return self }
        switch self {
        case .bluetooth(let name, .frame(let bytes)): return .bluetooth(name, .frame(bytes.mutated(using: &generator)))
        case .kit(.bytes(let bytes)): return .kit(.bytes(bytes.mutated(using: &generator)))
        case .reader(.response(let bytes)): return .reader(.response(bytes.mutated(using: &generator)))
        default: return self
        }
    }

    /// Returns whether a Bluetooth frame differs from another one in a short MAC address at most.
    fileprivate func isAlikeButForRandomFields(_ other: Inbound) -> Bool {
        guard case .bluetooth(_, .frame(let now)) = self, case .bluetooth(_, .frame(let then)) = other else {
            return true
        }
        // At offset 33 in the configuration, which is the value of a response, or follows a message identifier in a
        // notification.
        let place = then.first == 0x0B ? 34 : 37
        return now.count == then.count
            && now.indices.allSatisfy { now[$0] == then[$0] || $0 == place || $0 == place + 1 }
    }
}

extension TraceEvent {
    fileprivate func mutated(using generator: inout SeededGenerator, _ probability: Double) -> TraceEvent {
        switch self {
        case .received(let arrival, let now, let number):
            .received(
                Arrival(arrival.inbound.mutated(using: &generator, probability), at: arrival.instant), now: now,
                number: number)
        case .began, .waited, .clock, .stoodStill, .interrupted, .sent, .journal, .kernel, .gap, .ended: self
        }
    }
}
