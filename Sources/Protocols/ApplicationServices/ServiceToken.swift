import Ground

/// What an agent gives for a granted invitation, and what a connection shows: it stays valid in the background.
public struct ServiceToken: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension ServiceToken: CustomStringConvertible {
    public var description: String { rawValue.hexadecimal }
}

/// Why an agent ends a connection in band: only then is the end ECONNABORTED (network fact sheet, section 8.2).
public struct AbortReason: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The app went to the background.
    public static let background = AbortReason(rawValue: 1)
    /// The app is in another session, and the setting says that this looks like an abort.
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

/// Why an agent takes no invitation or no connection.
public struct ServiceRefusal: Hashable, Codable, Sendable {
    public struct Reason: RawRepresentable, Hashable, Codable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// No invitation gave this token.
        public static let unknownToken = Reason(rawValue: 1)
        /// Picker and connection, or connection and listener, have other parameters.
        public static let parametersDiffer = Reason(rawValue: 2)
        /// No app of the device has this service.
        public static let unknownService = Reason(rawValue: 3)
        /// The device has another platform than the one that was chosen.
        public static let otherPlatform = Reason(rawValue: 4)
        /// As much waits already as the agent holds.
        public static let full = Reason(rawValue: 5)
        /// A message that cannot come now.
        public static let outOfOrder = Reason(rawValue: 6)
    }

    public let reason: Reason
    /// With `parametersDiffer` a bit for each field that differs, from the lowest; otherwise 0.
    public let detail: UInt8

    public init(_ reason: Reason, detail: UInt8 = 0) {
        self.reason = reason
        self.detail = detail
    }

    public init(differing fields: [ServiceParameters.Field]) {
        self.init(.parametersDiffer, detail: fields.reduce(0) { $0 | 1 << $1.rawValue })
    }

    /// The fields that differ, as far as they are known.
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
