public import Ground

/// Reassembles a management server's messages from notifications; a message ends after the header's length plus 8
/// bytes.
///
/// There is no other framing (gate.md, section 6.4). Call `clear` to give up on a message that is not
/// complete in time.
public struct SMPFragments: Sendable {
    /// The maximum length of a message including its header; chosen by this project.
    public static let longest = 8_192

    public private(set) var waiting: [UInt8] = []

    public init() {}

    /// Takes the next piece and appends the messages it completes.
    ///
    /// Throws for an impossible length, and then drops the bytes received so far.
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

    /// Drops an incomplete message.
    public mutating func clear() { waiting = [] }
}
