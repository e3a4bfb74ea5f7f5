public import Ground
public import Links
import Traces

extension LinkKind {
    static let kit = LinkKind(
        event: KitEvent.self, request: KitRequest.self,
        filterKinds: ["uci", "cli", "ranging", "open", "opened", "close"],
        linkType: .firaUCI, summary: "UCI packets between phone and kit")
}

extension KitRequest: LinkRequest {
    public var parts: FrameParts {
        switch self {
        case .open: FrameParts("open", 1)
        case .bytes(let bytes): FrameParts("uci", 2, ("bytes", bytes))
        case .close: FrameParts("close", 3)
        }
    }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a kit's request")
        switch code {
        case 1: self = .open
        case 2: self = .bytes(try reader.counted("UCI bytes"))
        case 3: self = .close
        default: throw reader.unknown(code, "a kit's request")
        }
    }

    public func outbound(on link: LinkID) -> Outbound { .kit(self) }

    public var bytes: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }
    public var isClosing: Bool { self == .close }

    public func words(_ style: inout MeaningStyle) -> String {
        switch self {
        case .open: "open the kit"
        case .bytes(let bytes): bytes.shown()
        case .close: "close the kit"
        }
    }

    public func shown(_ view: inout FrameView, on link: LinkID) -> FrameView.Shown? {
        if self == .open { view.kit.dialect.reopen() }
        guard case .bytes(let bytes) = self else { return remark(on: link) }
        return view.kit.show(bytes, .outbound)
    }

    public func meaning(_ decoder: inout MeaningDecoder, on link: LinkID, at now: Instant) -> FrameMeaning? {
        if self == .open { decoder.reopenKit() }
        guard case .bytes(let bytes) = self else { return nil }
        if decoder.kitLine.isText(bytes, isOutbound: true) { return .cli(decoder.textToKit.receive(bytes)) }
        return decoder.toKit.receive(bytes, at: now)
    }

    public func redacted(_ redaction: inout Redaction, on link: LinkID) -> Self {
        if self == .open { redaction.kitLine.reopen() }
        guard case .bytes(let bytes) = self else { return self }
        // Text contains ids and addresses in too many forms to find them all.
        if redaction.kitLine.isText(bytes, isOutbound: true) { return .bytes(redaction.substitutes.bytes(for: bytes)) }
        return .bytes(redaction.toKit.redact(bytes, &redaction.substitutes))
    }
}

extension KitEvent: LinkEvent {
    public var parts: FrameParts {
        switch self {
        case .opened(let name): FrameParts("opened", 1, ("name", name))
        case .bytes(let bytes): FrameParts("uci", 2, ("bytes", bytes))
        }
    }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a kit's event")
        switch code {
        case 1: self = .opened(try reader.text("a kit's name"))
        case 2: self = .bytes(try reader.counted("UCI bytes"))
        default: throw reader.unknown(code, "a kit's event")
        }
    }

    public func inbound(on link: LinkID) -> Inbound { .kit(self) }

    public var bytes: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }

    public func words(_ style: inout MeaningStyle) -> String {
        switch self {
        case .opened(let name): "kit open: \(name.escapedForDisplay)"
        case .bytes(let bytes): bytes.shown()
        }
    }

    public func shown(_ view: inout FrameView, on link: LinkID) -> FrameView.Shown? {
        guard case .bytes(let bytes) = self else { return remark(on: link) }
        return view.kit.show(bytes, .inbound)
    }

    public func meaning(_ decoder: inout MeaningDecoder, on link: LinkID, at now: Instant) -> FrameMeaning? {
        guard case .bytes(let bytes) = self else { return nil }
        if decoder.kitLine.isText(bytes, isOutbound: false) { return .cli(decoder.textFromKit.receive(bytes)) }
        return decoder.fromKit.receive(bytes, at: now)
    }

    public func redacted(_ redaction: inout Redaction, on link: LinkID) -> Self {
        switch self {
        case .opened(let text): .opened(redaction.text(text))
        case .bytes(let bytes) where redaction.kitLine.isText(bytes, isOutbound: false):
            .bytes(redaction.substitutes.bytes(for: bytes))
        case .bytes(let bytes): .bytes(redaction.fromKit.redact(bytes, &redaction.substitutes))
        }
    }
}
