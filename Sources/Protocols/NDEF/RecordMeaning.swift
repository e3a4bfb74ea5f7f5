import Ground

/// The meaning of a record for a person or an app, from its format, type and payload.
///
/// Every kind in nfc.md 1.6 is represented; the fact sheet also describes a phone's reaction to each.
public enum RecordMeaning: Hashable, Sendable {
    case uri(String)
    /// A URI record that does not yield a URI.
    case unusableURI(UnusableURI)
    case text(TextRecord)
    case smartPoster(SmartPoster)
    case media(type: String, size: Int)
    /// The record's type is a URI that describes the payload; it is not a link.
    case absoluteURI(String)
    /// An Android Application Record with the package that Android starts. Ignored by iOS.
    case androidApplication(package: String)
    case external(domain: String, type: String, size: Int)
    case empty
    case handover(HandoverRecord)
    case signature(size: Int)
    /// A type defined by the NFC Forum that is not known here.
    case otherWellKnown(String, size: Int)
    /// Format 5: bytes of an unspecified type.
    case unknown(size: Int)
    /// A known type with an invalid payload.
    case malformed(type: String, String)
}

extension NDEFRecord {
    /// The type of an Android Application Record.
    public static let androidApplicationType = "android.com:pkg"

    /// The type as text, safe to print; hexadecimal if it is not UTF-8.
    public var typeName: String { String(strictUTF8: type)?.escapedForDisplay ?? type.hex }

    public var meaning: RecordMeaning {
        switch typeNameFormat {
        case .wellKnown: wellKnownMeaning
        case .media: .media(type: typeName.lowercased(), size: payload.count)
        case .absoluteURI: .absoluteURI(typeName)
        case .external: externalMeaning
        case .empty: .empty
        case .unknown, .unchanged, .reserved: .unknown(size: payload.count)
        }
    }

    private var wellKnownMeaning: RecordMeaning {
        switch String(strictUTF8: type) {
        case URIRecord.type:
            do throws(UnusableURI) { return .uri(try URIRecord(decoding: payload).uri) } catch {
                return .unusableURI(error)
            }
        case TextRecord.type:
            do { return .text(try TextRecord(decoding: payload)) } catch {
                return .malformed(type: TextRecord.type, "\(error)")
            }
        case SmartPoster.type:
            do { return .smartPoster(try SmartPoster(decoding: payload)) } catch {
                return .malformed(type: SmartPoster.type, "\(error)")
            }
        case "Hs", "Hr", "Hc", "Hm", "Hi":
            do { return .handover(try HandoverRecord(self)) } catch {
                return .malformed(type: typeName, "\(error)")
            }
        case "Sig": return .signature(size: payload.count)
        default: return .otherWellKnown(typeName, size: payload.count)
        }
    }

    private var externalMeaning: RecordMeaning {
        // External types are compared case-insensitively (nfc.md 1.1).
        let name = typeName.lowercased()
        if name == Self.androidApplicationType {
            let package = String(strictUTF8: payload) ?? payload.hex
            return .androidApplication(package: package)
        }
        guard let colon = name.firstIndex(of: ":") else {
            return .external(domain: name, type: "", size: payload.count)
        }
        return .external(
            domain: String(name[..<colon]), type: String(name[name.index(after: colon)...]), size: payload.count)
    }
}

extension RecordMeaning: CustomStringConvertible {
    /// One line for people, safe to print: `URI https://example.com/a`.
    public var description: String {
        switch self {
        case .uri(let uri): "URI \(uri.escapedForDisplay)"
        case .unusableURI(let reason): "URI record without a usable URI: \(reason)"
        case .text(let text): "\(text)"
        case .smartPoster(let poster): "\(poster)"
        case .media(let type, let size): "media \(type), \(size) bytes"
        case .absoluteURI(let uri): "absolute URI as a type: \(uri)"
        case .androidApplication(let package): "Android application \(package.escapedForDisplay)"
        case .external(let domain, let type, let size): "external record \(domain):\(type), \(size) bytes"
        case .empty: "empty record"
        case .handover(let handover): "\(handover)"
        case .signature(let size): "signature, \(size) bytes"
        case .otherWellKnown(let type, let size): "NFC Forum well-known record \(type), \(size) bytes"
        case .unknown(let size): "record of unknown type, \(size) bytes"
        case .malformed(let type, let reason): "malformed record \(type): \(reason)"
        }
    }
}
