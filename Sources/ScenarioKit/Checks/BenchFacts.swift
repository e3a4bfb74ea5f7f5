public import Ground

/// The names a bench offers to scenarios.
public struct BenchFacts: Codable, Hashable, Sendable {
    /// The accessories' names.
    public let accessories: [AccessoryName]
    /// The tags' names.
    public let tags: [TagName]
    /// The other phones.
    public let phones: [AccessoryName]
    /// The screens' names.
    public let screens: [ScreenName]

    /// Creates the names that a bench offers.
    public init(accessories: [AccessoryName], tags: [TagName], phones: [AccessoryName] = [], screens: [ScreenName] = [])
    {
        self.accessories = accessories
        self.phones = phones
        self.tags = tags
        self.screens = screens
    }
}
