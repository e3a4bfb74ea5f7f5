public import Ground

/// What a real bench can do to a message that the phone sends.
public enum Tampering: Codable, Hashable, Sendable {
    /// It never leaves the phone.
    case withhold
    /// It leaves so much later.
    case delay(Span)
    /// It leaves so many times in all, back to back.
    case `repeat`(Int)
    /// Only its first bytes leave, its id being the first of them.
    case cut(to: Int)
    /// One of its bytes, counted from 0 for its id, is changed in the bits of a mask.
    case corrupt(byte: Int, xor: UInt8)
}
