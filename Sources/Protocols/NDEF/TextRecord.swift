public import Ground

/// The well-known record `T`: a text and its language. Shown to people, never used to open anything.
///
/// Source: NFC Forum RTD Text 1.0, nfc.md 1.6. The reserved bit of the status byte is ignored.
public struct TextRecord: Hashable, Sendable {
    public static let type = "T"

    public enum Encoding: Hashable, Sendable { case utf8, utf16 }

    /// A language tag such as `en` or `de-CH`, at most 63 ASCII characters.
    public let language: String
    public let text: String
    public let encoding: Encoding

    public init(_ text: String, language: String = "en", encoding: Encoding = .utf8) {
        precondition(
            language.utf8.count <= 63 && language.utf8.allSatisfy { $0 < 0x80 }, "a language tag is short ASCII")
        self.text = text
        self.language = language
        self.encoding = encoding
    }

    public init(decoding payload: [UInt8]) throws(Malformed) {
        var reader = ByteReader(payload)
        let status = try reader.u8("the text record's status")
        let code = try reader.take(Int(status & 0x3F), "the language tag")
        guard code.allSatisfy({ $0 < 0x80 }), let language = String(strictUTF8: code) else {
            throw Malformed(at: 1, "the language tag is not ASCII")
        }
        let start = reader.offset
        let body = reader.rest()
        encoding = status & 0x80 == 0 ? .utf8 : .utf16
        let decoded = encoding == .utf8 ? String(strictUTF8: body) : Self.utf16(body)
        guard let decoded else {
            throw Malformed(at: start, "the text is not \(encoding == .utf8 ? "UTF-8" : "UTF-16")")
        }
        self.language = language
        text = decoded
    }

    /// The payload; UTF-16 is written big-endian without a byte order mark.
    public var payload: [UInt8] {
        var bytes = [UInt8(clamping: language.utf8.count) | (encoding == .utf16 ? 0x80 : 0)]
        bytes += language.utf8
        switch encoding {
        case .utf8: bytes += text.utf8
        case .utf16: for unit in text.utf16 { bytes.append(big: unit) }
        }
        return bytes
    }

    public var record: NDEFRecord { .wellKnown(Self.type, payload: payload) }

    private static func utf16(_ bytes: [UInt8]) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        var units = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        if units.first == 0xFFFE { units = units.map(\.byteSwapped) }
        if units.first == 0xFEFF { units.removeFirst() }
        return String(validating: units, as: UTF16.self)
    }
}

/// A connection handover record: an offer to continue over Bluetooth or Wi-Fi. Shown, never followed.
///
/// Source: nfc.md 1.6, according to which a phone ignores it; the layout (a version byte, then records) is from
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
    /// The major version is in the high half; nil for a carrier, which has no version.
    public let version: UInt8?
    /// The number of alternative carriers (`ac` records) offered.
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
