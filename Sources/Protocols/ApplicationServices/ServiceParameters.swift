public import Ground

/// With what a picker, a connection or a listener is made, as far as both sides must agree on it.
///
/// Apple asks for the same parameters everywhere (network fact sheet, section 0, point 13). Which of them it compares
/// is not known; these are the ones that the fact sheet's cases 20 and 33 vary.
public struct ServiceParameters: Hashable, Sendable {
    /// One thing on which two sides may differ; the raw value is its bit in a `ServiceRefusal`.
    public enum Field: UInt8, Hashable, Codable, Sendable, CaseIterable {
        case framer = 0
        case applicationProtocol, security, keepalive, peerToPeer
    }

    /// The framer's name; nil for none.
    public var framer: String?
    /// The protocol that TLS negotiates (ALPN).
    public var applicationProtocol: String
    public var isSecure: Bool
    /// How long a connection is idle before its first keepalive; nil for none.
    public var keepalive: Span?
    public var includesPeerToPeer: Bool

    public init(
        framer: String? = "frames", applicationProtocol: String = "nirig/1", isSecure: Bool = true,
        keepalive: Span? = .seconds(2), includesPeerToPeer: Bool = false
    ) {
        self.framer = framer
        self.applicationProtocol = applicationProtocol
        self.isSecure = isSecure
        self.keepalive = keepalive
        self.includesPeerToPeer = includesPeerToPeer
    }

    public static let standard = ServiceParameters()

    public var digest: ParametersDigest {
        ParametersDigest(
            values: Field.allCases.map { field in
                let text =
                    switch field {
                    case .framer: framer.map { "+\($0)" } ?? "-"
                    case .applicationProtocol: applicationProtocol
                    case .security: isSecure ? "+" : "-"
                    case .keepalive: keepalive.map { "\($0.nanoseconds)" } ?? "-"
                    case .peerToPeer: includesPeerToPeer ? "+" : "-"
                    }
                let hash = FNV1a(text.utf8).value
                return UInt32(truncatingIfNeeded: hash ^ hash >> 32)  // both halves count
            })
    }
}

extension ServiceParameters.Field: CustomStringConvertible {
    public var description: String {
        switch self {
        case .framer: "the framer"
        case .applicationProtocol: "the application protocol"
        case .security: "the encryption"
        case .keepalive: "the keepalive"
        case .peerToPeer: "the use of peer-to-peer links"
        }
    }
}

/// A hash of each parameter, so that whoever has two digests can name what differs and knows nothing else.
public struct ParametersDigest: Hashable, Sendable {
    /// The bytes of a digest.
    public static let size = 4 * ServiceParameters.Field.allCases.count

    /// One a field, in the fields' order.
    let values: [UInt32]

    init(values: [UInt32]) { self.values = values }

    /// Each hash with 32 bits, little endian.
    public var encoded: [UInt8] {
        values.reduce(into: []) { bytes, value in bytes.append(little: value) }
    }

    init(from reader: inout ByteReader) throws(Malformed) {
        var values: [UInt32] = []
        for _ in ServiceParameters.Field.allCases { values.append(try reader.u32("the digest of the parameters")) }
        self.values = values
    }

    /// In what the two differ.
    public func differences(from other: ParametersDigest) -> [ServiceParameters.Field] {
        zip(ServiceParameters.Field.allCases, zip(values, other.values)).filter { $1.0 != $1.1 }.map(\.0)
    }
}
