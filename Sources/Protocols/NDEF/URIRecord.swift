import Ground

/// Why a URI record gives no URI that a phone could use.
public enum UnusableURI: Error, Hashable, Sendable {
    /// Not even the prefix code is there.
    case emptyPayload
    /// The prefix code is one of 24 to FF; a text without its code looks like this.
    case reservedPrefix(UInt8)
    case notUTF8
    /// The prefix stands alone, as in `https://` without a host.
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

/// The well-known record `U`: a URI with its beginning shortened to a code.
///
/// Source: NFC Forum RTD URI 1.0, fact sheet 1.5. Reserved codes are refused, though the specification asks to read
/// them as code 00: an iPhone was seen to say "No usable data found" (a field report).
public struct URIRecord: Hashable, Sendable {
    public static let type = "U"

    /// The whole URI, never normalised.
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

    /// The payload with the longest prefix that fits.
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

    /// What each prefix code stands for; the index is the code.
    public static let prefixes = [
        "", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:", "ftp://anonymous:anonymous@",
        "ftp://ftp.", "ftps://", "sftp://", "smb://", "nfs://", "ftp://", "dav://", "news:", "telnet://", "imap:",
        "rtsp://", "urn:", "pop:", "sip:", "sips:", "tftp:", "btspp://", "btl2cap://", "btgoep://", "tcpobex://",
        "irdaobex://", "file://", "urn:epc:id:", "urn:epc:tag:", "urn:epc:pat:", "urn:epc:raw:", "urn:epc:", "urn:nfc:",
    ]
}

extension NDEFRecord {
    /// The record for a URI.
    public static func uri(_ uri: String) -> NDEFRecord { URIRecord(uri: uri).record }
}
