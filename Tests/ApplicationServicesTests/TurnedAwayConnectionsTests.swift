import ApplicationServices
import Ground
import Testing

/// The reports about connections beyond an agent's limit.
@Suite struct TurnedAwayConnectionsTests {
    @Test func theNumberIsToldWheneverItHasDoubled() {
        var turnedAway = TurnedAwayConnections(limit: 64)
        let told = (1...100).filter { _ in turnedAway.add(1) != nil }
        #expect(told == [1, 2, 4, 8, 16, 32, 64])
    }

    @Test func noneIsLeftUntoldAndNothingIsToldTwice() {
        var turnedAway = TurnedAwayConnections(limit: 64)
        #expect(turnedAway.finish() == nil && turnedAway.add(0) == nil)
        let first = turnedAway.add(3)
        #expect(first?.code == "services.tooMany" && first?.weight == .fault && turnedAway.finish() == nil)
        #expect(turnedAway.add(2) == nil)
        let last = turnedAway.finish()
        #expect(last?.meaning.hasPrefix("5 ") == true && turnedAway.finish() == nil)
    }

    @Test func noNumberIsTooLargeForIt() {
        var turnedAway = TurnedAwayConnections(limit: 1)
        #expect(turnedAway.add(.max) != nil && turnedAway.add(.max) == nil && turnedAway.add(-5) == nil)
        #expect(turnedAway.finish() == nil)
    }
}
