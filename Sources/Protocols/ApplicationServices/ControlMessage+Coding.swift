public import Ground

extension ControlMessage {
    /// The complete message, preceded by its length.
    public var encoded: [UInt8] {
        var body = [Self.version, kind.rawValue]
        switch self {
        case .invite(let service, let platform, let digest):
            let name = Array(service.rawValue.utf8)
            precondition((1...Self.longestService).contains(name.count), "a service has 1 to 255 bytes")
            body.append(UInt8(clamping: name.count))
            body += name + [platform.number] + digest.encoded
        case .connect(let token, let digest):
            body.append(little: token.rawValue)
            body += digest.encoded
        case .granted(let token): body.append(little: token.rawValue)
        case .aborted(let reason): body.append(reason.rawValue)
        case .refused(let refusal): body += [refusal.reason.rawValue, refusal.detail]
        case .data(let bytes):
            precondition((1...Self.longestData).contains(bytes.count), "a message holds 1 to 16384 bytes of data")
            body += bytes
        case .prompting, .denied, .notInstalled, .noListener, .parked, .hello, .busy: break
        }
        var message: [UInt8] = []
        message.append(little: UInt32(clamping: body.count))
        return message + body
    }

    /// Decodes one message from the front; errors give the byte offset in the reader.
    ///
    /// Returns nil if the message is incomplete.
    init?(from reader: inout ByteReader) throws(Malformed) {
        guard reader.remaining >= 4 else { return nil }
        var ahead = reader
        let start = ahead.offset
        let length = try ahead.u32("a message's length")
        guard length >= 2 else { throw Malformed(at: start, "a message's length is \(length), and 2 are the least") }
        guard Int(length) <= Self.longest else {
            let hint = bigEndianHint(length, longest: Self.longest)
            throw Malformed(
                at: start, "a message's length is \(length.hexadecimal), and \(Self.longest) are the most\(hint)")
        }
        guard ahead.remaining >= Int(length) else { return nil }
        let origin = ahead.offset
        var body = ByteReader(try ahead.slice(Int(length), "a message"), origin: origin)
        self = try Self.read(&body)
        reader = ahead
    }

    private static func read(_ body: inout ByteReader) throws(Malformed) -> ControlMessage {
        let start = body.offset
        let version = try body.u8("the version")
        guard version == Self.version else {
            throw Malformed(at: start, "version \(version); \(Self.version) is known")
        }
        let code = try body.u8("the kind")
        guard let kind = Kind(rawValue: code) else {
            throw Malformed(at: start + 1, "no message is of the kind \(code.hexadecimal)")
        }
        let message = try read(kind, &body)
        guard body.isAtEnd else { throw Malformed(at: body.offset, "\(body.remaining) bytes behind \(kind)") }
        return message
    }

    private static func read(_ kind: Kind, _ body: inout ByteReader) throws(Malformed) -> ControlMessage {
        switch kind {
        case .invite:
            let length = Int(try body.u8("the length of the service"))
            let place = body.offset
            guard length > 0 else { throw Malformed(at: place - 1, "the service is empty") }
            guard let name = String(strictUTF8: try body.take(length, "the service")) else {
                throw Malformed(at: place, "the service is no UTF-8")
            }
            let number = try body.u8("the platform")
            guard let platform = CompanionPlatform.allCases.first(where: { $0.number == number }) else {
                throw Malformed(at: body.offset - 1, "no platform has the number \(number)")
            }
            return .invite(ServiceIdentifier(name), platform, try ParametersDigest(from: &body))
        case .connect:
            let token = ServiceToken(rawValue: try body.u64("the token"))
            return .connect(token, try ParametersDigest(from: &body))
        case .prompting: return .prompting
        case .denied: return .denied
        case .notInstalled: return .notInstalled
        case .noListener: return .noListener
        case .granted: return .granted(ServiceToken(rawValue: try body.u64("the token")))
        case .parked: return .parked
        case .hello: return .hello
        case .aborted: return .aborted(AbortReason(rawValue: try body.u8("the reason")))
        case .busy: return .busy
        case .refused:
            let reason = ServiceRefusal.Reason(rawValue: try body.u8("the reason"))
            return .refused(ServiceRefusal(reason, detail: try body.u8("the detail")))
        case .data:
            guard !body.isAtEnd else { throw Malformed(at: body.offset, "a message of data has none") }
            return .data(body.rest())
        }
    }
}

extension CompanionPlatform {
    /// The platform's number in an invitation.
    var number: UInt8 {
        switch self {
        case .iOS: 1
        case .iPadOS: 2
        case .watchOS: 3
        }
    }
}

/// Decodes control messages from a byte stream, split in any way.
public struct ControlStream: Sendable {
    private var waiting: [UInt8] = []
    private var consumed = 0
    /// Whether decoding failed, after which all bytes are ignored.
    public private(set) var isBroken = false

    public init() {}

    /// Whether the next byte begins a message.
    public var isBetween: Bool { waiting.isEmpty }

    /// The number of bytes of an incomplete message, less than the size of one message.
    public var waitingCount: Int { waiting.count }

    /// The number of bytes received from the stream, including waiting ones.
    public var count: Int { consumed + waiting.count }

    /// Takes the next bytes and appends the messages they complete.
    ///
    /// Throws once, with the offset from the beginning of the stream; messages before the error are appended.
    public mutating func receive(
        _ bytes: some Sequence<UInt8>, into messages: inout [ControlMessage]
    ) throws(Malformed) {
        guard !isBroken else { return }
        waiting.append(contentsOf: bytes)
        var reader = ByteReader(waiting[...], origin: consumed)
        do throws(Malformed) {
            while let message = try ControlMessage(from: &reader) { messages.append(message) }
        } catch {
            isBroken = true
            waiting = []
            throw error
        }
        consumed += waiting.count - reader.remaining
        waiting = reader.rest()
    }
}
