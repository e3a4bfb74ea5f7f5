public import Ground
public import Links
public import UCI

/// What stands around a simulated phone: accessories, a kit, tags, and how well ranging works there.
public struct SurroundingsModel: Sendable {
    /// What the kit speaks.
    public enum Kit: Hashable, Sendable {
        case uci
        /// The text of Qorvo's CLI firmware; such a kit tells no angles.
        case cli
    }

    public var accessories: [(name: AccessoryName, model: AccessoryBuild)]
    public var kit = Kit.uci
    public var generation: FiRaGeneration
    public var ranging: WorldModel
    /// How the kit measures angles of arrival; nil for one with a single antenna, as the DWM3001CDK is.
    public var angles: AngleModel?
    public var tags: [(name: TagName, tag: SimulatedTag)]
    /// Where an accessory stands that was never moved.
    public var restingDistance: Distance
    /// Where an accessory is seen that was never turned.
    public var restingBearing: WorldBearing
    /// Accessories that are played as they were recorded, in the places of those with their names; nil for none.
    public var recording: BenchRecording?

    public init(
        accessories: [(name: AccessoryName, model: AccessoryBuild)], generation: FiRaGeneration = .fira2,
        ranging: WorldModel = WorldModel(), angles: AngleModel? = AngleModel(),
        tags: [(name: TagName, tag: SimulatedTag)] = [], restingDistance: Distance = .metres(2),
        restingBearing: WorldBearing = WorldBearing(azimuthDegrees: 10, elevationDegrees: -5),
        recording: BenchRecording? = nil
    ) {
        self.accessories = accessories
        self.generation = generation
        self.ranging = ranging
        self.angles = angles
        self.tags = tags
        self.restingDistance = restingDistance
        self.restingBearing = restingBearing
        self.recording = recording
    }
}
