import Ground
import Vocabulary

// What an accessory tells of its own, in lines and in messages.
extension AccessoryReport {
    /// Whether a line is one.
    func isPrinted(as line: String) -> Bool {
        lines.contains { pattern in
            guard let matcher = try? LineMatcher(pattern), case .line = matcher.match(line) else { return false }
            return true
        }
    }

    /// Whether a message beside the session's is one.
    func isSent(as message: [UInt8]) -> Bool {
        switch self {
        case .line, .distance(.printed): false
        case .message(let bytes): message.starts(with: bytes)
        case .distance(.sent(let field)): field.distance(in: message) != nil
        }
    }
}
