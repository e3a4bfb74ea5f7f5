import Ground

/// The commands that a Type 4 tag is sent (ISO 7816-4, fact sheet 2.3).
enum Type4Command {
    enum Application: Sendable {
        case version2
        case version1

        var identifier: [UInt8] { [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, self == .version2 ? 0x01 : 0x00] }
        /// P2 of a file's selection: version 1 wants the file's description, later ones refuse to give it.
        var fileSelectionOption: UInt8 { self == .version2 ? 0x0C : 0x00 }
    }

    /// READ BINARY and UPDATE BINARY have 15 bits for the offset.
    static let largestOffset = 0x7FFF
    /// What Le in one byte can ask for; with a status word it fits the 263 bytes of a PN532 (fact sheet 2.5).
    static let largestRead = 256
    /// What Lc in one byte can announce.
    static let largestWrite = 255

    static func select(_ application: Application) -> [UInt8] {
        [0x00, 0xA4, 0x04, 0x00, 0x07] + application.identifier + [0x00]
    }

    static func select(_ file: UInt16, _ application: Application) -> [UInt8] {
        var command: [UInt8] = [0x00, 0xA4, 0x00, application.fileSelectionOption, 0x02]
        command.append(big: file)
        return command
    }

    /// READ BINARY of up to 256 bytes: Le is one byte, and 00 in it is 256.
    static func read(at offset: Int, _ count: Int) -> [UInt8] {
        var command: [UInt8] = [0x00, 0xB0]
        command.append(big: UInt16(clamping: offset))
        command.append(lengthByte(count))
        return command
    }

    /// READ BINARY with the offset in a data object, for what lies behind 7FFF. Not exercised on hardware [N].
    static func readWithObject(at offset: Int, _ count: Int) -> [UInt8] {
        let place = UInt32(clamping: offset)
        var command: [UInt8] = [0x00, 0xB1, 0x00, 0x00, 0x05, 0x54, 0x03]
        for shift in [16, 8, 0] as [UInt32] { command.append(UInt8(truncatingIfNeeded: place >> shift)) }  // one byte
        command.append(lengthByte(count))
        return command
    }

    static func update(at offset: Int, _ data: some Collection<UInt8>) -> [UInt8] {
        var command: [UInt8] = [0x00, 0xD6]
        command.append(big: UInt16(clamping: offset))
        command.append(UInt8(clamping: data.count))
        return command + data
    }

    static func getResponse(_ count: Int) -> [UInt8] { [0x00, 0xC0, 0x00, 0x00, lengthByte(count)] }

    static func lengthByte(_ count: Int) -> UInt8 { count >= 256 ? 0 : UInt8(clamping: count) }

    /// How many bytes the data object around an answer to READ BINARY with a data object takes: tag and length.
    static func objectOverhead(_ count: Int) -> Int { count < 128 ? 2 : 3 }

    /// What stands in the data object 53; the bytes themselves when they are none.
    ///
    /// ISO 7816-4 wraps such answers; whether every tag does is not known [U].
    static func unwrapped(_ data: [UInt8]) -> [UInt8] {
        guard data.count >= 2, data[0] == 0x53 else { return data }
        if data[1] < 0x80, Int(data[1]) == data.count - 2 { return Array(data[2...]) }
        if data.count >= 3, data[1] == 0x81, Int(data[2]) == data.count - 3 { return Array(data[3...]) }
        return data
    }
}
