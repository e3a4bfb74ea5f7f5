import Ground
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

struct RoundLogTests {
    private struct Round {
        let name: AccessoryName
        let distance: Distance?
        let truth: Distance?
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
            log.add(round.name, round.distance, truth: round.truth, at: round.instant)
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
            log.add(.door, .metres(2), truth: .metres(2), at: .start + .milliseconds(number))
        }
        #expect(log.size <= RoundLog.mostSums + 2, "\(log.size)")
        #expect(log.sum(of: .door, since: beginning).all == 100_000)
    }
}
