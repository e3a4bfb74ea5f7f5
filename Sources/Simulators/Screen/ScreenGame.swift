import ApplicationServices

/// The game that a simulated screen plays with its companion, so that a move that is lost or doubled shows.
///
/// It is this project's own, and no app of Apple's. A frame of type 1 is a move of the companion, and its payload the
/// move's number from 1, in decimal digits and UTF-8. The screen answers the next one in order with type 2 and the same
/// number, and any other with type 3 and the number of the last one that it has. Whenever a connection gets ready, the
/// screen sends type 3 first, and the companion goes on behind that number. A new choice in the picker begins at 0.
struct ScreenGame: Hashable, Sendable {
    static let move: UInt32 = 1
    static let acknowledgement: UInt32 = 2
    static let resumption: UInt32 = 3

    /// The last move that it has in order; 0 before the first.
    var last = 0

    /// The answer to a frame; nil for what is no move, or cannot be read.
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
