public import Ground

/// Joins the pieces of a management server's messages, as notifications bring them: up to the header's length and 8.
///
/// Nothing frames them (sheet gate.md, section 6.4). A message that is not whole in time is given up with `clear`.
public struct SMPFragments: Sendable {
    /// No message of such a server is longer, with its header; the rig's own choice.
    public static let longest = 8_192

    public private(set) var waiting: [UInt8] = []

    public init() {}

    /// Takes the next piece, and gives the messages that it completes.
    ///
    /// Throws at a length that no message has; then what waited is dropped.
    public mutating func receive(_ piece: [UInt8], into messages: inout [[UInt8]]) throws(Malformed) {
        waiting += piece
        while waiting.count >= SMPHeader.size {
            let header = try SMPHeader(decoding: waiting[...])
            let whole = header.length + SMPHeader.size
            guard whole <= Self.longest else {
                waiting = []
                throw Malformed(at: 2, "a message of \(whole) bytes; \(Self.longest) are the most")
            }
            guard waiting.count >= whole else { return }
            messages.append(Array(waiting.prefix(whole)))
            waiting.removeFirst(whole)
        }
    }

    /// Gives up what is not whole.
    public mutating func clear() { waiting = [] }
}
