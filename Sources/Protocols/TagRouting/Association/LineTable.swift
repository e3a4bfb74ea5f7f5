import Ground

/// The line starts of a text, for looking up many locations in one file, which may have a single line.
struct LineTable: Sendable {
    private static let stride = 128

    private let bytes: [UInt8]
    private let starts: [Int]
    /// The number of characters that begin before every 128th byte.
    private let counts: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        var counts: [Int] = []
        var count = 0
        for (offset, byte) in bytes.enumerated() {
            if offset % Self.stride == 0 { counts.append(count) }
            if byte & 0xC0 != 0x80 { count += 1 }
            if byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
        }
        counts.append(count)
        (self.starts, self.counts) = (starts, counts)
    }

    func position(of offset: Int) -> TextPosition {
        let place = min(max(0, offset), bytes.count)
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= place { low = middle } else { high = middle }
        }
        let column = 1 + characters(before: place) - characters(before: starts[low])
        return TextPosition(offset: place, line: low + 1, column: column)
    }

    private func characters(before place: Int) -> Int {
        let known = min(place / Self.stride, counts.count - 1)
        return counts[known] + bytes[min(known * Self.stride, place)..<place].count { $0 & 0xC0 != 0x80 }
    }
}
