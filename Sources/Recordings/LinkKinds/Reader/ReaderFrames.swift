public import Ground
import Journal
public import Links
import Traces

extension LinkKind {
    static let reader = LinkKind(
        event: ReaderEvent.self, request: ReaderRequest.self,
        filterKinds: [
            "tag command", "tag response", "open", "opened", "close", "poll", "no tag", "tag found", "tags found",
            "presence", "tag present", "tag absent", "exchange failed", "reader failed", "reader lost",
        ],
        linkType: .iso14443,
        summary: "tag commands and answers; field changes and ISO 14443-4 block headers are composed")
}

extension ReaderRequest: LinkRequest {
    public var parts: FrameParts {
        switch self {
        case .open: FrameParts("open", 1)
        case .poll: FrameParts("poll", 2)
        case .exchange(let command, let limit): FrameParts("tag command", 3, ("bytes", command), ("within", limit))
        case .checkPresence: FrameParts("presence", 4)
        case .close: FrameParts("close", 5)
        }
    }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a reader's request")
        switch code {
        case 1: self = .open
        case 2: self = .poll
        case 3:
            let command = try reader.counted("a tag command")
            self = .exchange(command, within: try reader.span("a limit"))
        case 4: self = .checkPresence
        case 5: self = .close
        default: throw reader.unknown(code, "a reader's request")
        }
    }

    public func outbound(on link: LinkID) -> Outbound { .reader(self) }

    public var bytes: [UInt8] { if case .exchange(let command, _) = self { command } else { [] } }
    public var isRoutine: Bool { self == .poll || self == .checkPresence }
    public var isClosing: Bool { self == .close }

    public func words(_ style: inout MeaningStyle) -> String {
        switch self {
        case .open: "open the reader"
        case .poll: "look for tags"
        case .exchange(let command, _): command.shown()
        case .checkPresence: "is the tag still there"
        case .close: "close the reader"
        }
    }

    public func shown(_ view: inout FrameView, on link: LinkID) -> FrameView.Shown? { view.tags.show(self) }

    public func meaning(_ decoder: inout MeaningDecoder, on link: LinkID, at now: Instant) -> FrameMeaning? {
        guard case .exchange(let command, _) = self else { return nil }
        return decoder.tag.ask(command)
    }

    public func redacted(_ redaction: inout Redaction, on link: LinkID) -> Self {
        guard case .exchange(let command, let limit) = self else { return self }
        return .exchange(redaction.tagDialogue.command(command, &redaction.substitutes), within: limit)
    }
}

