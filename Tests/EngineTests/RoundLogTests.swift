import Ground
import NearbyInteraction
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

struct RoundLogTests {
    private struct Round {
        let name: AccessoryName
        let distance: Distance?
        let truth: Distance?
        var azimuth: Angle?
        let instant: Instant
    }

    private static func rounds(_ count: Int) -> [Round] {
        var generator = SeededGenerator(seed: 7)
        return (0..<count).map { number in
            Round(
                name: generator.chance(0.3) ? "trunk" : .door,
                distance: generator.chance(0.8) ? .millimetres(.random(in: 0...9_000, using: &generator)) : nil,
                truth: generator.chance(0.7) ? .metres(3) : nil, instant: .start + .milliseconds(200 * number))
        }
    }

    private func seen(_ distance: Distance?, _ azimuth: Angle? = nil, _ elevation: Angle? = nil) -> NearbyObject {
        NearbyObject(
            token: DiscoveryToken(rawValue: 1, phoneAt: ShortAddress(rawValue: 1)), distance: distance,
            azimuth: azimuth.map { Bearing($0, merit: 50) }, elevation: elevation.map { Bearing($0, merit: 50) })
    }

    @Test("Directions count where there is a distance; errors go the shorter way round, and need the truth")
    func directions() {
        var log = RoundLog()
        let truth = SeenDirection(azimuth: .degrees(-179), elevation: .degrees(10))
        let objects = [
            seen(.metres(2), .degrees(179), .degrees(9)), seen(.metres(2), .degrees(-177), .degrees(13)),
            seen(.metres(2)), seen(nil, .degrees(5)), seen(.metres(2), .degrees(-179)),
        ]
        for object in objects { log.add(.door, RoundLog.Round(object), truth: (nil, truth), at: .start) }
        log.add(.door, RoundLog.Round(seen(.metres(2), .degrees(40))), truth: (nil, nil), at: .start)
        let sum = log.sum(of: .door, since: .beginning)
        #expect(sum.all == 6 && sum.heard == 5 && sum.directions == 4)
        #expect(sum.azimuths.count == 3 && sum.azimuths.mean == 0)
        #expect(sum.elevations.count == 2 && sum.elevations.mean == 1 * 128)
        #expect(sum.azimuths.standardDeviation.map { Int($0.rounded()) } == 2 * 128)
    }

    private func expect(_ log: RoundLog, _ mark: RoundLog.Mark, is rounds: ArraySlice<Round>) {
        for name in [AccessoryName.door, "trunk"] {
            let own = rounds.filter { $0.name == name }
            let heard = own.filter { $0.distance != nil }
            let errors = heard.compactMap { round in
                round.truth.flatMap { truth in round.distance.map { Double($0.millimetres) - Double(truth.millimetres) }
                }
            }
            let sum = log.sum(of: name, since: mark)
            #expect(sum.all == own.count && sum.heard == heard.count && sum.errors.count == errors.count)
            #expect(sum.first == heard.first?.instant && sum.last == heard.last?.instant)
            let mean = errors.isEmpty ? nil : errors.reduce(0, +) / Double(errors.count)
            #expect(sum.errors.mean == mean)
            guard let mean, errors.count > 1 else { continue }
            let squares = errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            let deviation = (squares / Double(errors.count - 1)).squareRoot()
            #expect(abs((sum.errors.standardDeviation ?? 0) - deviation) < 1e-6)
        }
    }

    @Test("The sums since a mark that is left are those of all rounds since, however often sums were put together")
    func sums() {
        let rounds = Self.rounds(3_000)
        var log = RoundLog()
        var marks: [(mark: RoundLog.Mark, place: Int)] = [(log.mark(), 0)]
        for (place, round) in rounds.enumerated() {
            if place % 3 == 0 { _ = log.mark() }
            if place == 700 || place == 701 || place == 2_400 { marks.append((log.mark(), place)) }
            log.add(
                round.name, RoundLog.Round(seen(round.distance, round.azimuth)), truth: (round.truth, nil),
                at: round.instant)
            log.merge(keeping: marks.map(\.mark))
        }
        for (mark, place) in marks { expect(log, mark, is: rounds[place...]) }
        #expect(log.size <= RoundLog.mostSums + 2, "\(log.size)")
        expect(log, log.mark(), is: [])
    }

    @Test("A run of a hundred thousand rounds and ten thousand steps is a few hundred sums")
    func bounded() {
        var log = RoundLog()
        let beginning = log.mark()
        for number in 0..<100_000 {
            if number % 10 == 0 {
                log.merge(keeping: [beginning])
                _ = log.mark()
            }
            log.add(.door, RoundLog.Round(.metres(2)), truth: (.metres(2), nil), at: .start + .milliseconds(number))
        }
        #expect(log.size <= RoundLog.mostSums + 2, "\(log.size)")
        #expect(log.sum(of: .door, since: beginning).all == 100_000)
    }
}
