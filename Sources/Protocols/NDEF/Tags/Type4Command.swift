import Ground

/// The commands for a Type 4 tag (ISO 7816-4, nfc.md 2.3).
enum Type4Command {
    enum Application: Sendable {
        case version2
        case version1

        var identifier: [UInt8] { [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, self == .version2 ? 0x01 : 0x00] }
        /// P2 for selecting a file: version 1 requires requesting the file's description, later ones refuse it.
        var fileSelectionOption: UInt8 { self == .version2 ? 0x0C : 0x00 }
    }

    /// The maximum offset of READ BINARY and UPDATE BINARY, which have 15 bits for it.
    static let largestOffset = 0x7FFF
    /// The maximum of a one-byte Le; with a status word it fits the 263 bytes of a PN532 (nfc.md 2.5).
    static let largestRead = 256
    /// The maximum of a one-byte Lc.
    static let largestWrite = 255

    static func select(_ application: Application) -> [UInt8] {
        [0x00, 0xA4, 0x04, 0x00, 0x07] + application.identifier + [0x00]
    }

    static func select(_ file: UInt16, _ application: Application) -> [UInt8] {
        var command: [UInt8] = [0x00, 0xA4, 0x00, application.fileSelectionOption, 0x02]
        command.append(big: file)
        return command
    }

    /// Returns READ BINARY for up to 256 bytes; 00 in the one-byte Le means 256.
    static func read(at offset: Int, _ count: Int) -> [UInt8] {
        var command: [UInt8] = [0x00, 0xB0]
        command.append(big: UInt16(clamping: offset))
        command.append(lengthByte(count))
        return command
    }

    /// Returns READ BINARY with the offset in a data object, for offsets above 7FFF. Not exercised on hardware [N].
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

    /// Returns the overhead of the data object around the answer to such a READ BINARY: tag and length.
    static func objectOverhead(_ count: Int) -> Int { count < 128 ? 2 : 3 }

    /// Returns the contents of data object 53, or the bytes themselves if there is none.
    ///
    /// ISO 7816-4 wraps such answers; it is unknown whether every tag does [U].
    static func unwrapped(_ data: [UInt8]) -> [UInt8] {
        guard data.count >= 2, data[0] == 0x53 else { return data }
        if data[1] < 0x80, Int(data[1]) == data.count - 2 { return Array(data[2...]) }
        if data.count >= 3, data[1] == 0x81, Int(data[2]) == data.count - 3 { return Array(data[3...]) }
        return data
    }
}

/// The last two bytes of every answer of a Type 4 tag (ISO 7816-4).
public struct StatusWord: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let success = StatusWord(rawValue: 0x9000)
    public static let endOfFile = StatusWord(rawValue: 0x6282)
    public static let memoryFailure = StatusWord(rawValue: 0x6581)
    public static let wrongLength = StatusWord(rawValue: 0x6700)
    public static let securityNotSatisfied = StatusWord(rawValue: 0x6982)
    public static let noFileSelected = StatusWord(rawValue: 0x6986)
    public static let fileNotFound = StatusWord(rawValue: 0x6A82)
    public static let wrongParameters = StatusWord(rawValue: 0x6A86)
    public static let wrongOffset = StatusWord(rawValue: 0x6B00)
    public static let unknownInstruction = StatusWord(rawValue: 0x6D00)
    public static let unknownClass = StatusWord(rawValue: 0x6E00)

    /// 61 xx: the number of further bytes available through GET RESPONSE; 00 means 256.
    public var bytesWaiting: Int? { rawValue >> 8 == 0x61 ? Self.count(rawValue) : nil }
    /// 6C xx: the Le that the tag requires instead; 00 means 256.
    public var rightLength: Int? { rawValue >> 8 == 0x6C ? Self.count(rawValue) : nil }

    private static func count(_ word: UInt16) -> Int { word & 0xFF == 0 ? 256 : Int(word & 0xFF) }
}

extension StatusWord: CustomStringConvertible {
    public var description: String {
        let digits = String(rawValue.hexadecimal.dropFirst(2))
        return name.map { "\(digits) (\($0))" } ?? digits
    }

    private var name: String? {
        switch self {
        case .success: "success"
        case .endOfFile: "end of file"
        case .memoryFailure: "memory failure"
        case .wrongLength: "wrong length"
        case .securityNotSatisfied: "security status not satisfied"
        case .noFileSelected: "no file is selected"
        case .fileNotFound: "file or application not found"
        case .wrongParameters: "wrong parameters"
        case .wrongOffset: "offset outside the file"
        case .unknownInstruction: "unknown instruction"
        case .unknownClass: "unknown class"
        default:
            if let count = bytesWaiting { "\(count) bytes wait" } else { rightLength.map { "the right Le is \($0)" } }
        }
    }
}
