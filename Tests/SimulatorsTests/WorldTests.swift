import Ground
import Links
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
            let instant = begin + Lapse(nanoseconds: (arrival - begin).nanoseconds / 10 * Int64(part))
            guard let distance = world.distance(to: "door", at: instant) else { return }
            #expect(distance >= last)
            last = distance
        }
        #expect(world.distance(to: "door", at: .never) == far)
    }

    private let resting = SeenDirection(azimuth: .degrees(10), elevation: .degrees(-5))

    @Test func whoeverWasNeverPutAnywhereIsSeenWhereItRests() {
        var world = World()
        #expect(world.direction(of: "door", resting: resting, at: begin) == resting)
        world.face("door", SeenDirection(azimuth: .degrees(30)), since: begin)
        world.face("gate", SeenDirection(azimuth: .degrees(0)), since: begin)
        world.face("door", SeenDirection(azimuth: .degrees(-30), elevation: .degrees(5)), since: begin)
        let seen = world.direction(of: "door", resting: resting, at: begin)
        #expect(seen == SeenDirection(azimuth: .degrees(-30), elevation: .degrees(5)))
    }

    @Test func aTurnMovesEverythingTheOtherWayAsEvenlyAsItIsTurned() {
        var world = World()
        world.face("door", SeenDirection(azimuth: .degrees(20), elevation: .degrees(5)), since: begin)
        let turn = SeenDirection(azimuth: .degrees(90), elevation: .degrees(-10))
        let end = world.turn(by: turn, over: .seconds(2), since: begin)
        #expect(end == begin + .seconds(2))
        func seen(_ span: Lapse) -> SeenDirection {
            world.direction(of: "door", resting: resting, at: begin + span)
        }
        #expect(seen(.zero) == SeenDirection(azimuth: .degrees(20), elevation: .degrees(5)))
        #expect(seen(.seconds(1)) == SeenDirection(azimuth: .degrees(-25), elevation: .degrees(10)))
        #expect(seen(.seconds(2)) == SeenDirection(azimuth: .degrees(-70), elevation: .degrees(15)))
        #expect(seen(.seconds(9)) == seen(.seconds(2)))
        // An accessory that is placed now is seen there now; a further turn begins where the last one ended.
        world.face("gate", SeenDirection(azimuth: .degrees(0)), since: end)
        _ = world.turn(by: SeenDirection(azimuth: .degrees(-90)), over: .zero, since: end)
        #expect(seen(.seconds(3)).azimuth == .degrees(20))
        #expect(world.direction(of: "gate", resting: resting, at: end).azimuth == .degrees(90))
        #expect(world.direction(of: "other", resting: resting, at: end).azimuth == .degrees(10))
    }

    @Test(arguments: [
        (170.0, 20.0, -170.0), (-170, -20, 170), (0, 360, 0), (179, 1, 180), (-180, 0, 180), (10.5, -0.25, 10.25),
    ])
    func anglesGoRound(angle: Double, more: Double, sum: Double) {
        let result = Angle.degrees(angle) + .degrees(more)
        #expect(result == .degrees(sum))
        #expect(result - .degrees(more) == .degrees(angle))
        #expect(Angle.degrees(.infinity) == .zero && Angle.degrees(-3).magnitude == .degrees(3))
    }
}
