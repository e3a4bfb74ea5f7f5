public import Ground
public import Links

/// What goes over one kind of link in one direction: each kind has two of these, its requests and its events.
///
/// What a trace, its viewers and its readers must know of a frame stands here, and nowhere else a switch over them.
public protocol LinkFrame: Hashable, Sendable {
    /// What the frame consists of: its record is written from it, and the journal has it as labelled values.
    var parts: FrameParts { get }
    /// The frame's bytes as they were on the link; none for an act.
    var bytes: [UInt8] { get }
    /// The kind by which filters know it.
    var filterKind: String { get }
    /// Whether it only says that nothing new happens, over and over.
    var isRoutine: Bool { get }
    /// Whether it does no more than end what was open.
    var isClosing: Bool { get }
    /// What it says, in one line that is safe to print.
    func words(_ style: inout MeaningStyle) -> String

    /// Reads what `parts` wrote.
    init(_ reader: inout ByteReader) throws(Malformed)
    /// The frame that a packet holds; nil where none of the kind stands in a packet, or not with this limit.
    init?(packet bytes: [UInt8], within limit: Span?)

    /// The frame as one packet of its own bytes; nil where `shown` says what viewers see.
    func plain(_ view: inout FrameView, on link: LinkID) -> PlainFrame?
    /// What viewers are shown for what is no plain frame; nil for nothing.
    func shown(_ view: inout FrameView, on link: LinkID) -> FrameView.Shown?
    /// What the bytes mean after all that went before them; nil for an act, which means what it says.
    func meaning(_ decoder: inout MeaningDecoder, on link: LinkID, at now: Instant) -> FrameMeaning?
    /// The frame as strangers may see it.
    func redacted(_ redaction: inout Redaction, on link: LinkID) -> Self
}

/// A frame from the world.
public protocol LinkEvent: LinkFrame {
    func inbound(on link: LinkID) -> Inbound
}

/// A frame to the world.
public protocol LinkRequest: LinkFrame {
    func outbound(on link: LinkID) -> Outbound
}

extension LinkFrame {
    public var bytes: [UInt8] { [] }
    public var filterKind: String { parts.kind }
    public var isRoutine: Bool { false }
    public var isClosing: Bool { false }

    public init?(packet bytes: [UInt8], within limit: Span?) { nil }

    public func plain(_ view: inout FrameView, on link: LinkID) -> PlainFrame? { nil }
    public func shown(_ view: inout FrameView, on link: LinkID) -> FrameView.Shown? { remark(on: link) }
    public func meaning(_ decoder: inout MeaningDecoder, on link: LinkID, at now: Instant) -> FrameMeaning? { nil }

    /// What it says, to be shown with the next packet.
    func remark(on link: LinkID) -> FrameView.Shown {
        FrameView.Shown(remark: "\(link): \(plainWords)")
    }

    var plainWords: String {
        var style = MeaningStyle(.reading)
        return words(&style)
    }

    func append(to bytes: inout [UInt8]) {
        let parts = parts
        if let code = parts.code { bytes.append(code) }
        for field in parts.fields { field.value.append(to: &bytes) }
    }
}
