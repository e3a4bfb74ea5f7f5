public import Ground

/// A message between the apps of two phones, in either direction: one id byte, then the payload.
///
/// Apple leaves the messages between two apps to the apps. These ids are defined by this project and unverified
/// against any other app.
public enum PeerMessage: Hashable, Sendable {
    /// An archived discovery token (`TokenArchive`), undecoded.
    case token([UInt8])
    /// The distance measured by the sender's phone: millimetres as a signed 32-bit little-endian number.
    case distance(Distance)
    /// An id that neither app knows; both ignore such messages.
    case other(id: UInt8, payload: [UInt8])

    public static let tokenID: UInt8 = 0x01
    public static let distanceID: UInt8 = 0x02

    /// The message as the bytes of one write or notification.
    public var encoded: [UInt8] {
        switch self {
        case .token(let archive): return [Self.tokenID] + archive
        case .distance(let distance):
            var bytes = [Self.distanceID]
            bytes.append(little: UInt32(bitPattern: distance.millimetres))
            return bytes
        case .other(let id, let payload): return [id] + payload
        }
    }

    /// Decodes one write or notification.
    ///
    /// Throws if it is empty, if a token has no bytes, and if a distance is not four bytes long.
    public init(decoding bytes: [UInt8]) throws(Malformed) {
        guard let id = bytes.first else { throw Malformed(at: 0, "the message of an app is empty") }
        let payload = Array(bytes.dropFirst())
        switch id {
        case Self.tokenID:
            guard !payload.isEmpty else { throw Malformed(at: 1, "the message has no discovery token") }
            self = .token(payload)
        case Self.distanceID:
            var reader = ByteReader(bytes[1...], origin: 1)
            let raw = try reader.u32("a distance")
            guard reader.isAtEnd else { throw Malformed(at: 5, "\(reader.remaining) bytes behind a distance") }
            self = .distance(Distance(millimetres: Int32(bitPattern: raw)))
        default: self = .other(id: id, payload: payload)
        }
    }
}