extension ReaderEvent: LinkEvent {
    public var parts: FrameParts {
        switch self {
        case .opened(let name): FrameParts("opened", 1, ("name", name))
        case .tagFound(let identity): FrameParts("tag found", 2, ("tag", identity))
        case .tagsFound(let tags): FrameParts("tags found", 3, ("tags", TagList(tags: tags)))
        case .noTag: FrameParts("no tag", 4)
        case .response(let answer): FrameParts("tag response", 5, ("bytes", answer))
        case .exchangeFailed(let reason): FrameParts("exchange failed", 6, ("reason", reason))
        case .tagPresent: FrameParts("tag present", 7)
        case .tagAbsent: FrameParts("tag absent", 8)
        case .lost(let reason): FrameParts("reader lost", 9, ("reason", reason))
        case .readerFailed(let reason): FrameParts("reader failed", 10, ("reason", reason))
        }
    }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a reader's event")
        switch code {
        case 1: self = .opened(try reader.text("a reader's name"))
        case 2: self = .tagFound(try TagIdentity(&reader))
        case 3:
            self = .tagsFound(
                try reader.list("a list of tags") { reader throws(Malformed) in try TagIdentity(&reader) })
        case 4: self = .noTag
        case 5: self = .response(try reader.counted("a tag's answer"))
        case 6: self = .exchangeFailed(try reader.text("a reason"))
        case 7: self = .tagPresent
        case 8: self = .tagAbsent
        case 9: self = .lost(try reader.text("a reason"))
        case 10: self = .readerFailed(try reader.text("a reason"))
        default: throw reader.unknown(code, "a reader's event")
        }
    }

    public func inbound(on link: LinkID) -> Inbound { .reader(self) }

    public var bytes: [UInt8] { if case .response(let answer) = self { answer } else { [] } }
    public var isRoutine: Bool { self == .noTag || self == .tagPresent }

    public func words(_ style: inout MeaningStyle) -> String {
        switch self {
        case .opened(let name): return "reader open: \(name.escapedForDisplay)"
        case .tagFound(let identity): return "tag \(identity.words(&style))"
        case .tagsFound(let tags):
            return "\(counted(tags.count, "tag")): " + tags.map { $0.words(&style) }.joined(separator: "; ")
        case .noTag: return "no tag"
        case .response(let bytes): return bytes.shown()
        case .exchangeFailed(let reason): return "no answer of the tag: \(reason.escapedForDisplay)"
        case .readerFailed(let reason): return "the reader failed, and not the tag: \(reason.escapedForDisplay)"
        case .tagPresent: return "the tag is there"
        case .tagAbsent: return "the tag is gone"
        case .lost(let reason): return "the reader is gone: \(reason.escapedForDisplay)"
        }
    }

    public func shown(_ view: inout FrameView, on link: LinkID) -> FrameView.Shown? { view.tags.show(self) }

    public func meaning(_ decoder: inout MeaningDecoder, on link: LinkID, at now: Instant) -> FrameMeaning? {
        switch self {
        case .response(let answer): return decoder.tag.answer(answer)
        case .tagFound(let identity): decoder.tag.found(identity)
        case .tagsFound(let tags): decoder.tag.found(tags.first)
        case .opened, .noTag, .exchangeFailed, .readerFailed, .tagPresent, .tagAbsent, .lost: break
        }
        return nil
    }

    public func redacted(_ redaction: inout Redaction, on link: LinkID) -> Self {
        switch self {
        case .opened(let text): .opened(redaction.text(text))
        case .tagFound(let identity): .tagFound(TagRedaction.redact(identity, &redaction.substitutes))
        case .tagsFound(let tags): .tagsFound(tags.map { TagRedaction.redact($0, &redaction.substitutes) })
        case .response(let answer): .response(redaction.tagDialogue.answer(answer, &redaction.substitutes))
        case .exchangeFailed(let text): .exchangeFailed(redaction.text(text))
        case .readerFailed(let text): .readerFailed(redaction.text(text))
        case .lost(let text): .lost(redaction.text(text))
        case .noTag, .tagPresent, .tagAbsent: self
        }
    }
}

extension TagIdentity: FrameField {
    func append(to bytes: inout [UInt8]) {
        bytes.append(counted: uid)
        bytes.append(little: atqa)
        bytes.append(sak)
        bytes.append(counted: ats)
    }

    func tell(as name: String, in values: inout [String: FrameValue]) {
        values["uid"] = .text(uid.hex(separator: ""))
        values["atqa"] = .number(Int64(atqa))
        values["sak"] = .number(Int64(sak))
        values["ats"] = .text(ats.hex(separator: ""))
    }

    init(_ reader: inout ByteReader) throws(Malformed) {
        let uid = try reader.counted("a tag's UID")
        let atqa = try reader.u16("a tag's ATQA")
        let sak = try reader.u8("a tag's SAK")
        self.init(uid: uid, atqa: atqa, sak: sak, ats: try reader.counted("a tag's ATS"))
    }

    /// Whether the tag draws a new id each time; such ids begin with 08 and have four bytes (ISO 14443-3).
    public var hasRandomID: Bool { uid.count == 4 && uid.first == 0x08 }

    fileprivate func words(_ style: inout MeaningStyle) -> String {
        let id = hasRandomID ? style.random(uid, separator: ":") : uid.hex(separator: ":")
        return "\(id), SAK \(sak.hexadecimal), ATQA \(atqa.hexadecimal)" + (ats.isEmpty ? "" : ", ATS \(ats.shown())")
    }
}

/// Tags that answered simultaneously.
private struct TagList: FrameField {
    let tags: [TagIdentity]

    func append(to bytes: inout [UInt8]) { bytes.append(each: tags) { $1.append(to: &$0) } }
    func tell(as name: String, in values: inout [String: FrameValue]) {
        values["uids"] = .texts(tags.map { $0.uid.hex(separator: "") })
    }
}
