import Ground
import Simulators
import Testing

@Suite struct WorldTests {
    private let begin = Instant.start + .seconds(10)

    private func world(_ from: Double, _ to: Double, _ speed: Double) -> (world: World, arrival: Instant) {
        var world = World()
        let arrival = world.move(
            "door", from: .metres(from), to: .metres(to), at: .metresPerSecond(speed), since: begin)
        return (world, arrival)
    }

    @Test(arguments: [(5.0, 1.0), (1.0, 5.0), (-1.0, 3.0)]) func aMoveIsEvenAndEndsInTime(from: Double, to: Double) {
        let (world, arrival) = world(from, to, 2)
        #expect(arrival == begin + .seconds(2))
        #expect(world.distance(to: "door", at: .start) == .metres(from))
        #expect(world.distance(to: "door", at: begin) == .metres(from))
        #expect(world.distance(to: "door", at: begin + .milliseconds(500)) == .metres(from + (to - from) / 4))
        #expect(world.distance(to: "door", at: begin + .seconds(1)) == .metres((from + to) / 2))
        #expect(world.distance(to: "door", at: arrival) == .metres(to))
        #expect(world.distance(to: "door", at: arrival + .seconds(100)) == .metres(to))
    }

    @Test(arguments: [0.0, -1.0]) func withoutSpeedOneIsThereAtOnce(speed: Double) {
        let (world, arrival) = world(5, 1, speed)
        #expect(arrival == begin && world.distance(to: "door", at: begin) == .metres(1))
    }

    @Test func placesAreTheirOwn() {
        var world = World()
        #expect(world.distance(to: "door", at: begin) == nil)
        world.place("door", at: .metres(1), since: begin)
        world.place("gate", at: .metres(2), since: begin)
        world.place("door", at: .metres(3), since: begin)
        #expect(world.distance(to: "door", at: begin) == .metres(3))
        #expect(world.distance(to: "gate", at: .start) == .metres(2))
        #expect(world.distance(to: "barn", at: begin) == nil)
    }

    @Test func hugeDistancesAreClamped() {
        var world = World()
        let far = Distance(millimetres: .max)
        let arrival = world.move(
            "door", from: Distance(millimetres: .min), to: far, at: Speed(millimetresPerSecond: 1), since: begin)
        #expect(arrival > begin)
        var last = Distance(millimetres: .min)
        for part in 0...10 {
            let instant = begin + Span(nanoseconds: (arrival - begin).nanoseconds / 10 * Int64(part))
            guard let distance = world.distance(to: "door", at: instant) else { return }
            #expect(distance >= last)
            last = distance
        }
        #expect(world.distance(to: "door", at: .never) == far)
    }

    @Test func whoeverWasNeverTurnedHasNoDirection() {
        var world = World()
        #expect(world.bearing(of: "door") == nil)
        world.turn("door", to: WorldBearing(azimuthDegrees: 30, elevationDegrees: 0))
        world.turn("gate", to: WorldBearing(azimuthDegrees: 0, elevationDegrees: 0))
        world.turn("door", to: WorldBearing(azimuthDegrees: -30, elevationDegrees: 5))
        #expect(world.bearing(of: "door") == WorldBearing(azimuthDegrees: -30, elevationDegrees: 5))
    }
}
