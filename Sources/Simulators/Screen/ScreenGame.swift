import ApplicationServices

/// The game that a simulated screen plays with its companion, which exposes lost and doubled moves.
///
/// It is this project's own, not an app of Apple's. A frame of type 1 is a move of the companion; its payload is the
/// move's number from 1, in decimal digits and UTF-8. The screen answers the next one in order with type 2 and the
/// same number, and any other with type 3 and the number of the last one that it has. Whenever a connection becomes
/// ready, the screen first sends type 3, and the companion continues after that number. A new choice in the picker
/// starts at 0.
struct ScreenGame: Hashable, Sendable {
    static let move: UInt32 = 1
    static let acknowledgement: UInt32 = 2
    static let resumption: UInt32 = 3

    /// The last move that it has in order; 0 before the first.
    var last = 0

    /// Returns the answer to a frame; nil for one that is not a move, or cannot be read.
    mutating func receive(_ frame: ServiceFrame, takesOld: Bool) -> (type: UInt32, number: Int)? {
        guard frame.type == Self.move, let number = Int(String(decoding: frame.payload, as: UTF8.self)), number > 0
        else { return nil }
        if number == last + 1 {
            last = number
            return (Self.acknowledgement, number)
        }
        return takesOld && number <= last ? (Self.acknowledgement, number) : (Self.resumption, last)
    }
}
