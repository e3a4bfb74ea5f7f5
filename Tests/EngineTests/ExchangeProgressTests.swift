import Ground
import NearbyInteraction
import Phone
import ScenarioKit
import Scenarios
import Testing
import Wording

@testable import Engine

struct ExchangeProgressTests {
    @Test("Missing messages are named in the order in which they should have come")
    func order() {
        var progress = ExchangeProgress()
        #expect(progress.whatIsMissing == .noConfiguration)
        progress.hasConfiguration = true
        #expect(progress.whatIsMissing == .neverAnswered)
        progress.hasAnswered = true
        #expect(progress.whatIsMissing == .neverStarted(upon: nil))
    }

    @Test("A start left over from the step before doesn't end an exchange")
    func leftOver() {
        var bench = DirectorBench(
            Scenario("exchanges", "Exchanges, and nothing else") {
                Exchange(.configuration, with: .door, within: .seconds(5))
            })
        bench.hear(.accessoryDidStart, at: 10)
        #expect(bench.ending == nil)
        bench.hear(.received(message: .configuration), at: 20)
        bench.hear(.accessoryDidStart, at: 30)
        bench.pass(to: 10_000)
        #expect(bench.ending == .complete)
    }

    @Test("After a removal the last attempt that got anywhere determines what is missing")
    func removal() {
        var progress = ExchangeProgress()
        (progress.hasConfiguration, progress.hasAnswered) = (true, true)
        progress.remove()
        #expect(progress.whatIsMissing == .neverStarted(upon: nil).and(.removed(times: 1)))
        progress.hasConfiguration = true
        #expect(progress.whatIsMissing == .neverAnswered.and(.removed(times: 1)))
    }
}
