public import Ground
public import Links

/// A frame on one kind of link in one direction: each kind has two such types, its requests and its events.
///
/// Everything that a trace, its viewers and its readers must know of a frame is defined here; there is no switch over
/// frames anywhere else.
public protocol LinkFrame: Hashable, Sendable {
    /// The components of the frame, from which its record and the journal's labelled values are written.
    var parts: FrameParts { get }
    /// The frame's bytes as on the link; empty for an act.
    var bytes: [UInt8] { get }
    /// The frame's kind in filters.
    var filterKind: String { get }
    /// Whether the frame is repetitive and carries nothing new.
    var isRoutine: Bool { get }
    /// Whether the frame only ends something that was open.
    var isClosing: Bool { get }
    /// Returns the content in one line that is safe to print.
    func words(_ style: inout MeaningStyle) -> String

    /// Reads the components written by `parts`.
    init(_ reader: inout ByteReader) throws(Malformed)

    /// Returns the view of a frame that is not plain (`FrameView.plain`); nil for nothing.
    func shown(_ view: inout FrameView, on link: LinkID) -> FrameView.Shown?
    /// Returns the meaning of the bytes in the context of all earlier frames; nil for an act, whose meaning is its
    /// content.
    func meaning(_ decoder: inout MeaningDecoder, on link: LinkID, at now: Instant) -> FrameMeaning?
    /// Returns the frame in shareable form.
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

    public func shown(_ view: inout FrameView, on link: LinkID) -> FrameView.Shown? { remark(on: link) }
    public func meaning(_ decoder: inout MeaningDecoder, on link: LinkID, at now: Instant) -> FrameMeaning? { nil }

    /// Returns the content as a remark, shown with the next packet.
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
