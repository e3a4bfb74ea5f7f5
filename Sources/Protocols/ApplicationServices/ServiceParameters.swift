public import Ground

/// The parameters of a picker, connection or listener on which both sides must agree.
///
/// Apple requires the same parameters everywhere (network.md, section 0, point 13). It is unknown which of
/// them it compares; these are the ones varied by the fact sheet's cases 20 and 33.
public struct ServiceParameters: Hashable, Sendable {
    /// A parameter on which two sides may differ; the raw value is its bit in a `ServiceRefusal`.
    public enum Field: UInt8, Hashable, Codable, Sendable, CaseIterable {
        case framer = 0
        case applicationProtocol, security, keepalive, peerToPeer
    }

    /// The framer's name; nil for none.
    public var framer: String?
    /// The protocol negotiated by TLS (ALPN).
    public var applicationProtocol: String
    public var isSecure: Bool
    /// The idle time before a connection's first keepalive; nil for none.
    public var keepalive: Lapse?
    public var includesPeerToPeer: Bool

    public init(
        framer: String? = "frames", applicationProtocol: String = "nirig/1", isSecure: Bool = true,
        keepalive: Lapse? = .seconds(2), includesPeerToPeer: Bool = false
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

/// A hash of each parameter, so that two digests reveal which parameters differ and nothing else.
public struct ParametersDigest: Hashable, Sendable {
    /// The size of a digest in bytes.
    public static let size = 4 * ServiceParameters.Field.allCases.count

    /// One hash per field, in the fields' order.
    let values: [UInt32]

    init(values: [UInt32]) { self.values = values }

    /// The hashes, 32 bits each, little-endian.
    public var encoded: [UInt8] {
        values.reduce(into: []) { bytes, value in bytes.append(little: value) }
    }

    init(from reader: inout ByteReader) throws(Malformed) {
        var values: [UInt32] = []
        for _ in ServiceParameters.Field.allCases { values.append(try reader.u32("the digest of the parameters")) }
        self.values = values
    }

    /// Returns the fields in which the two differ.
    public func differences(from other: ParametersDigest) -> [ServiceParameters.Field] {
        zip(ServiceParameters.Field.allCases, zip(values, other.values)).filter { $1.0 != $1.1 }.map(\.0)
    }
}
