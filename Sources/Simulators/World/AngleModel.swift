public import Ground
public import UCI

/// What a kit with several antennas makes of the direction to an accessory; an engineering proposal, as all noise here.
public struct AngleModel: Hashable, Sendable {
    /// Standard deviation of an angle in line of sight, around an obstacle three times as much.
    public var noiseDegrees: Double
    /// How far to either side, and up or down, angles are measured at all.
    public var fieldOfViewDegrees: Double

    public init(noiseDegrees: Double = 3, fieldOfViewDegrees: Double = 60) {
        self.noiseDegrees = noiseDegrees
        self.fieldOfViewDegrees = fieldOfViewDegrees
    }

    /// Azimuth and elevation as the kit reports them; without merit where the accessory is out of view.
    ///
    /// The merit falls towards the edge of the field of view, and around an obstacle.
    public func measure(
        _ truth: WorldBearing, isFree: Bool, using generator: inout SeededGenerator
    ) -> (azimuth: AngleOfArrival, elevation: AngleOfArrival) {
        // Both draws are made in any case, so that a turn changes no later distance.
        let (sideways, upwards) = (generator.gaussian(), generator.gaussian())
        let offset = max(abs(truth.azimuthDegrees), abs(truth.elevationDegrees))
        guard offset <= fieldOfViewDegrees else { return (AngleOfArrival(), AngleOfArrival()) }
        let noise = noiseDegrees * (isFree ? 1 : 3)
        let merit = (100 - 50 * offset / max(fieldOfViewDegrees, 1)) * (isFree ? 1 : 0.4)
        func angle(_ degrees: Double) -> AngleOfArrival {
            AngleOfArrival(raw: Int16(clamping: Int((degrees * 128).rounded())), merit: UInt8(max(1, merit)))
        }
        return (angle(truth.azimuthDegrees + sideways * noise), angle(truth.elevationDegrees + upwards * noise))
    }
}
