import Ground

/// The last lines of the guest's console and of QEMU's own messages.
struct ConsoleTail {
    private var bytes: [UInt8] = []
    private static let limit = 32_768

    mutating func add(_ new: [UInt8]) {
        bytes += new
        if bytes.count > Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
    }

    /// At most `count` last lines, made harmless for a terminal.
    func lines(_ count: Int = 15) -> [String] {
        String(decoding: bytes, as: UTF8.self)
            .split(whereSeparator: \.isNewline)
            .suffix(count)
            .map { String($0).escapedForDisplay }
    }
}
