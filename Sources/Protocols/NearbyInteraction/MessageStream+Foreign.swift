import Ground

extension MessageStream {
    /// The maximum number of characters of a text to print.
    private static let mostText = 60

    /// Describes bytes that begin with an impossible length, and names the protocol if it is recognized.
    static func complaint(about bytes: [UInt8]) -> String {
        let length = bytes.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        if let alert = tls(bytes) {
            return "TLS comes where a message's length should be\(alert), which is not supported for accessories"
        }
        if let text = line(bytes) {
            let who =
                text.hasPrefix("HTTP") ? "an HTTP server answers" : "text comes where a message's length should be"
            return "\(who): \"\(text.shown())\""
        }
        if Int(length.byteSwapped) <= longest {
            let digits = Array(bytes.prefix(4)).hex(separator: " ")
            return "the length \(digits) is big endian, for \(length.byteSwapped) bytes; it must be little endian"
        }
        return "a message of \(length) bytes; \(longest) are the most"
    }

    /// Returns the alert of a TLS record (RFC 8446, section 5.1) as the end of a clause; nil if the bytes are not a
    /// TLS record.
    private static func tls(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 3, (0x14...0x17).contains(bytes[0]), bytes[1] == 3, (1...4).contains(bytes[2]) else {
            return nil
        }
        return bytes[0] == 0x15 && bytes.count >= 7 ? " (alert \(bytes[6]))" : ""
    }

    /// Returns the first line of a text, or nil if the bytes are not text.
    private static func line(_ bytes: [UInt8]) -> String? {
        let line = bytes.prefix { $0 != 0x0D && $0 != 0x0A }.prefix(mostText)
        guard line.count >= 4, line.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        return String(decoding: line, as: UTF8.self)
    }
}
