import Testing

@testable import Engine

struct ExchangeProgressTests {
    @Test("What is missing is said in the order in which it should have come")
    func order() {
        var progress = ExchangeProgress()
        #expect(progress.whatIsMissing == "no accessory configuration data came")
        progress.hasConfiguration = true
        #expect(progress.whatIsMissing == "the shareable configuration data never left")
        progress.hasAnswered = true
        #expect(progress.whatIsMissing == "the accessory never said that ranging started")
    }

    @Test("After a removal the last attempt that came anywhere says what is missing")
    func removal() {
        var progress = ExchangeProgress()
        (progress.hasConfiguration, progress.hasAnswered) = (true, true)
        progress.remove()
        #expect(progress.whatIsMissing == "the accessory never said that ranging started; it was removed 1 times")
        progress.hasConfiguration = true
        #expect(progress.whatIsMissing == "the shareable configuration data never left; it was removed 1 times")
    }
}
