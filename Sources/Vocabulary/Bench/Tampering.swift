public import Ground

/// What a bench does to a message of the phone on its way to the accessory.
public enum Tampering: Hashable, Codable, Sendable {
    /// It is never sent.
    case withhold
    /// It leaves later; what comes behind it does not wait.
    case delay(by: Span)
    /// It leaves so many times, back to back.
    case `repeat`(times: Int)
    /// Only so many of its first bytes leave, the id among them.
    case cut(to: Int)
    /// The byte at an offset is changed, the id being at 0; a message that is too short leaves as it is.
    case corrupt(byte: Int, xor: UInt8)

    enum DelayCodingKeys: String, CodingKey { case by = "span" }
}

extension Tampering: CustomStringConvertible {
    public var description: String {
        switch self {
        case .withhold: "withheld"
        case .delay(let span): "delayed by \(span)"
        case .repeat(let count): "sent \(count) times"
        case .cut(let length): "cut to \(length) bytes"
        case .corrupt(let byte, let mask): "byte \(byte) changed by \(mask.hexadecimal)"
        }
    }
}
