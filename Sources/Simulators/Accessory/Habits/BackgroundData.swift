import Ground
import NearbyInteraction

/// What the characteristic for sessions in the background holds: the payload of the latest configuration data.
struct BackgroundData: Sendable {
    /// How much NXP's demo zeroes when ranging starts.
    static let zeroedLength = 48

    private let model: AccessoryBuild
    private var wasInitialized = false

    init(model: AccessoryBuild) { self.model = model }

    /// The new value after initialize; nil when it stays.
    mutating func initialized(_ payload: [UInt8]) -> [UInt8]? {
        defer { wasInitialized = true }
        return model.has(.staleBackgroundConfiguration) && wasInitialized ? nil : payload
    }

    /// The new value when ranging starts; nil when it stays.
    func started() -> [UInt8]? {
        model.has(.zeroesBackgroundConfiguration) ? [UInt8](repeating: 0, count: Self.zeroedLength) : nil
    }
}
