import Testing
import Wording

@testable import Engine

struct ExchangeProgressTests {
    @Test("What is missing is said in the order in which it should have come")
    func order() {
        var progress = ExchangeProgress()
        #expect(progress.whatIsMissing == .noConfiguration)
        progress.hasConfiguration = true
        #expect(progress.whatIsMissing == .neverAnswered)
        progress.hasAnswered = true
        #expect(progress.whatIsMissing == .neverStarted(upon: nil))
    }

    @Test("After a removal the last attempt that came anywhere says what is missing")
    func removal() {
        var progress = ExchangeProgress()
        (progress.hasConfiguration, progress.hasAnswered) = (true, true)
        progress.remove()
        #expect(progress.whatIsMissing == .neverStarted(upon: nil).and(.removed(times: 1)))
        progress.hasConfiguration = true
        #expect(progress.whatIsMissing == .neverAnswered.and(.removed(times: 1)))
    }
}
