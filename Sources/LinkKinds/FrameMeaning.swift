public import ApplicationServices
public import Ground
public import Links
public import UWB

/// What one frame on a link means.
public enum FrameMeaning: Hashable, Sendable {
    case att(ATTMeaning)
    case uci(UCIMeaning)
    /// Bytes of a kit's line that end no message, or several.
    case uciPieces([UCIMeaning])
    /// Text of CLI firmware.
    case cli(CLIMeaning)
    case tagCommand(TagCommand)
    case tagAnswer(TagAnswer)
    /// The messages of the data channel that a piece of a stream completes.
    case messages([ChannelMessage])
    /// The messages between a screen and a companion's agent that a piece of a stream completes.
    case control([ControlMessage])
    /// What is no bytes: a connection, a distance, something that a person did.
    case request(Outbound)
    case event(Inbound)
    /// Bytes that are not what their link carries; the text says what they were taken for.
    case malformed(String, Malformed, [UInt8])

    /// The outcome of each measurement in a ranging round, nil for one with a distance; none for other frames.
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

    /// The meaning in one line, in a style that remembers what it numbered.
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

    /// What kind of frame, for filters: `att`, `nearby interaction`, `uci`, `tag command`, or an act such as `connect`.
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

    /// Whether it only says that nothing new happens, over and over: a ranging round, a look for tags that finds none.
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
