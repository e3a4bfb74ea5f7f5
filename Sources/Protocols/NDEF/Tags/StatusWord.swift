import Ground

/// The two bytes at the end of every answer of a Type 4 tag (ISO 7816-4).
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

    /// 61 xx: how many more bytes wait for GET RESPONSE; 00 is 256.
    public var bytesWaiting: Int? { rawValue >> 8 == 0x61 ? Self.count(rawValue) : nil }
    /// 6C xx: which Le the tag wants instead; 00 is 256.
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
