public import Ground
public import Links

extension LinkKind {
    static let console = LinkKind(event: ConsoleLine.self, request: nil, filterKinds: ["console"])
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
