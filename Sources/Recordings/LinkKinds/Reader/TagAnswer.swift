import Ground
public import NDEF

/// A tag's answer to a command.
public struct TagAnswer: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        /// A Type 2 tag's four-bit ACK, or silence where that is the answer.
        case acknowledged
        /// A Type 2 tag's four-bit NAK.
        case refused(UInt8)
        case data([UInt8])
        /// A Type 4 tag's answer: data and its status.
        case status(StatusWord, [UInt8])
    }

    /// The command that it answers; nil if that was before the trace.
    public let command: TagCommand?
    public let content: Content
    /// The records of the NDEF message that this answer completed; empty for every other answer.
    public let records: [RecordMeaning]

    /// A Type 2 tag's NAK has one of four values in four bits (nfc.md 2.1).
    static func content(_ bytes: [UInt8], to command: TagCommand?, isType4: Bool?) -> Content {
        let isStatus: Bool
        switch command {
        case .selectApplication, .selectFile, .readBinary, .updateBinary, .getResponse, .otherInstruction:
            isStatus = true
        case nil, .unknown: isStatus = isType4 == true
        default: isStatus = false
        }
        if isStatus, bytes.count >= 2 {
            let word = UInt16(bytes[bytes.count - 2]) << 8 | UInt16(bytes[bytes.count - 1])
            return .status(StatusWord(rawValue: word), Array(bytes.dropLast(2)))
        }
        switch bytes {
        case [], [0x0A]: return .acknowledged
        case [0x00], [0x01], [0x04], [0x05]: return .refused(bytes[0])
        default: return .data(bytes)
        }
    }

    func text(_ style: inout MeaningStyle) -> String {
        let text = contentText
        guard !records.isEmpty else { return text }
        return text + ", which completes NDEF: " + records.map { "\($0)".escapedForDisplay }.joined(separator: ", ")
    }

    private var contentText: String {
        switch content {
        case .acknowledged: return "acknowledged"
        case .refused(let code): return "refused (NAK \(code.hexadecimal))"
        case .data(let bytes):
            guard case .read(let page) = command, bytes.count == 16 else { return bytes.shown() }
            return "pages \(page) to \(Int(page) + 3): \(bytes.hex)"
        case .status(let word, let data):
            let status = word == .success ? "success" : "status \(word)"
            return data.isEmpty ? status : "\(status), \(data.shown())"
        }
    }
}
