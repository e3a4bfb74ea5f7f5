import Ground

/// A connection handover record: an offer to go on over Bluetooth or Wi-Fi. Shown, never followed.
///
/// Source: fact sheet 1.6, which says that a phone ignores it; the layout (a version byte, then records) is from
/// general knowledge of NFC Forum Connection Handover 1.x [N].
public struct HandoverRecord: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case select = "Hs"
        case request = "Hr"
        case carrier = "Hc"
        case mediation = "Hm"
        case initiate = "Hi"
    }

    public let kind: Kind
    /// Major version in the high half; nil for a carrier, which has none.
    public let version: UInt8?
    /// How many ways to go on (`ac` records) it offers.
    public let alternatives: Int

    init(_ record: NDEFRecord) throws(Malformed) {
        guard let name = String(strictUTF8: record.type), let kind = Kind(rawValue: name) else {
            throw Malformed(at: 0, "it is no handover record")
        }
        self.kind = kind
        guard kind != .carrier else {
            (version, alternatives) = (nil, 0)
            return
        }
        var reader = ByteReader(record.payload)
        version = try reader.u8("the handover version")
        let rest = reader.rest()
        guard !rest.isEmpty else {
            alternatives = 0
            return
        }
        do throws(Malformed) {
            let message = try NDEFMessage(decoding: rest)
            alternatives = message.records.count { $0.isWellKnown("ac") }
        } catch { throw error.shifted(by: 1) }
    }
}

extension HandoverRecord: CustomStringConvertible {
    public var description: String {
        let name =
            switch kind {
            case .select: "handover select"
            case .request: "handover request"
            case .carrier: "handover carrier"
            case .mediation: "handover mediation"
            case .initiate: "handover initiate"
            }
        guard let version else { return name }
        return "\(name) \(version >> 4).\(version & 0x0F), \(alternatives) alternatives"
    }
}
