public import Ground
public import UWB

/// Detects whether a kit's line carries the text of CLI firmware or UCI, from the first byte that the host sends.
struct KitLineDialect: Sendable {
    private var isText: Bool?

    /// Resets the dialect because the line was reopened.
    mutating func reopen() { isText = nil }

    /// Returns whether these bytes are text. On a line that began with a line end, all plausible bytes are, because
    /// UCI's initial query is seen there as well.
    mutating func isText(_ bytes: [UInt8], isOutbound: Bool) -> Bool {
        if isOutbound, isText == nil { isText = bytes.first == 0x0D }
        return isText == true && bytes.allSatisfy { (0x20...0x7E).contains($0) || (0x09...0x0D).contains($0) }
    }
}

/// The lines of CLI firmware that end in one piece of its text; empty if no line ends.
public struct CLIMeaning: Hashable, Sendable {
    public let messages: [CLIMessage]

    /// Whether it only ends ranging.
    public var isStop: Bool { messages == [.other("STOP")] }

    /// Whether it consists of ranging rounds only, like those before it.
    var isRoutine: Bool {
        !messages.isEmpty && messages.allSatisfy { if case .round = $0 { true } else { false } }
    }

    /// The measurements of ranging rounds, in order.
    var measurements: [RangingMeasurement] {
        messages.flatMap { message -> [RangingMeasurement] in
            if case .round(let round) = message { round.measurements.map { RangingMeasurement($0) } } else { [] }
        }
    }

    /// The measured distances, with each peer's address.
    public var distances: [(peer: MACAddress, distance: Distance)] {
        measurements.compactMap { measured in measured.distance.map { (measured.peer, $0) } }
    }

    func text(_ style: inout MeaningStyle) -> String {
        messages.isEmpty ? "a part of a line" : messages.map { $0.text(&style) }.joined(separator: "; ")
    }
}

/// Assembles pieces of CLI firmware's text into messages, in one direction.
struct CLIStream: Sendable {
    private var lines = TextLineReader()
    private var reader = CLIReader(code: "cli.malformed")

    mutating func receive(_ bytes: [UInt8]) -> CLIMeaning {
        var ended: [TextLine] = []
        lines.receive(bytes[...], into: &ended)
        var items: [CLIReader.Item] = []
        for line in ended {
            let place = CLIReader.Place(offset: line.offset, line: line.number)
            reader.receive(
                Substring(String(decoding: line.bytes, as: UTF8.self)), at: place, dropped: line.dropped, into: &items)
        }
        return CLIMeaning(
            messages: items.compactMap { if case .entry(let message) = $0.content { message } else { nil } })
    }
}

extension CLIMessage {
    /// The session parameters that every run draws at random.
    private static let drawn: Set = [
        "SESSION_ID", "STATIC_STS_IV", "DEVICE_MAC_ADDRESS", "DST_MAC_ADDRESS", "DST_MAC_ADDRESS[0]",
        "RANGING_DURATION [ms]",
    ]

    fileprivate func text(_ style: inout MeaningStyle) -> String {
        switch self {
        case .parameters(let list):
            "session parameters: "
                + list.filter { !Self.drawn.contains($0.name) }
                .map { "\($0.name)=\($0.value)".escapedForDisplay }.joined(separator: ", ")
        case .state(let state, let reason): "session status \(state), \(reason)".escapedForDisplay
        case .round(let round): round.text(&style)
        case .stopped(let reason): "session stopped, \(reason)".escapedForDisplay
        case .heard(let heard): "a frame of \(heard.frame.count) bytes was heard"
        case .status(let fields): fields.map { "\($0.name) \($0.value)" }.joined(separator: ", ").escapedForDisplay
        case .ok: "ok"
        case .refused(let text): "refused: \(text)".escapedForDisplay
        case .other(let text): CLICommand(text: text)?.text(&style) ?? "\"\(text)\"".escapedForDisplay
        }
    }
}

extension CLIMessage.Round {
    fileprivate func text(_ style: inout MeaningStyle) -> String {
        let number = heading.first { $0.name == "sequence_number" || $0.name == "Block" }?.value ?? ""
        let head = style.purpose == .reading ? "ranging round \(number)".escapedForDisplay : "ranging round"
        let told = measurements.map { measurement in
            let name = style.address(UInt64(measurement.address), text: measurement.address.hexadecimal)
            guard let distance = RangingMeasurement(measurement).distance else {
                return "\(name) failed: \(measurement.status)".escapedForDisplay
            }
            return "\(name) at \(style.measured(distance.description))"
        }
        return head + ": " + (told.isEmpty ? "nobody" : told.joined(separator: "; "))
    }
}

extension CLICommand {
    fileprivate func text(_ style: inout MeaningStyle) -> String {
        guard case .range(let parameters) = self else { return line }
        let own = style.address(UInt64(parameters.address.rawValue), text: parameters.address.description)
        let peers = parameters.peers.map { style.address(UInt64($0.rawValue), text: $0.description) }
        return
            "\(parameters.role == .initiator ? "INITF" : "RESPF") \(style.session(parameters.sessionID)): \(own) with "
            + peers.joined(separator: ", ") + ", every "
            + style.measured("\(parameters.rangingIntervalMilliseconds) ms")
            + ", vector \(style.random(parameters.staticSTSIV.bytes))"
    }
}
