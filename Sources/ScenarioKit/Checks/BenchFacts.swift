public import Ground

/// The names a bench offers to scenarios.
public struct BenchFacts: Codable, Hashable, Sendable {
    public let accessories: [AccessoryName]
    public let tags: [TagName]
    /// The other phones.
    public let phones: [AccessoryName]
    public let screens: [ScreenName]

    public init(accessories: [AccessoryName], tags: [TagName], phones: [AccessoryName] = [], screens: [ScreenName] = [])
    {
        self.accessories = accessories
        self.phones = phones
        self.tags = tags
        self.screens = screens
    }
}
