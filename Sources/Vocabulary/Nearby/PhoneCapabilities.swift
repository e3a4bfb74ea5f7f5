/// What the phone's hardware can measure.
public struct PhoneCapabilities: Codable, Hashable, Sendable {
    /// Without it there is no UWB, and every session ends with unsupportedPlatform.
    public let distance: Bool
    /// False as on phones with the second UWB chip, and without distance in any case: objects have no angles.
    public let direction: Bool
    /// No scenario asks for a phone without it.
    public private(set) var cameraAssistance = true
    /// Between phones only; no scenario asks for a phone without it.
    public private(set) var extendedDistance = true

    public init(
        distance: Bool = true, direction: Bool = true, cameraAssistance: Bool = true, extendedDistance: Bool = true
    ) {
        self.distance = distance
        self.direction = direction && distance
        self.cameraAssistance = cameraAssistance
        self.extendedDistance = extendedDistance
    }

    private enum CodingKeys: String, CodingKey { case distance, direction }

    public static let standard = PhoneCapabilities()
}
