import Ground
import Testing

@testable import Simulators

@Suite("Acts over the air that are yet to be done") struct AirQueueTests {
    @Test("none overtakes one that was recorded before it, in whatever order they are added")
    func order() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<200 {
            var queue = AirQueue()
            var pending: [(order: Int, due: Instant)] = []
            var now = Instant.start
            for _ in 0..<60 {
                let order = Int.random(in: 0..<100, using: &generator)
                let wish = now + .milliseconds(Int.random(in: 0...50, using: &generator))
                // The requested instant, or the latest of the instants at which earlier ones in the recording are
                // done.
                let expected = pending.filter { $0.order < order }.reduce(wish) { max($0, $1.due) }
                #expect(queue.add(order, due: wish) == expected)
                pending.append((order, expected))
                guard generator.chance(0.2) else { continue }
                now = now + .milliseconds(Int.random(in: 0...40, using: &generator))
                queue.forget(through: now)
                pending.removeAll { $0.due <= now }
                #expect(queue.count == pending.count)
            }
        }
    }
}
