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

    @Test("What a scenario expects somewhere is asked for, however deep, and nothing else is")
    func outcomes() {
        #expect(Questions(silent).asked.isEmpty && !Questions(silent).areOfSamples)
        #expect(Questions(asking).asked == [.ranging(.door)])
    }

    @Test("Rounds that nobody asks for do not reach the log; what tells of a failure is kept for each accessory")
    func rounds() {
        let token = DiscoveryToken(rawValue: 1, phoneAt: ShortAddress(rawValue: 1))
        let object = NearbyObject(token: token, distance: .metres(1))
        let round = PhoneEvent.nearby(accessory: "gate", event: .didUpdate(object: object))
        var (log, other) = (EventLog(asking: Questions(asking).asked), EventLog(asking: Questions(silent).asked))
        log.append(round)
        other.append(round)
        #expect(log.count == 1 && log.count(.ranging(.door), since: log.beginning) == 0)
        #expect(log.last(5, concerning: .ranging(.door), since: log.beginning) == [.phone(round)])
        #expect(other.count == 0)
    }

    @Test("A limit anywhere asks for samples")
    func samples() {
        #expect(Questions(.named("measuresTruly")).areOfSamples && !Questions(asking).areOfSamples)
    }

    @Test("Whether the kit listened is known without any sample")
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
