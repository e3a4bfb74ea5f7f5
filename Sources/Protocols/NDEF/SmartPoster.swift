public import Ground

/// The well-known record `Sp`: a URI with titles and hints, as a message inside the record.
///
/// Source: NFC Forum RTD Smart Poster 1.0, nfc.md 1.6. It is unknown whether an iPhone looks inside (1.7).
public struct SmartPoster: Hashable, Sendable {
    public static let type = "Sp"

    /// The action that the poster requests; codes other than 0 to 2 are reserved and preserved.
    public struct Action: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let doNow = Action(rawValue: 0)
        public static let save = Action(rawValue: 1)
        public static let openForEditing = Action(rawValue: 2)
    }

    /// The single URI record inside.
    public let record: NDEFRecord
    public let titles: [TextRecord]
    public let action: Action?
    /// The size of the URI's target in bytes, according to the poster.
    public let size: UInt32?
    /// The media type of the URI's target, according to the poster.
    public let mediaType: String?
    /// Images or videos, as records.
    public let icons: [NDEFRecord]
    public let findings: [Finding]

    /// Decodes the message inside a Smart Poster, which must contain exactly one URI record.
    public init(decoding payload: [UInt8]) throws(Malformed) {
        let message = try NDEFMessage(decoding: payload)
        let links = message.records.filter { $0.isWellKnown(URIRecord.type) }
        guard let link = links.first, links.count == 1 else {
            throw Malformed(at: 0, "a Smart Poster holds exactly one URI record, this one \(links.count)")
        }
        var contents = Contents()
        for record in message.records { contents.add(record) }
        self.record = link
        titles = contents.titles
        action = contents.action
        size = contents.size
        mediaType = contents.mediaType
        icons = contents.icons
        findings = message.findings + contents.findings
    }

    /// The URI of the URI record, or the reason why there is none.
    public var uri: Result<String, UnusableURI> {
        do throws(UnusableURI) { return .success(try URIRecord(decoding: record.payload).uri) } catch {
            return .failure(error)
        }
    }

    /// Creates a Smart Poster record with a URI and its titles.
    public static func record(uri: String, titles: [TextRecord] = []) -> NDEFRecord {
        .wellKnown(type, payload: NDEFMessage([.uri(uri)] + titles.map(\.record)).encoded)
    }

    private struct Contents {
        var titles: [TextRecord] = []
        var action: Action?
        var size: UInt32?
        var mediaType: String?
        var icons: [NDEFRecord] = []
        var findings: [Finding] = []

        mutating func add(_ record: NDEFRecord) {
            do throws(Malformed) {
                var reader = ByteReader(record.payload)
                if record.isWellKnown(TextRecord.type) {
                    let title = try TextRecord(decoding: record.payload)
                    if titles.contains(where: { $0.language == title.language }) {
                        let language = title.language.escapedForDisplay
                        findings.append(
                            Finding("ndef.smartPoster", .warning, "two titles are in the language \(language)"))
                    }
                    titles.append(title)
                } else if record.isWellKnown("act") {
                    action = Action(rawValue: try reader.u8("the action"))
                } else if record.isWellKnown("s") {
                    size = try reader.big("the size")
                } else if record.isWellKnown("t") {
                    mediaType = String(strictUTF8: record.payload)
                } else if record.typeNameFormat == .media {
                    icons.append(record)
                }
            } catch {
                findings.append(Finding("ndef.smartPoster", error, in: "in the Smart Poster"))
            }
        }
    }
}
