public import Ground

/// Finds UCI packets in a byte stream, reassembles segments, and resynchronizes after garbage.
///
/// A packet may begin wherever byte 0 has a message type the other side sends and the reserved bits of bytes 1 and 2
/// are zero. Every other byte is dropped and the dropped bytes are reported as a finding with their count (uwb.md
/// 1.2; checking the reserved bits is this framer's own rule, which distinguishes packets from console text). Bytes
/// that remain incomplete for longer than `patience` were not a packet: the first byte is dropped and the rest is
/// searched again.
public struct UCIFramer: Sendable {
    /// The receiving side, which determines the message types that may arrive.
    public enum Side: Hashable, Sendable {
        case host
        case device
    }

    public enum Output: Hashable, Sendable {
        case packet(UCIPacket)
        case finding(Finding)
    }

    /// The maximum size of a reassembled message in bytes.
    public static let maximumMessage = 4096

    private struct Reassembly: Sendable {
        let header: UInt8
        let opcode: UInt8
        var payload: [UInt8]
        var isTooLong = false
        var deadline: Instant
    }

    private enum Candidate {
        case none
        case incomplete
        case segment(length: Int)
    }

    private let side: Side
    private let patience: Lapse
    private let dataLimit: Int
    private var buffer: [UInt8] = []
    private var bufferDeadline: Instant?
    private var reassembly: Reassembly?
    private var droppedCount = 0
    private var droppedStart: [UInt8] = []

    /// Creates a framer. With a `dataLimit` of 0, data packets count as garbage; otherwise it is the largest one
    /// accepted.
    public init(side: Side, patience: Lapse = .milliseconds(100), dataLimit: Int = 0) {
        self.side = side
        self.patience = patience
        self.dataLimit = dataLimit
    }

    /// The instant at which `advance(to:)` has work to do; nil if nothing is incomplete.
    public var deadline: Instant? {
        guard let bufferDeadline else { return reassembly?.deadline }
        guard let reassembly else { return bufferDeadline }
        return min(bufferDeadline, reassembly.deadline)
    }

    /// Takes bytes from the transport, split in any way.
    public mutating func receive(_ bytes: [UInt8], at now: Instant) -> [Output] {
        var output = advance(to: now)
        guard !bytes.isEmpty else { return output }
        buffer.append(contentsOf: bytes)
        scan(isFinal: false, at: now, into: &output)
        bufferDeadline = buffer.isEmpty && droppedCount == 0 ? nil : now + patience
        return output
    }

    /// Gives up on whatever has been incomplete for too long.
    public mutating func advance(to now: Instant) -> [Output] {
        var output: [Output] = []
        if let due = bufferDeadline, due <= now {
            bufferDeadline = nil
            scan(isFinal: true, at: now, into: &output)
            reportDropped(into: &output)
        }
        if let pending = reassembly, pending.deadline <= now {
            reassembly = nil
            let meaning = "segmented packet was given up: its last segment did not come within \(patience)"
            output.append(.finding(Finding("uci.framing", .fault, meaning)))
        }
        return output
    }

    private mutating func scan(isFinal: Bool, at now: Instant, into output: inout [Output]) {
        var position = 0
        search: while position < buffer.count {
            switch candidate(at: position) {
            case .segment(let length):
                reportDropped(into: &output)
                let end = position + 4 + length
                take(buffer[position], buffer[position + 1], buffer[position + 4..<end], at: now, into: &output)
                position = end
            case .incomplete where !isFinal:
                break search
            case .incomplete, .none:
                if droppedStart.count < 8 { droppedStart.append(buffer[position]) }
                droppedCount += 1
                position += 1
            }
        }
        if position == buffer.count {
            buffer.removeAll(keepingCapacity: true)
        } else {
            buffer.removeFirst(position)
        }
    }

    /// Returns whether a segment begins at a position in the buffer.
    private func candidate(at position: Int) -> Candidate {
        let first = buffer[position]
        let count = buffer.count - position
        let isData = first >> 5 == 0
        guard mayBegin(first) else { return .none }
        guard count > 1 else { return .incomplete }
        guard buffer[position + 1] & (isData ? 0xFF : 0xC0) == 0 else { return .none }
        guard count > 2 else { return .incomplete }
        guard isData || buffer[position + 2] == 0 else { return .none }
        guard count > 3 else { return .incomplete }
        var length = Int(buffer[position + 3])
        if isData {
            length = length << 8 | Int(buffer[position + 2])
            guard length <= dataLimit else { return .none }
        }
        return count >= 4 + length ? .segment(length: length) : .incomplete
    }

    private func mayBegin(_ first: UInt8) -> Bool {
        switch (side, first >> 5) {
        case (.host, 2), (.host, 3), (.device, 1): true
        case (.host, 0): dataLimit > 0 && first & 0x0F == GroupIdentifier.dataMessageReceive.rawValue
        case (.device, 0): dataLimit > 0 && first & 0x0F == GroupIdentifier.dataMessageSend.rawValue
        default: false
        }
    }

    private mutating func take(
        _ first: UInt8, _ opcode: UInt8, _ piece: ArraySlice<UInt8>, at now: Instant, into output: inout [Output]
    ) {
        let isLast = first & 0x10 == 0
        let header = first & 0xEF
        guard let pending = reassembly else {
            if isLast {
                output.append(.packet(packet(header, opcode, Array(piece))))
            } else {
                reassembly = Reassembly(
                    header: header, opcode: opcode, payload: Array(piece), deadline: now + patience)
            }
            return
        }
        guard pending.header == header, pending.opcode == opcode else {
            takeIntruder(packet(header, opcode, Array(piece)), isLast: isLast, into: &output)
            return
        }
        if pending.isTooLong || pending.payload.count + piece.count > Self.maximumMessage {
            reassembly?.isTooLong = true
            reassembly?.payload = []
        } else {
            reassembly?.payload.append(contentsOf: piece)
        }
        reassembly?.deadline = now + patience
        if isLast, let whole = reassembly {
            reassembly = nil
            if whole.isTooLong {
                let meaning = "segmented packet was dropped: it is longer than \(Self.maximumMessage) bytes"
                output.append(.finding(Finding("uci.framing", .fault, meaning)))
            } else {
                output.append(.packet(packet(header, opcode, whole.payload)))
            }
        }
    }

    /// Drops a packet between another one's segments, except a device's report of its error state.
    private func takeIntruder(_ intruder: UCIPacket, isLast: Bool, into output: inout [Output]) {
        let isError =
            isLast && intruder.type == .notification && intruder.group == .core && intruder.opcode == 1
            && intruder.payload == [UCIDeviceState.error.rawValue]
        if isError {
            output.append(.packet(intruder))
        } else {
            let meaning =
                "packet of group \(intruder.group.rawValue.hexadecimal) and opcode "
                + "\(intruder.opcode.hexadecimal) was dropped: it came between the segments of another one"
            output.append(.finding(Finding("uci.framing", .fault, meaning)))
        }
    }

    private func packet(_ header: UInt8, _ opcode: UInt8, _ payload: [UInt8]) -> UCIPacket {
        UCIPacket(
            type: MessageType(rawValue: header >> 5), group: GroupIdentifier(rawValue: header), opcode: opcode,
            payload: payload)
    }

    private mutating func reportDropped(into output: inout [Output]) {
        guard droppedCount > 0 else { return }
        let meaning = "\(droppedCount) bytes that belong to no UCI packet were dropped, the first \(droppedStart.hex)"
        output.append(.finding(Finding("uci.framing", .warning, meaning)))
        droppedCount = 0
        droppedStart = []
    }
}
