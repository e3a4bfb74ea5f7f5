import Ground
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

struct OccurrenceLogTests {
    private static let asked: [Outcome] = [
        .ranging(.door), .retry(.door), .anyOf([.ranging(.door), .retry(.door)]), .notified(),
    ]
    private static let kinds: [Occurrence] = [
        .ranging(.door), .retry(.door), .notified(.browser), .tagGone, .gaveUp(.door, "enough"),
    ]

    /// The whole list, as it would be looked through.
    private struct Plain {
        var all: [(occurrence: Occurrence, origin: Int)] = []

        func matching(_ outcome: Outcome, since first: Int, _ scope: CountScope) -> Int {
            all[first...].count { $0.occurrence.matches(outcome) && (!scope.isOfOneTag || $0.origin >= first) }
        }

        func related(_ outcome: Outcome, since first: Int, _ scope: CountScope) -> [Occurrence] {
            all[first...].filter { $0.occurrence.isKin(of: outcome) && (!scope.isOfOneTag || $0.origin >= first) }
                .suffix(5).map(\.occurrence)
        }
    }

    @Test("Counts since any mark, and the last ones that concern an outcome, are those of the whole list")
    func counts() {
        var generator = SeededGenerator(seed: 3)
        var log = OccurrenceLog(asking: Self.asked)
        var plain = Plain()
        var marks: [OccurrenceLog.Mark] = [log.beginning]
        for _ in 0..<600 {
            let occurrence = Self.kinds[Int.random(in: 0..<Self.kinds.count, using: &generator)]
            let origin = generator.chance(0.05) ? Int.random(in: -1..<max(1, log.count), using: &generator) : nil
            log.append([occurrence], origin: origin)
            plain.all.append((occurrence, origin ?? plain.all.count))
            if generator.chance(0.05) { marks.append(log.mark) }
        }
        for mark in marks {
            for outcome in Self.asked {
                for scope in [CountScope.everything, .tap, .hold] {
                    #expect(log.count(outcome, since: mark, scope) == plain.matching(outcome, since: mark.place, scope))
                    let related = log.last(5, concerning: outcome, since: mark, scope)
                    #expect(related == plain.related(outcome, since: mark.place, scope))
                }
            }
        }
    }

    @Test("However much happens, only the last ones are kept one by one")
    func bounded() {
        var log = OccurrenceLog(asking: Self.asked)
        for number in 0..<20_000 {
            log.append([Self.kinds[number % Self.kinds.count]], origin: number % 10 == 0 ? number - 1 : nil)
            log.forget(before: number - 100)
        }
        #expect(log.count(.ranging(.door), since: log.beginning) == 4_000)
        #expect(log.size <= Self.asked.count * OccurrenceLog.mostRelated + 11, "\(log.size)")
    }
}
