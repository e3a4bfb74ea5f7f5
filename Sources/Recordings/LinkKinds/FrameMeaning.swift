public import ApplicationServices
public import Ground
public import Links
public import UWB

/// The meaning of one frame on a link.
public enum FrameMeaning: Hashable, Sendable {
    case att(ATTMeaning)
    case uci(UCIMeaning)
    /// Bytes of a kit's line that complete no message, or several.
    case uciPieces([UCIMeaning])
    /// Text of CLI firmware.
    case cli(CLIMeaning)
    case tagCommand(TagCommand)
    case tagAnswer(TagAnswer)
    /// The data channel messages completed by a piece of a stream.
    case messages([ChannelMessage])
    /// The messages between a screen and a companion's agent completed by a piece of a stream.
    case control([ControlMessage])
    /// A frame without bytes: a connection, a distance, a person's action.
    case request(Outbound)
    case event(Inbound)
    /// Bytes that do not belong on their link; the text gives what they were parsed as.
    case malformed(String, Malformed, [UInt8])

    /// The outcome of each measurement in a ranging round, nil for one with a distance; empty for other frames.
    public var failures: [RangingFailure?] {
        switch self {
        case .uci(let meaning): meaning.measurements.map(\.failure)
        case .uciPieces(let pieces): pieces.flatMap { $0.measurements.map(\.failure) }
        case .cli(let meaning): meaning.measurements.map(\.failure)
        case .att, .tagCommand, .tagAnswer, .messages, .control, .request, .event, .malformed: []
        }
    }

    /// The meaning in one line, safe to print.
    public var text: String {
        var style = MeaningStyle(.reading)
        return text(&style)
    }

    /// Returns the meaning in one line, in a style that remembers its numbering.
    public func text(_ style: inout MeaningStyle) -> String {
        switch self {
        case .att(let meaning): meaning.text(&style)
        case .uci(let meaning): meaning.text(&style)
        case .uciPieces(let meanings):
            meanings.isEmpty
                ? "a part of a UCI packet" : meanings.map { $0.text(&style) }.joined(separator: "; ")
        case .messages(let messages):
            messages.isEmpty
                ? "a part of a message" : messages.map { $0.text(&style) }.joined(separator: "; ")
        case .control(let messages):
            messages.isEmpty ? "a part of a message" : messages.map { $0.words(&style) }.joined(separator: "; ")
        case .cli(let meaning): meaning.text(&style)
        case .tagCommand(let command): command.description
        case .tagAnswer(let answer): answer.text(&style)
        case .request(let outbound): outbound.frame.words(&style)
        case .event(let inbound): inbound.frame.words(&style)
        case .malformed(let what, let malformed, let bytes):
            "not \(what): \(malformed.description.escapedForDisplay): \(bytes.shown())"
        }
    }

    /// The frame's kind, for filters: `att`, `nearby interaction`, `uci`, `tag command`, or an act such as `connect`.
    public var kind: String {
        switch self {
        case .att(let meaning): meaning.message == nil ? "att" : "nearby interaction"
        case .uci(let meaning): meaning.isRoutine ? "ranging" : "uci"
        case .uciPieces(let meanings): !meanings.isEmpty && isRoutine ? "ranging" : "uci"
        case .messages: "nearby interaction"
        case .control: "agent"
        case .cli(let meaning): meaning.isRoutine ? "ranging" : "cli"
        case .tagCommand: "tag command"
        case .tagAnswer: "tag response"
        case .request(let outbound): outbound.frame.filterKind
        case .event(let inbound): inbound.frame.filterKind
        case .malformed: "malformed"
        }
    }

    /// Whether the frame is repetitive and carries nothing new: a ranging round, or a poll that finds no tag.
    public var isRoutine: Bool {
        switch self {
        case .uci(let meaning): meaning.isRoutine
        case .uciPieces(let meanings): meanings.allSatisfy(\.isRoutine)
        case .cli(let meaning): meaning.isRoutine
        case .request(let outbound): outbound.frame.isRoutine
        case .event(let inbound): inbound.frame.isRoutine
        case .att, .messages, .control, .tagCommand, .tagAnswer, .malformed: false
        }
    }
}
