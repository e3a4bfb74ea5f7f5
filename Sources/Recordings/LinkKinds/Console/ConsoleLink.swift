public import Ground
public import Links

extension LinkKind {
    static let console = LinkKind(
        event: ConsoleLine.self, request: ConsoleRequest.self, filterKinds: [consoleFilter])

    /// The single filter kind of printed and written lines.
    fileprivate static let consoleFilter = "console"
}

/// One line that an accessory printed.
struct ConsoleLine: LinkEvent {
    let text: String

    init(text: String) { self.text = text }

    var parts: FrameParts { FrameParts("console", nil, ("text", text)) }

    init(_ reader: inout ByteReader) throws(Malformed) { text = try reader.text("an accessory's line") }

    func inbound(on link: LinkID) -> Inbound {
        guard case .console(let name) = link else { preconditionFailure("\(link) has no lines of a console") }
        return .console(name, text)
    }

    func words(_ style: inout MeaningStyle) -> String { ConsoleMask.masked(text, style.purpose).escapedForDisplay }

    func redacted(_ redaction: inout Redaction, on link: LinkID) -> Self { Self(text: redaction.text(text)) }
}

extension ConsoleRequest: LinkRequest {
    public var parts: FrameParts {
        switch self {
        case .write(let bytes): FrameParts("input", nil, ("bytes", bytes))
        }
    }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        self = .write(try reader.counted("bytes for a console"))
    }

    public func outbound(on link: LinkID) -> Outbound {
        guard case .console(let name) = link else { preconditionFailure("\(link) is no console") }
        return .console(name, self)
    }

    public var bytes: [UInt8] { if case .write(let bytes) = self { bytes } else { [] } }

    public var filterKind: String { LinkKind.consoleFilter }

    public func words(_ style: inout MeaningStyle) -> String {
        switch self {
        case .write(let bytes): "to the console: \(String(decoding: bytes, as: UTF8.self).escapedForDisplay)"
        }
    }

    public func redacted(_ redaction: inout Redaction, on link: LinkID) -> Self {
        switch self {
        case .write(let bytes): .write(redaction.substitutes.bytes(for: bytes))
        }
    }
}

/// A fault of the rig, on any link.
extension RigFault: LinkEvent {
    public var parts: FrameParts { FrameParts("fault", nil, ("what", what), ("remedy", remedy)) }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        let what = try reader.text("a fault")
        self.init(what, remedy: try reader.text("a remedy"))
    }

    public func inbound(on link: LinkID) -> Inbound { .fault(link, self) }

    public func words(_ style: inout MeaningStyle) -> String {
        "fault of the rig: \(description.escapedForDisplay)"
    }

    public func redacted(_ redaction: inout Redaction, on link: LinkID) -> Self {
        RigFault(redaction.text(what), remedy: Redaction.hidden)
    }
}
