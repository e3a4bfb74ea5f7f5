public import Ground

/// Reassembles L2CAP frames from ACL fragments, separately for each connection and direction.
///
/// A frame begins with its length and its channel, 16 bits each, little endian. Nothing is reassembled across a gap:
/// a continuation without a beginning, a new beginning before the end, and a wrong length each drop the damaged frame
/// and give a finding.
public struct L2CAPReassembly: Sendable {
    /// The maximum number of connections and directions tracked; the one that began first is dropped for a new one.
    public static let mostStreams = 128

    /// The result of receiving a fragment.
    public struct Outcome: Sendable {
        public var frame: L2CAPFrame?
        public var findings: [Finding] = []
    }

    /// A connection and a direction.
    private struct Key: Hashable {
        let adapter: UInt16
        let handle: UInt16
        let direction: FrameDirection?
    }

    private enum State {
        /// Between frames.
        case idle
        /// In a frame that begins with these bytes.
        case collecting([UInt8])
        /// In the rest of a frame whose beginning is missing or was truncated.
        case skipping
    }

    private struct Stream {
        let key: Key
        var state: State
    }

    private var streams: [Stream] = []

    public init() {}

    public mutating func receive(
        _ fragment: ACLFragment, adapter: UInt16 = 0, direction: FrameDirection?
    ) -> Outcome {
        let key = Key(adapter: adapter, handle: fragment.handle, direction: direction)
        let index = streams.firstIndex { $0.key == key }
        let state = index.map { streams[$0].state } ?? .idle
        var outcome = Outcome()
        let next = Self.transition(state, fragment, key, &outcome)
        if let index {
            streams[index].state = next
        } else if case .idle = next {
            return outcome
        } else {
            if streams.count == Self.mostStreams { streams.removeFirst() }
            streams.append(Stream(key: key, state: next))
        }
        return outcome
    }

    /// Drops a connection; its unfinished frames give findings.
    public mutating func drop(handle: UInt16, adapter: UInt16 = 0) -> [Finding] {
        drop("the connection ends") { $0.handle == handle && $0.adapter == adapter }
    }

    /// Drops all connections of an adapter.
    public mutating func drop(adapter: UInt16) -> [Finding] {
        drop("the adapter stops") { $0.adapter == adapter }
    }

    /// Ends the capture; unfinished frames give findings.
    public mutating func finish() -> [Finding] { drop("the capture ends") { _ in true } }

    private mutating func drop(_ cause: String, _ isMeant: (Key) -> Bool) -> [Finding] {
        let findings = streams.filter { isMeant($0.key) }.compactMap { stream -> Finding? in
            guard case .collecting(let bytes) = stream.state else { return nil }
            return Self.unfinished(bytes, stream.key, cause)
        }
        streams.removeAll { isMeant($0.key) }
        return findings
    }

    private static func transition(
        _ state: State, _ fragment: ACLFragment, _ key: Key, _ outcome: inout Outcome
    ) -> State {
        switch (state, fragment.boundary) {
        case (.idle, .first), (.idle, .firstFlushable), (.idle, .whole), (.skipping, .first),
            (.skipping, .firstFlushable), (.skipping, .whole):
            return collect(fragment.data, fragment, key, &outcome)
        case (.collecting(let bytes), .first), (.collecting(let bytes), .firstFlushable),
            (.collecting(let bytes), .whole):
            outcome.findings.append(unfinished(bytes, key, "a new one begins"))
            return collect(fragment.data, fragment, key, &outcome)
        case (.collecting(let bytes), .continuation):
            return collect(bytes + fragment.data, fragment, key, &outcome)
        case (.idle, .continuation):
            let meaning = "a fragment on handle \(key.handle) continues a frame whose beginning is missing"
            outcome.findings.append(Finding("capture.content", .warning, meaning))
            return .skipping
        case (.skipping, .continuation):
            return .skipping
        }
    }

    /// Processes the frame's bytes so far, which are a whole frame or need more.
    private static func collect(
        _ bytes: [UInt8], _ fragment: ACLFragment, _ key: Key, _ outcome: inout Outcome
    ) -> State {
        guard bytes.count >= 4 else {
            guard fragment.isSnapped || fragment.boundary == .whole else { return .collecting(bytes) }
            let meaning = "a fragment on handle \(key.handle) has \(bytes.count) bytes, a frame's head has 4"
            outcome.findings.append(Finding("capture.content", .warning, meaning))
            return .skipping
        }
        let length = Int(UInt16(bytes[0]) | UInt16(bytes[1]) << 8)
        let channel = UInt16(bytes[2]) | UInt16(bytes[3]) << 8
        let missing = length + 4 - bytes.count
        if missing > 0, !fragment.isSnapped, fragment.boundary != .whole { return .collecting(bytes) }
        if missing < 0 {
            let meaning = "a frame of \(length) bytes on handle \(key.handle) got \(-missing) bytes too many"
            outcome.findings.append(Finding("capture.content", .fault, meaning))
        } else if missing > 0 {
            let meaning = "a frame of \(length) bytes on handle \(key.handle) was captured without its last \(missing)"
            outcome.findings.append(Finding("capture.content", .warning, meaning))
        }
        outcome.frame = L2CAPFrame(
            adapter: key.adapter, handle: key.handle, direction: key.direction, channel: channel,
            payload: Array(bytes[4..<min(bytes.count, 4 + length)]), isComplete: missing <= 0)
        return missing > 0 ? .skipping : .idle
    }

    private static func unfinished(_ bytes: [UInt8], _ key: Key, _ cause: String) -> Finding {
        Finding(
            "capture.content", .warning,
            "a frame on handle \(key.handle) has \(bytes.count) bytes when \(cause) and is dropped")
    }
}
