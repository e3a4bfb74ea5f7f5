import Ground
import Journal
import Links
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

    @Test("What a scenario expects somewhere concerns it, with what is told beside it, and nothing else does")
    func outcomes() {
        #expect(!Questions(silent).concern(.ranging(.door)) && !Questions(silent).areOfSamples)
        let questions = Questions(asking)
        #expect(questions.concern(.ranging(.door)) && questions.concern(.ranging("gate")))
        #expect(!questions.concern(.connected(.door)) && !questions.concern(.kitMeasured(.door, .metres(1))))
    }

    @Test("Tags, the reader and the console are kept for all")
    func tags() {
        let questions = Questions(silent)
        #expect(questions.concern(.tagGone) && questions.concern(.readerLost("unplugged")))
        #expect(questions.concern(.console(.door, "boot")))
    }

    @Test("A limit anywhere asks for samples")
    func samples() {
        #expect(Questions(.named("measuresTruly")).areOfSamples && !Questions(asking).areOfSamples)
    }

    @Test("Whether the kit listened is known without any sample")
    func reports() {
        var log = SampleLog(isKept: false)
        log.note(.kitRound(accessory: .door), truth: { _ in nil }, at: .start)
        let mark = log.mark()
        #expect(!log.hasReport(of: .door, since: mark) && log.hasReport(of: .door, since: SampleLog.Mark()))
        log.note(.kitRound(accessory: "gate"), truth: { _ in nil }, at: .start)
        #expect(!log.hasReport(of: .door, since: mark) && log.hasReport(of: "gate", since: mark))
        log.note(.kitRound(accessory: .door), truth: { _ in nil }, at: .start)
        #expect(log.hasReport(of: .door, since: mark))
    }
}
