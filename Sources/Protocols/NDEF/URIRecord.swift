public import Ground

/// The reason why a URI record yields no URI that a phone could use.
public enum UnusableURI: Error, Hashable, Sendable {
    /// The payload lacks even the prefix code.
    case emptyPayload
    /// The prefix code is one of 24 to FF; a text without a code looks like this.
    case reservedPrefix(UInt8)
    case notUTF8
    /// There is only a prefix, as in `https://` without a host.
    case nothingAfterPrefix(String)
}

extension UnusableURI: CustomStringConvertible {
    public var description: String {
        switch self {
        case .emptyPayload:
            "the payload is empty; it needs a prefix code and the rest of the URI"
        case .reservedPrefix(let code):
            "the prefix code \(code.hexadecimal) is reserved (was the code forgotten before the text?)"
        case .notUTF8:
            "the URI is not UTF-8"
        case .nothingAfterPrefix(let prefix):
            prefix.isEmpty ? "the URI has no characters" : "nothing follows the prefix \(prefix)"
        }
    }
}

/// The well-known record `U`: a URI whose beginning is abbreviated to a code.
///
/// Source: NFC Forum RTD URI 1.0, nfc.md 1.5. Reserved codes are refused, although the specification says to read
/// them as code 00: an iPhone was seen to report "No usable data found" (a field report).
public struct URIRecord: Hashable, Sendable {
    public static let type = "U"

    /// The complete URI, never normalised.
    public let uri: String

    public init(uri: String) { self.uri = uri }

    public init(decoding payload: [UInt8]) throws(UnusableURI) {
        guard let code = payload.first else { throw .emptyPayload }
        guard Int(code) < Self.prefixes.count else { throw .reservedPrefix(code) }
        let prefix = Self.prefixes[Int(code)]
        guard let rest = String(strictUTF8: payload.dropFirst()) else { throw .notUTF8 }
        guard !rest.isEmpty else { throw .nothingAfterPrefix(prefix) }
        uri = prefix + rest
    }

    /// The payload with the longest matching prefix.
    public var payload: [UInt8] {
        let text = Array(uri.utf8)
        var best: (code: UInt8, length: Int) = (0, 0)
        for (code, prefix) in Self.prefixes.enumerated() {
            let length = prefix.utf8.count
            if length > best.length, length < text.count, text.starts(with: prefix.utf8) {
                best = (UInt8(clamping: code), length)
            }
        }
        return [best.code] + text[best.length...]
    }

    public var record: NDEFRecord { .wellKnown(Self.type, payload: payload) }

    /// The prefixes, indexed by their codes.
    public static let prefixes = [
        "", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:", "ftp://anonymous:anonymous@",
        "ftp://ftp.", "ftps://", "sftp://", "smb://", "nfs://", "ftp://", "dav://", "news:", "telnet://", "imap:",
        "rtsp://", "urn:", "pop:", "sip:", "sips:", "tftp:", "btspp://", "btl2cap://", "btgoep://", "tcpobex://",
        "irdaobex://", "file://", "urn:epc:id:", "urn:epc:tag:", "urn:epc:pat:", "urn:epc:raw:", "urn:epc:", "urn:nfc:",
    ]
}

extension NDEFRecord {
    /// Creates the record for a URI.
    public static func uri(_ uri: String) -> NDEFRecord { URIRecord(uri: uri).record }
}

/// The URI that a phone takes from a message, by Apple's rule for background tag reading.
///
/// The first well-known `U` record of the message counts and all others are skipped (nfc.md, rule B9). An
/// unusable first `U` ends the search; it is unknown whether an iPhone would try the next one.
public struct FirstURI: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        case uri(String)
        /// There is no URI record.
        case none
        /// The first URI record yields no URI.
        case unusable(UnusableURI)
    }

    /// The treatment of a URI that only a Smart Poster contains. An iPhone's behaviour is unverified (nfc.md
    /// 1.7).
    public enum SmartPosterRule: Hashable, Sendable {
        /// Do not look inside, but report a finding. The default.
        case ignore
        /// Look inside if there is no URI record outside.
        case lookInside
    }

    public let outcome: Outcome
    public let findings: [Finding]
}

extension NDEFMessage {
    /// Returns the URI that a phone takes from this message.
    public func firstURI(smartPosters rule: FirstURI.SmartPosterRule = .ignore) -> FirstURI {
        if let record = records.first(where: { $0.isWellKnown(URIRecord.type) }) {
            return FirstURI(outcome: Self.outcome(of: record), findings: [])
        }
        guard let poster = records.first(where: { $0.isWellKnown(SmartPoster.type) }) else {
            return FirstURI(outcome: .none, findings: [])
        }
        do throws(Malformed) {
            let link = try SmartPoster(decoding: poster.payload).record
            let finding = Finding(
                "ndef.smartPoster", .warning,
                "the URI stands only inside a Smart Poster: it may not open on an iPhone; Android opens it")
            switch rule {
            case .ignore: return FirstURI(outcome: .none, findings: [finding])
            case .lookInside: return FirstURI(outcome: Self.outcome(of: link), findings: [finding])
            }
        } catch {
            return FirstURI(outcome: .none, findings: [Finding("ndef.smartPoster", error, in: "in the Smart Poster")])
        }
    }

    private static func outcome(of record: NDEFRecord) -> FirstURI.Outcome {
        do throws(UnusableURI) { return .uri(try URIRecord(decoding: record.payload).uri) } catch {
            return .unusable(error)
        }
    }
}
