import Ground
import Links
import UWB

/// Repeated looks at the reader's field that continue until something changes.
struct FieldPoll {
    let request: ReaderRequest
    /// The delay from an answer to the next look.
    let pause: Lapse
    /// Whether an answer is outstanding.
    var isAwaited: Bool
    var next: Instant
    /// The instant of the recorded phone's last look; nil if it continued until something changed.
    let end: Instant?
    /// Whether the look is not to be repeated.
    var isLast = false
}

/// The kit's line, which reassembles packets from the pieces that arrive.
struct KitLine {
    private var framer = UCIFramer(side: .host, dataLimit: 4096)

    mutating func packets(in bytes: [UInt8], at now: Instant) -> [[UInt8]] {
        framer.receive(bytes, at: now).compactMap { $0.packet?.encoded }
    }
}
