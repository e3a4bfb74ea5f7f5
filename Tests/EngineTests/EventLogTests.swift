import Ground
import NearbyInteraction
import Phone
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

struct EventLogTests {
    private static let asked: [Outcome] = [
        .ranging(.door), .retry(.door), .anyOf([.ranging(.door), .retry(.door)]), .notified(),
    ]
    private static let token = DiscoveryToken(rawValue: 1, phoneAt: ShortAddress(rawValue: 1))
    private static let kinds: [Observation] = [
        .phone(.nearby(accessory: .door, event: .didUpdate(object: NearbyObject(token: token, distance: .metres(1))))),
        .phone(.nearby(accessory: .door, event: .retry(attempt: 1))), .phone(.tag(event: .banner)),
        .phone(.tag(event: .gone)),
        .phone(.nearby(accessory: .door, event: .gaveUp(attempts: 1, reason: .attemptsSpent))),
    ]

    /// The complete list, searched linearly.
    private struct Plain {
        var all: [(seen: Observation, origin: Int)] = []

        func matching(_ outcome: Outcome, since first: Int, _ scope: CountScope) -> Int {
            all[first...].count { outcome.matches($0.seen) && (!scope.isOfOneTag || $0.origin >= first) }
        }

        func related(_ outcome: Outcome, since first: Int, _ scope: CountScope) -> [Observation] {
            all[first...].filter {
                RelatedEvents(outcome).includes($0.seen) && (!scope.isOfOneTag || $0.origin >= first)
            }
            .suffix(5).map(\.seen)
        }
    }

    @Test("Counts since any mark, and the last ones that concern an outcome, are those of the whole list")
    func counts() {
        var generator = SeededGenerator(seed: 3)
        var log = EventLog(asking: Self.asked)
        var plain = Plain()
        var marks: [EventLog.Mark] = [log.beginning]
        for _ in 0..<600 {
            let seen = Self.kinds[Int.random(in: 0..<Self.kinds.count, using: &generator)]
            let origin = generator.chance(0.05) ? Int.random(in: -1..<max(1, log.count), using: &generator) : nil
            log.append(seen, origin: origin)
            plain.all.append((seen, origin ?? plain.all.count))
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

    @Test("A failure quotes the companion's events that were counted, not the last ones")
    func counted() {
        let asked = Outcome.companion("pad", .connectRequested)
        var log = EventLog(asking: [asked])
        let wanted = [2, 3].map { number in
            Observation.phone(
                .companion(name: "pad", event: .connectRequested(connection: number, refusal: nil)))
        }
        log.append(wanted[0])
        let mark = log.mark
        log.append(wanted[1])
        for move in 1...40 { log.append(.phone(.companion(name: "pad", event: .acknowledged(move: move)))) }
        #expect(log.last(5, countedFor: asked, since: log.beginning) == wanted)
        #expect(log.last(5, countedFor: asked, since: mark) == [wanted[1]])
    }

    @Test("However much happens, only the last ones are kept one by one")
    func bounded() {
        var log = EventLog(asking: Self.asked)
        for number in 0..<20_000 {
            log.append(Self.kinds[number % Self.kinds.count], origin: number % 10 == 0 ? number - 1 : nil)
            log.forget(before: number - 100)
        }
        #expect(log.count(.ranging(.door), since: log.beginning) == 4_000)
        #expect(log.size <= Self.asked.count * EventLog.mostRelated + 11, "\(log.size)")
    }
}
