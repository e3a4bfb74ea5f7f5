import Ground
import Journal
import Links
import NearbyInteraction
import Phone
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

struct QuestionsTests {
    private let silent = Scenario("silent", "Nothing is expected of it") {
        Connect(.door, within: .seconds(5))
        Repeat(3) { Exchange(.configuration, with: .door, within: .seconds(5)) }
    }
    private let asking = Scenario("asking", "Something is, deep inside") {
        Connect(.door, within: .seconds(5))
        Repeat(2) {
            Exchange(.configuration, with: .door, within: .seconds(5))
            Expect(.ranging(.door), within: .seconds(3))
        }
    }

    @Test("Events that a scenario expects at any depth are asked for, and no others")
    func outcomes() {
        #expect(ObservedTopics(silent).asked.isEmpty && !ObservedTopics(silent).areOfSamples)
        #expect(ObservedTopics(asking).asked == [.ranging(.door)])
    }

    @Test("Rounds that are not asked for do not enter the log; evidence of failures is kept for each accessory")
    func rounds() {
        let token = DiscoveryToken(rawValue: 1, phoneAt: ShortAddress(rawValue: 1))
        let object = NearbyObject(token: token, distance: .metres(1))
        let round = PhoneEvent.nearby(accessory: "gate", event: .didUpdate(object: object))
        var (log, other) = (
            EventLog(asking: ObservedTopics(asking).asked), EventLog(asking: ObservedTopics(silent).asked)
        )
        log.append(round)
        other.append(round)
        #expect(log.count == 1 && log.count(.ranging(.door), since: log.beginning) == 0)
        #expect(log.last(5, concerning: .ranging(.door), since: log.beginning) == [.phone(round)])
        #expect(other.count == 0)
    }

    @Test("A limit anywhere asks for samples")
    func samples() {
        #expect(ObservedTopics(.named("measuresTruly")).areOfSamples && !ObservedTopics(asking).areOfSamples)
    }

    @Test("The log knows whether the kit listened without any sample")
    func reports() {
        var log = SampleLog(isKept: false)
        log.note(.kitRound(accessory: .door), truth: { _ in (nil, nil) }, at: .start)
        let mark = log.mark()
        #expect(!log.hasReport(of: .door, since: mark) && log.hasReport(of: .door, since: SampleLog.Mark()))
        log.note(.kitRound(accessory: "gate"), truth: { _ in (nil, nil) }, at: .start)
        #expect(!log.hasReport(of: .door, since: mark) && log.hasReport(of: "gate", since: mark))
        log.note(.kitRound(accessory: .door), truth: { _ in (nil, nil) }, at: .start)
        #expect(log.hasReport(of: .door, since: mark))
    }
}
