public import Ground
public import Links

/// A message between the rig and its reader helper process, and its encoding.
///
/// Version 1 of this project's own protocol. A frame consists of four octets of header (version, kind, length of the
/// body as little-endian 16 bits) and a body of at most `bodyLimit` octets. The helper first sends `opened` or
/// `failed`; after that it answers each of the rig's messages except `end` with exactly one message. After
/// `failed` it exits.
public enum ChildMessage: Hashable, Sendable {
    // From the rig.
    case poll
    case exchange([UInt8], within: Lapse)
    case checkPresence
    case end

    // From the helper.
    /// The reader is ready; carries its name.
    case opened(String)
    case tagFound(TagIdentity)
    /// At most `tagLimit` tags, the first of which is selected.
    case tagsFound([TagIdentity])
    case noTag
    case response([UInt8])
    case exchangeFailed(ExchangeFailure, String)
    case tagPresent
    case tagAbsent
    /// The reader did not open or stopped answering; carries an explanation.
    case failed(String)

    public static let version: UInt8 = 1
    public static let headSize = 4
    /// Enough for the longest PN532 frame, which is 264 octets, and for any sentence.
    public static let bodyLimit = 1024
    /// The maximum number of tags reported per poll; three with the longest ATS fit into a frame.
    public static let tagLimit = 3
}

/// The reason why the tag did not answer a command.
public enum ExchangeFailure: UInt8, Hashable, Sendable {
    /// The tag left the field.
    case tagLost = 1
    /// The tag is present, but the transmission was disturbed or refused.
    case transmission = 2
    /// The chip did not answer at all, not even to report a silent tag: the reader failed.
    case timeout = 3
    /// The reader failed, not the tag.
    case reader = 4

    /// Whether the failure is the reader's and says nothing about the tag.
    var isOfReader: Bool {
        switch self {
        case .timeout, .reader: true
        case .tagLost, .transmission: false
        }
    }
}

extension ChildMessage {
    private var kind: UInt8 {
        switch self {
        case .poll: 0x01
        case .exchange: 0x02
        case .checkPresence: 0x03
        case .end: 0x04
        case .opened: 0x81
        case .tagFound: 0x82
        case .noTag: 0x83
        case .response: 0x84
        case .exchangeFailed: 0x85
        case .tagPresent: 0x86
        case .tagAbsent: 0x87
        case .failed: 0x88
        case .tagsFound: 0x89
        }
    }

    /// The message as a frame. Overlong text is truncated.
    ///
    /// - Precondition: a command or a response has at most 1000 octets, an identity at most 255 of each kind.
    public var frame: [UInt8] {
        var body: [UInt8] = []
        switch self {
        case .poll, .checkPresence, .end, .noTag, .tagPresent, .tagAbsent: break
        case .exchange(let command, let span):
            body.append(little: UInt32(clamping: span.nanoseconds / 1_000_000))
            body += command
        case .opened(let text), .failed(let text): body += text.cut
        case .tagFound(let tag): body += tag.octets
        case .tagsFound(let tags): body += tags.flatMap(\.octets)
        case .response(let bytes): body += bytes
        case .exchangeFailed(let failure, let text): body += [failure.rawValue] + text.cut
        }
        precondition(body.count <= ChildMessage.bodyLimit, "a helper message is longer than its frame allows")
        var frame = [ChildMessage.version, kind]
        frame.append(little: UInt16(body.count))
        return frame + body
    }

    init(kind: UInt8, body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body[...], origin: ChildMessage.headSize)
        switch kind {
        case 0x01: self = .poll
        case 0x02:
            let limit = try reader.u32("the time limit")
            self = .exchange(reader.rest(), within: .milliseconds(Int(limit)))
        case 0x03: self = .checkPresence
        case 0x04: self = .end
        case 0x81: self = .opened(try reader.text())
        case 0x82: self = .tagFound(try reader.identity())
        case 0x83: self = .noTag
        case 0x84: self = .response(reader.rest())
        case 0x85:
            let code = try reader.u8("the failure")
            guard let failure = ExchangeFailure(rawValue: code) else {
                throw Malformed(at: ChildMessage.headSize, "failure \(code.hexadecimal) is not known")
            }
            self = .exchangeFailed(failure, try reader.text())
        case 0x86: self = .tagPresent
        case 0x87: self = .tagAbsent
        case 0x88: self = .failed(try reader.text())
        case 0x89:
            var tags: [TagIdentity] = []
            while !reader.isAtEnd { tags.append(try reader.identity()) }
            guard (2...ChildMessage.tagLimit).contains(tags.count) else {
                throw Malformed(at: ChildMessage.headSize, "\(tags.count) tags are none or one, or too many")
            }
            self = .tagsFound(tags)
        default: throw Malformed(at: 1, "message kind \(kind.hexadecimal) is not known")
        }
        try reader.finish("a helper message")
    }
}

extension TagIdentity {
    fileprivate var octets: [UInt8] {
        var octets: [UInt8] = []
        octets.append(little: atqa)
        octets.append(sak)
        octets.append(UInt8(uid.count))
        octets += uid
        octets.append(UInt8(ats.count))
        return octets + ats
    }
}

extension String {
    /// The first 240 characters, of one to four octets each.
    fileprivate var cut: [UInt8] {
        var text = ""
        text.unicodeScalars.append(contentsOf: unicodeScalars.prefix(240))
        return Array(text.utf8)
    }
}

extension ByteReader {
    fileprivate mutating func text() throws(Malformed) -> String {
        let start = offset
        guard let text = String(strictUTF8: rest()) else { throw Malformed(at: start, "the text is not UTF-8") }
        return text
    }

    fileprivate mutating func identity() throws(Malformed) -> TagIdentity {
        let atqa = try u16("the ATQA")
        let sak = try u8("the SAK")
        let uid = try take(Int(try u8("the UID's length")), "the UID")
        let ats = try take(Int(try u8("the ATS's length")), "the ATS")
        return TagIdentity(uid: uid, atqa: atqa, sak: sak, ats: ats)
    }
}

/// Decodes helper messages from a byte stream.
public struct ChildStream: Sendable {
    private var waiting: [UInt8] = []

    public init() {}

    /// Takes the next bytes and returns the messages they complete.
    ///
    /// After an error the stream is out of sync and unusable.
    public mutating func receive(_ bytes: some Sequence<UInt8>) throws(Malformed) -> [ChildMessage] {
        waiting += bytes
        var messages: [ChildMessage] = []
        var start = 0
        while waiting.count - start >= ChildMessage.headSize {
            var head = ByteReader(waiting[start..<start + ChildMessage.headSize])
            let version = try head.u8("the version")
            guard version == ChildMessage.version else {
                throw Malformed(at: 0, "the helper speaks version \(version), not \(ChildMessage.version)")
            }
            let kind = try head.u8("the kind")
            let length = Int(try head.u16("the length"))
            guard length <= ChildMessage.bodyLimit else {
                throw Malformed(at: 2, "a body of \(length) octets is longer than \(ChildMessage.bodyLimit)")
            }
            let end = start + ChildMessage.headSize + length
            guard end <= waiting.count else { break }
            let body = Array(waiting[start + ChildMessage.headSize..<end])
            messages.append(try ChildMessage(kind: kind, body: body))
            start = end
        }
        waiting.removeFirst(start)
        return messages
    }
}
