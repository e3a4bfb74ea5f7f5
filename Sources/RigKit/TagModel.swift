/// A simulated tag: its chip, its contents, and its departures from a tag as sold.
public struct TagModel: Codable, Hashable, Sendable {
    /// A tag's chip, which determines its type and the size of its memory.
    public enum Chip: String, Codable, Hashable, Sendable, CaseIterable {
        case ntag213
        case ntag215
        case ntag216
        /// A Type 2 tag of more than one sector of 1024 bytes.
        case type2large
        /// A Type 4 tag, read with ISO 7816 commands, of mapping version 2.
        case type4
        /// A Type 4 tag of mapping version 1: an older application and older commands.
        case type4v1
        /// A Type 4 tag of mapping version 3, with an extended NDEF file.
        case type4v3

        /// Whether it is a tag with pages instead of files.
        public var isType2: Bool {
            switch self {
            case .ntag213, .ntag215, .ntag216, .type2large: true
            case .type4, .type4v1, .type4v3: false
            }
        }
    }

    /// The contents of the memory for messages.
    public enum Content: Codable, Hashable, Sendable {
        /// Formatted, with an empty message.
        case blank
        /// A message of these records, encoded according to the standard.
        case records([TagRecord])
        /// The bytes of a message, right or wrong.
        case message([UInt8])
        /// The whole memory for messages, right or wrong: on Type 2 from page 4 on, on Type 4 the file with its
        /// length.
        case data([UInt8])
    }

    /// Whether the tag can be written.
    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        case writable
        /// The capability container forbids writing.
        case readOnly
        /// Lock bits, or the file's access conditions, keep it from being written.
        case locked
    }

    /// The chip that the tag has.
    public let chip: Chip
    /// The contents of the tag's memory.
    public let content: Content
    /// Whether the tag can be written.
    public let state: State
    /// Four, seven or ten bytes; nil for one that the bench derives from the tag's name.
    public let uid: [UInt8]?
    /// The capability container instead of the chip's own: page 3, or the file E103.
    public let container: [UInt8]?
    /// The longest answer of a Type 4 tag in bytes; nil for as much as one byte can request.
    public let longestAnswer: Int?

    /// Creates a tag, by default writable and with the chip's usual capability container.
    ///
    /// Values that no such tag can have are reported by `problems()`.
    public init(
        _ chip: Chip, _ content: Content, state: State = .writable, uid: [UInt8]? = nil, container: [UInt8]? = nil,
        longestAnswer: Int? = nil
    ) {
        self.chip = chip
        self.content = content
        self.state = state
        self.uid = uid
        self.container = container
        self.longestAnswer = longestAnswer
    }

    /// Creates a tag as sold, with one address on it.
    public init(_ chip: Chip, uri: String) { self.init(chip, .records([.uri(uri)])) }

    /// The address, if the tag contains only one URI record.
    public var uri: String? {
        guard case .records(let records) = content, records.count == 1, case .uri(let uri)? = records.first else {
            return nil
        }
        return uri
    }
}

/// A record of a simulated tag's message.
public enum TagRecord: Codable, Hashable, Sendable {
    case uri(String)
    case text(String, language: String)
    /// An address inside a Smart Poster, with a title or without.
    case poster(String, title: String?)
    /// Data of a media type: `text/vcard`.
    case media(type: String, [UInt8])
    /// An external type: `example.com:door`.
    case external(type: String, [UInt8])
    /// The package of an Android app, for Android alone.
    case application(String)
    /// An address in the record's type itself.
    case absolute(String)
    case empty
}
