/// The numbers of bytes after which a device of a recorded session is unplugged.
///
/// The kernel's `vhci-hcd` reads the header of a message, then its data, and only then acts on it. A driver
/// cannot tell two cuts in the same part of a message apart, so three points cover every byte of a message: one in its
/// header, one in its data if it has any, and its end.
enum UnpluggingPoints {
    /// The size of a message's header, which precedes its data.
    private static let header = 48

    /// Returns the points of the messages with these ends, which follow those with the ends `before`; at most
    /// `most` messages are taken, evenly spaced.
    static func of(_ ends: [Int], after before: [Int] = [], atMost most: Int = .max) -> [Int] {
        let step = ends.count <= most ? 1 : (ends.count + most - 1) / most
        return stride(from: 0, to: ends.count, by: step).flatMap { place -> [Int] in
            let start = place == 0 ? before.last ?? 0 : ends[place - 1]
            let size = ends[place] - start
            let inHeader = start + 1 + place % (header - 1)
            let inData = size > header ? [start + header + (size - header) / 2] : []
            return [inHeader] + inData + [ends[place]]
        }
    }
}
