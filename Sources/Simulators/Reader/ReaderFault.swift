public import Ground

/// A fault between a reader chip and its host (nfc.md 3.7).
public enum ReaderFault: Hashable, Sendable {
    /// The command is lost: neither acknowledgement nor answer.
    case noAcknowledgement
    /// The chip answers NACK instead of ACK, and nothing after it.
    case negativeAcknowledgement
    /// The acknowledgement comes, the answer does not.
    case noReply
    /// A frame that means "syntax error" instead of the answer.
    case errorFrame
    case wrongLengthCheckSum
    case wrongDataCheckSum
    /// The answer claims to come from the host.
    case wrongDirection
    /// The answer belongs to another command.
    case wrongCode
    case noiseBeforeReply
    /// An exchange ends with this status byte instead of its actual one; 80 makes libnfc abort its process.
    case status(UInt8)
    /// The answer is late by this span.
    case late(Lapse)
}

/// A fault, the commands it affects, and the number of times.
struct ReaderFaultRule: Hashable, Sendable {
    let fault: ReaderFault
    /// Empty for every command.
    let commands: [PN532Command]
    var times: Int

    func befalls(_ command: PN532Command) -> Bool { commands.isEmpty || commands.contains(command) }
}

extension ReaderFault {
    /// Returns the bytes sent instead of the answer; nil if none are sent.
    func befall(_ frame: [UInt8]) -> [UInt8]? {
        var frame = frame
        // The start of the body: after 00 00 FF, length and its check sum, or after the extended header.
        let isExtended = frame.count > 8 && frame[3] == 0xFF && frame[4] == 0xFF
        let body = isExtended ? 8 : 5
        guard frame.count > body + 2 else { return frame }
        func replace(_ index: Int, with value: UInt8) {
            let last = frame.count - 2
            frame[last] = frame[last] &+ frame[index] &- value
            frame[index] = value
        }
        switch self {
        case .noAcknowledgement, .negativeAcknowledgement, .noReply: return nil
        case .errorFrame: return PN532Frame.syntaxError
        case .wrongLengthCheckSum: frame[body - 1] ^= 0x01
        case .wrongDataCheckSum: frame[frame.count - 2] ^= 0x01
        case .wrongDirection: replace(body, with: PN532Frame.hostToChip)
        case .wrongCode: replace(body + 1, with: frame[body + 1] ^ 0x10)
        case .noiseBeforeReply: frame.insert(0xA5, at: 0)
        case .status(let status):
            let hasStatus = frame[body + 1] == 0x41 || frame[body + 1] == 0x43
            if hasStatus { replace(body + 2, with: status) }
        case .late: break
        }
        return frame
    }
}
