public import Ground

/// Intel HEX: lines of `:`, count, address, type, data and checksum, as hexadecimal digits.
///
/// Types: 00 data, 01 end, 02 and 04 upper address bits, 03 and 05 entry point.
public enum IntelHex {
    /// Returns whether a file looks like Intel HEX: its first character other than white space is a colon.
    public static func isLikely(_ bytes: [UInt8]) -> Bool {
        bytes.prefix(64).first { !isBlank($0) } == UInt8(ascii: ":")
    }

    /// Decodes the contents that the file writes to flash.
    ///
    /// Throws, with the file offset, for an invalid line, a wrong checksum, a missing end, overlapping data, and more
    /// data than `FlashContents.sizeLimit`.
    public static func read(_ file: [UInt8]) throws(Malformed) -> FlashContents {
        var reader = Reader()
        var place = 0
        while place < file.count {
            if isBlank(file[place]) {
                place += 1
                continue
            }
            let end = file[place...].firstIndex(where: isBlank) ?? file.count
            guard !reader.isOver else { throw Malformed(at: place, "there is a line behind the end record") }
            try reader.take(file[place..<end], at: place)
            place = end
        }
        guard reader.isOver else { throw Malformed(at: file.count, "the end record is missing: the file was cut off") }
        var contents = try FlashContents(reader.parts)
        contents.start = reader.start
        return contents
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private struct Reader {
        var parts: [(address: UInt32, bytes: [UInt8], place: Int)] = []
        var start: UInt32?
        var isOver = false
        private var upper: UInt32 = 0
        private var size = 0

        mutating func take(_ line: ArraySlice<UInt8>, at place: Int) throws(Malformed) {
            guard line.first == UInt8(ascii: ":") else { throw Malformed(at: place, "a line begins with a colon") }
            let record = try Self.bytes(line.dropFirst(), at: place + 1)
            guard record.count >= 5 else { throw Malformed(at: place, "a line has 5 bytes at least") }
            guard Int(record[0]) == record.count - 5 else {
                throw Malformed(
                    at: place + 1, "the line says \(record[0]) bytes of data, and has \(record.count - 5)")
            }
            let sum = record.reduce(0 as UInt8, &+)
            guard sum == 0 else { throw Malformed(at: place + line.count - 2, "the checksum is wrong") }
            let address = UInt32(record[1]) << 8 | UInt32(record[2])
            try take(type: record[3], Array(record[4..<record.count - 1]), address, at: place)
        }

        private mutating func take(
            type: UInt8, _ data: [UInt8], _ address: UInt32, at place: Int
        ) throws(Malformed) {
            switch type {
            case 0x00: try add(data, at: address, place)
            case 0x01:
                guard data.isEmpty else { throw Malformed(at: place + 1, "an end record has no data") }
                isOver = true
            case 0x02: upper = UInt32(try number(data, of: 2, at: place)) << 4
            case 0x04: upper = UInt32(try number(data, of: 2, at: place)) << 16
            case 0x03, 0x05: start = try number(data, of: 4, at: place)
            default: throw Malformed(at: place + 7, "no record has type \(type.hexadecimal)")
            }
        }

        private mutating func add(_ data: [UInt8], at address: UInt32, _ place: Int) throws(Malformed) {
            guard !data.isEmpty else { return }
            size += data.count
            guard size <= FlashContents.sizeLimit else {
                throw Malformed(at: place, "the file holds more than \(FlashContents.sizeLimit) bytes")
            }
            let (first, isOver) = upper.addingReportingOverflow(address)
            guard !isOver, UInt64(first) + UInt64(data.count) <= 1 << 32, Int(address) + data.count <= 0x1_0000 else {
                throw Malformed(at: place + 3, "the data reach past the end of their 64 KiB")
            }
            if let last = parts.last, UInt64(last.address) + UInt64(last.bytes.count) == UInt64(first) {
                parts[parts.count - 1].bytes += data
            } else {
                parts.append((first, data, place))
            }
        }

        private func number(_ data: [UInt8], of size: Int, at place: Int) throws(Malformed) -> UInt32 {
            guard data.count == size else {
                throw Malformed(at: place + 1, "such a record has \(size) bytes, not \(data.count)")
            }
            return data.reduce(0) { $0 << 8 | UInt32($1) }
        }

        private static func bytes(_ digits: ArraySlice<UInt8>, at place: Int) throws(Malformed) -> [UInt8] {
            var bytes: [UInt8] = []
            var high: UInt8?
            for (index, digit) in digits.enumerated() {
                guard let value = Self.value(digit) else {
                    throw Malformed(at: place + index, "\(digit.hexadecimal) is no hexadecimal digit")
                }
                if let upper = high {
                    bytes.append(upper << 4 | value)
                    high = nil
                } else {
                    high = value
                }
            }
            guard high == nil else { throw Malformed(at: place + digits.count - 1, "the line has half a byte") }
            return bytes
        }

        private static func value(_ digit: UInt8) -> UInt8? {
            switch digit {
            case 0x30...0x39: digit - 0x30
            case 0x41...0x46: digit - 0x37
            case 0x61...0x66: digit - 0x57
            default: nil
            }
        }
    }
}
