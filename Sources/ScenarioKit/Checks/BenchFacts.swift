public import Ground

/// What a bench has, as far as a scenario's names go.
public struct BenchFacts: Codable, Hashable, Sendable {
    public let accessories: [AccessoryName]
    public let tags: [TagName]

    public init(accessories: [AccessoryName], tags: [TagName]) {
        self.accessories = accessories
        self.tags = tags
    }
}
