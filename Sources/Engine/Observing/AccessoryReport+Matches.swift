import Ground
import Vocabulary

// An accessory's own reports, as printed lines and as messages.
extension AccessoryReport {
    /// Returns whether a line is such a report.
    func isPrinted(as line: String) -> Bool {
        lines.contains { pattern in
            guard let matcher = try? LineMatcher(pattern), case .line = matcher.match(line) else { return false }
            return true
        }
    }

    /// Returns whether a message outside the session protocol is such a report.
    func isSent(as message: [UInt8]) -> Bool {
        switch self {
        case .line, .distance(.printed): false
        case .message(let bytes): message.starts(with: bytes)
        case .distance(.sent(let field)): field.distance(in: message) != nil
        }
    }
}
