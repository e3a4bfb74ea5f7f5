public import Ground
public import Links
import Traces

extension LinkKind {
    static let stream = LinkKind(
        event: StreamEvent.self, request: StreamRequest.self,
        filterKinds: [
            "open", "opened", "stream", "nearby interaction", "agent", "close", "closed", "ended", "reset", "service",
            "finding",
        ],
        linkType: .rawIP,
        summary: "bytes as they were on the connection; the headers of IP and TCP are composed")
}

extension LinkID {
    /// The connection behind a stream, the only kind of link with stream frames.
    fileprivate var streamID: StreamID {
        guard case .stream(let stream) = self else { preconditionFailure("\(self) has no frames of a stream") }
        return stream
    }
}

extension MeaningDecoder {
    fileprivate mutating func meaning(
        ofStream bytes: [UInt8], on link: LinkID, fromPhone: Bool
    ) -> FrameMeaning? {
        link.streamID.companion == nil
            ? streams[link, default: StreamConversation()].receive(bytes, fromPhone: fromPhone)
            : agents[link, default: AgentConversation()].receive(bytes, fromPhone: fromPhone)
    }
}

extension StreamRequest: LinkRequest {
    public var parts: FrameParts {
        switch self {
        case .open: FrameParts("open", 1)
        case .bytes(let bytes): FrameParts("stream", 2, ("bytes", bytes))
        case .close: FrameParts("close", 3)
        case .reset: FrameParts("reset", 4)
        }
    }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a stream's request")
        switch code {
        case 1: self = .open
        case 2: self = .bytes(try reader.counted("a stream's bytes"))
        case 3: self = .close
        case 4: self = .reset
        default: throw reader.unknown(code, "a stream's request")
        }
    }

    public func outbound(on link: LinkID) -> Outbound { .stream(link.streamID, self) }

    public var bytes: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }
    public var isClosing: Bool { self == .close || self == .reset }

    public func words(_ style: inout MeaningStyle) -> String {
        switch self {
        case .open: "open the connection"
        case .bytes(let bytes): bytes.shown()
        case .close: "close the connection"
        case .reset: "reset the connection"
        }
    }

    public func meaning(_ decoder: inout MeaningDecoder, on link: LinkID, at now: Instant) -> FrameMeaning? {
        if self == .open { decoder.streams[link] = nil }
        guard case .bytes(let bytes) = self else { return nil }
        return decoder.meaning(ofStream: bytes, on: link, fromPhone: true)
    }

    public func redacted(_ redaction: inout Redaction, on link: LinkID) -> Self {
        guard case .bytes(let bytes) = self else { return self }
        guard link.streamID.companion == nil else {
            return .bytes(redaction.agents[link, default: AgentRedaction()].sent.redact(bytes, &redaction.substitutes))
        }
        return .bytes(
            redaction.streams[link, default: StreamRedaction()].sent.redact(bytes, &redaction.substitutes))
    }
}

extension StreamEvent: LinkEvent {
    public var parts: FrameParts {
        switch self {
        case .service(let notice): notice.parts
        case .opened(let peer): FrameParts("opened", 1, ("name", peer))
        case .bytes(let bytes): FrameParts("stream", 2, ("bytes", bytes))
        case .closed(let reason): FrameParts("closed", 3, ("reason", reason))
        case .ended(let reason): FrameParts("ended", 4, ("reason", reason))
        }
    }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a stream's event")
        switch code {
        case 1: self = .opened(try reader.text("a peer's name"))
        case 2: self = .bytes(try reader.counted("a stream's bytes"))
        case 3: self = .closed(try reader.text("a reason"))
        case 4: self = .ended(try DisconnectReason(&reader))
        case 5...9: self = .service(try ServiceNotice(&reader, code: code))
        default: throw reader.unknown(code, "a stream's event")
        }
    }

    public func inbound(on link: LinkID) -> Inbound { .stream(link.streamID, self) }

    public var bytes: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }

    public func words(_ style: inout MeaningStyle) -> String {
        switch self {
        case .service(let notice): notice.words
        case .opened(let peer): "connection open\(style.peer(peer))"
        case .bytes(let bytes): bytes.shown()
        case .closed(let reason): "connection closed: \(reason.escapedForDisplay)"
        case .ended(let reason): "connection ended: \(reason.description.escapedForDisplay)"
        }
    }

    public func meaning(_ decoder: inout MeaningDecoder, on link: LinkID, at now: Instant) -> FrameMeaning? {
        guard case .bytes(let bytes) = self else { return nil }
        return decoder.meaning(ofStream: bytes, on: link, fromPhone: false)
    }

    public func redacted(_ redaction: inout Redaction, on link: LinkID) -> Self {
        switch self {
        case .service(let notice): .service(notice.redacted(&redaction))
        case .opened(let peer): .opened(redaction.text(peer))
        case .bytes(let bytes) where link.streamID.companion != nil:
            .bytes(
                redaction.agents[link, default: AgentRedaction()].received.redact(bytes, &redaction.substitutes))
        case .bytes(let bytes):
            .bytes(redaction.streams[link, default: StreamRedaction()].received.redact(bytes, &redaction.substitutes))
        case .closed(let reason): .closed(redaction.text(reason))
        case .ended(.other(let text)): .ended(.other(text: redaction.text(text)))
        case .ended: self
        }
    }
}
