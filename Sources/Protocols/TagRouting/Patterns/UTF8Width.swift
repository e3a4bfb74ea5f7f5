/// How many bytes a character takes in UTF-8.
enum UTF8Width {
    /// The bytes of the scalar at `place`: 1 to 4, and 1 for a byte that begins no well-formed scalar (RFC 3629).
    static func ofScalar(in bytes: [UInt8], at place: Int, end: Int) -> Int {
        let lead = bytes[place]
        if lead < 0x80 { return 1 }
        let width: Int
        let second: ClosedRange<UInt8>
        switch lead {
        case 0xC2...0xDF: (width, second) = (2, 0x80...0xBF)
        case 0xE0: (width, second) = (3, 0xA0...0xBF)
        case 0xED: (width, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (width, second) = (3, 0x80...0xBF)
        case 0xF0: (width, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (width, second) = (4, 0x80...0xBF)
        case 0xF4: (width, second) = (4, 0x80...0x8F)
        default: return 1
        }
        guard place + width <= end, second.contains(bytes[place + 1]) else { return 1 }
        for offset in 2..<max(2, width) where bytes[place + offset] & 0xC0 != 0x80 { return 1 }
        return width
    }
}
