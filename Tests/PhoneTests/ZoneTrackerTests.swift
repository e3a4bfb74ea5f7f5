import Ground
import Phone
import Testing

@Suite struct ZoneTrackerTests {
    private let zones = [
        Zone(name: "far", radius: .metres(3), hysteresis: .metres(0.2)),
        Zone(name: "near", radius: .metres(1.5), hysteresis: .metres(0.2)),
    ]

    private func changes(_ metres: [Double], window: Int = 5, confirmations: Int = 1) -> [ZoneChange] {
        var tracker = ZoneTracker(zones: zones, window: window, confirmations: confirmations)
        return metres.flatMap { tracker.add(.metres($0)).changes }
    }

    @Test func aWalkInAndOutEntersAndLeavesBothZonesOnce() {
        let inward = stride(from: 5.0, through: 0.5, by: -0.1)
        let outward = stride(from: 0.5, through: 5.0, by: 0.1)
        let seen = changes(Array(inward) + Array(outward))
        #expect(seen.map(\.kind) == [.entered, .entered, .left, .left])
        #expect(seen.map(\.zone) == ["far", "near", "near", "far"])
        #expect(seen[0].distance <= .metres(3) && seen[0].distance > .metres(2.85))
        #expect(seen[3].distance > .metres(3.2) && seen[3].distance < .metres(3.35))
    }

    @Test func aSingleOutlierTripsNothing() {
        let far = Array(repeating: 4.0, count: 10)
        #expect(changes(far + [0.3] + far).isEmpty)
        let near = Array(repeating: 1.0, count: 10)
        #expect(changes(near + [9.0] + near).map(\.kind) == [.entered, .entered])
    }

    @Test(arguments: 1...20) func aPauseOnTheBoundaryDoesNotJitter(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pause = (0..<300).map { _ in 3.0 + 0.04 * generator.gaussian() }
        #expect(changes([4, 3.8, 3.6, 3.4, 3.2] + pause).count <= 1)
    }

    @Test func nothingIsSaidBeforeTheWindowIsFull() {
        #expect(changes([1, 1, 1, 1]).isEmpty)
        #expect(changes([1, 1, 1, 1, 1]).count == 2)
    }

    @Test func severalConfirmationsMustComeInARow() {
        #expect(changes([2.9, 3.1, 2.9, 3.1], window: 1, confirmations: 2).isEmpty)
        #expect(changes([2.9, 2.9], window: 1, confirmations: 2).map(\.zone) == ["far"])
    }

    @Test func afterAResetTheAccessoryIsOutside() {
        var tracker = ZoneTracker(zones: zones, window: 1, confirmations: 1)
        _ = tracker.add(.metres(1))
        #expect(tracker.inside == ["far", "near"])
        tracker.reset()
        #expect(tracker.inside.isEmpty)
        #expect(tracker.add(.metres(2)).changes.map(\.zone) == ["far"])
    }

    @Test func anEvenWindowTakesTheMiddleOfBothMiddles() {
        var smoother = DistanceSmoother(window: 2)
        #expect(smoother.add(.metres(1)) == nil)
        #expect(smoother.add(.metres(2)) == .metres(1.5))
    }
}
