public import Ground
public import UCI

/// What stands around a simulated phone: accessories, a kit, tags, and how well ranging works there.
public struct SurroundingsModel: Sendable {
    public var accessories: [(name: AccessoryName, model: AccessoryModel)]
    public var generation: FiRaGeneration
    public var ranging: RangingModel
    public var tags: [(name: TagName, tag: SimulatedTag)]
    /// Where an accessory stands that was never moved.
    public var restingDistance: Distance

    public init(
        accessories: [(name: AccessoryName, model: AccessoryModel)], generation: FiRaGeneration = .fira2,
        ranging: RangingModel = RangingModel(), tags: [(name: TagName, tag: SimulatedTag)] = [],
        restingDistance: Distance = .metres(2)
    ) {
        self.accessories = accessories
        self.generation = generation
        self.ranging = ranging
        self.tags = tags
        self.restingDistance = restingDistance
    }
}
