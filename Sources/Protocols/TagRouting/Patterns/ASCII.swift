/// Letters of ASCII in lower case, everything else as it is.
enum ASCII {
    static func folded(_ text: String) -> String { String(decoding: text.utf8.map(lower), as: UTF8.self) }

    @inline(__always) static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
