import Ground

// Messages written without the app, and whether they are valid.
extension ScenarioCheck {
    mutating func send(_ messages: [RawMessage], _ name: AccessoryName, _ apart: Lapse, _ spot: SourceSpot) {
        connected(name, upTo: .discovered, before: "Send", spot)
        if messages.isEmpty { report("Send([]) sends nothing: write at least one message", at: spot) }
        if apart < .zero { report("messages cannot be sent \(apart) apart", at: spot) }
        let writes = messages.map(\.countOfWrites).reduce(0, +)
        if apart > .zero, writes == 1 { report("a single message needs no interval", at: spot) }
        for message in messages {
            if let fault = message.fault { report(fault, at: spot) }
            // The answer is a configuration, which the session need not know about.
            if message.contains(.initialize) { self[name].hasConfiguration = true }
        }
    }
}

extension RawMessage {
    /// The reason the message itself is invalid, without a full stop; nil if it is valid.
    fileprivate var fault: String? {
        switch self {
        case .initialize, .shareableConfiguration, .newShareableConfiguration, .stop: nil
        case .bytes(let bytes):
            bytes.count > Self.longest ? Self.tooLong(bytes.count) : nil
        case .cut(let message, let length): message.fault ?? message.fault(cutTo: length)
        case .padded(let message, let count): message.fault ?? message.fault(paddedBy: count)
        case .corrupted(let message, let byte, let mask): message.fault ?? message.fault(changedAt: byte, by: mask)
        case .everyCut(let message):
            message.fault
                ?? (message.countOfWrites > 1
                    ? "a cut of a cut is not possible: cut one message"
                    : message.lengths.upperBound < 2 ? "\(message) is too short to cut" : nil)
        }
    }

    private func fault(cutTo length: Int) -> String? {
        if length < 0 { return "nothing can be cut to \(length) bytes" }
        let most = lengths.upperBound
        return length >= most ? "\(self) has at most \(most) bytes: a cut to \(length) cuts nothing" : nil
    }

    private func fault(paddedBy count: Int) -> String? {
        if count < 1 { return "padding by \(count) bytes adds nothing" }
        let most = lengths.upperBound
        return count > Self.longest - most ? Self.tooLong(most + min(count, Int(Int32.max))) : nil
    }

    private static func tooLong(_ count: Int) -> String {
        "a write has at most \(longest) bytes, but this has \(count)"
    }

    private func fault(changedAt byte: Int, by mask: UInt8) -> String? {
        if mask == 0 { return "a mask of 0 changes nothing: write the bits to change, such as 0x01" }
        let most = lengths.upperBound
        guard byte < 0 || byte >= most else { return nil }
        return "\(self) has at most \(most) bytes, counted from 0: none is number \(byte)"
    }

    /// The possible lengths of the message while its UWB version is undetermined.
    private var lengths: ClosedRange<Int> {
        switch self {
        case .initialize, .stop: return 1...1
        case .shareableConfiguration, .newShareableConfiguration: return 29...36
        case .bytes(let bytes): return bytes.count...bytes.count
        case .cut(let message, let length):
            let (own, most) = (message.lengths, max(length, 0))
            return min(own.lowerBound, most)...min(own.upperBound, most)
        case .padded(let message, let count):
            let (own, more) = (message.lengths, min(max(count, 0), Self.longest))
            return own.lowerBound + more...own.upperBound + more
        case .corrupted(let message, _, _): return message.lengths
        case .everyCut(let message): return 1...max(message.lengths.upperBound - 1, 1)
        }
    }

    /// The number of writes for the message: one, or one for every cut.
    fileprivate var countOfWrites: Int {
        switch self {
        case .initialize, .shareableConfiguration, .newShareableConfiguration, .stop, .bytes: 1
        case .cut(let message, _), .padded(let message, _), .corrupted(let message, _, _): message.countOfWrites
        case .everyCut(let message): max(message.lengths.upperBound - 1, 0)
        }
    }

    fileprivate func contains(_ message: RawMessage) -> Bool {
        switch self {
        case .initialize, .shareableConfiguration, .newShareableConfiguration, .stop, .bytes, .cut, .everyCut:
            self == message
        case .padded(let inner, _), .corrupted(let inner, _, _): inner.contains(message)
        }
    }
}
