/// The direction from the phone to an accessory, with the phone held upright and its back toward the accessory.
public struct SeenDirection: Hashable, Sendable {
    /// The angle to the right.
    public var azimuth: Angle
    /// The upward angle.
    public var elevation: Angle

    public init(azimuth: Angle, elevation: Angle = .zero) {
        self.azimuth = azimuth
        self.elevation = elevation
    }

    /// Returns the direction after the phone was turned by `turn`, to the right and up.
    public func turned(by turn: SeenDirection) -> SeenDirection {
        SeenDirection(azimuth: azimuth - turn.azimuth, elevation: elevation - turn.elevation)
    }
}

extension SeenDirection: CustomStringConvertible {
    public var description: String {
        if azimuth == .zero, elevation == .zero { return "straight ahead" }
        let sideways = "\(azimuth.magnitude) to the \(azimuth < .zero ? "left" : "right")"
        guard elevation != .zero else { return sideways }
        return "\(sideways), \(elevation.magnitude) \(elevation < .zero ? "down" : "up")"
    }
}

/// Encoded in degrees, which represent 128ths exactly.
extension SeenDirection: Codable {
    private enum CodingKeys: CodingKey {
        case azimuthDegrees, elevationDegrees
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            azimuth: try container.angle(.azimuthDegrees), elevation: try container.angle(.elevationDegrees))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(azimuth.degrees, forKey: .azimuthDegrees)
        try container.encode(elevation.degrees, forKey: .elevationDegrees)
    }
}

extension KeyedDecodingContainer {
    /// Decodes an angle in degrees; throws if no phone can be turned by it.
    func angle(_ key: Key) throws -> Angle {
        let degrees = try decode(Double.self, forKey: key)
        guard degrees.magnitude <= 180 else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "an angle lies from -180 to 180 degrees, not at \(degrees)")
        }
        return .degrees(degrees)
    }
}
