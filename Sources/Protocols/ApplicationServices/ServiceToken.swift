import Ground

/// The token that an agent grants with an invitation and a connection presents; it remains valid in the background.
public struct ServiceToken: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension ServiceToken: CustomStringConvertible {
    public var description: String { rawValue.hexadecimal }
}

/// The reason for which an agent ends a connection in band, which alone results in ECONNABORTED (network.md,
/// section 8.2).
public struct AbortReason: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The app went to the background.
    public static let background = AbortReason(rawValue: 1)
    /// The app is in another session, and the settings make this look like an abort.
    public static let busy = AbortReason(rawValue: 2)
}

extension AbortReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .background: "background"
        case .busy: "busy"
        default: rawValue.hexadecimal
        }
    }
}

/// The reason why an agent refuses an invitation or a connection.
public struct ServiceRefusal: Hashable, Codable, Sendable {
    public struct Reason: RawRepresentable, Hashable, Codable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The token was never granted.
        public static let unknownToken = Reason(rawValue: 1)
        /// Picker and connection, or connection and listener, have different parameters.
        public static let parametersDiffer = Reason(rawValue: 2)
        /// No app on the device has this service.
        public static let unknownService = Reason(rawValue: 3)
        /// The device's platform is not the chosen one.
        public static let otherPlatform = Reason(rawValue: 4)
        /// The agent already holds as many waiting connections as it can.
        public static let full = Reason(rawValue: 5)
        /// A message that is not allowed at this point.
        public static let outOfOrder = Reason(rawValue: 6)
    }

    public let reason: Reason
    /// With `parametersDiffer`, one bit per differing field, starting from the lowest; otherwise 0.
    public let detail: UInt8

    public init(_ reason: Reason, detail: UInt8 = 0) {
        self.reason = reason
        self.detail = detail
    }

    public init(differing fields: [ServiceParameters.Field]) {
        self.init(.parametersDiffer, detail: fields.reduce(0) { $0 | 1 << $1.rawValue })
    }

    /// The differing fields that are known here.
    public var fields: [ServiceParameters.Field] {
        guard reason == .parametersDiffer else { return [] }
        return ServiceParameters.Field.allCases.filter { detail & 1 << $0.rawValue != 0 }
    }
}

extension ServiceRefusal: CustomStringConvertible {
    public var description: String {
        switch reason {
        case .unknownToken: "unknown token"
        case .parametersDiffer: "other parameters: \(fields.map(\.description).joined(separator: ", "))"
        case .unknownService: "unknown service"
        case .otherPlatform: "other platform"
        case .full: "no room"
        case .outOfOrder: "out of order"
        default: reason.rawValue.hexadecimal
        }
    }
}
