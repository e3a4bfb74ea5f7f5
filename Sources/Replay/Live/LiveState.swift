import Ground
import Links
import UCI

/// Looks at the reader's field that go on until something changes.
struct FieldPoll {
    let request: ReaderRequest
    /// How long after an answer the next one is due.
    let pause: Span
    /// Whether an answer is still to come.
    var isAwaited: Bool
    var next: Instant
    /// When the recorded phone looked for the last time; nil where it went on until something changed.
    let end: Instant?
    /// Whether it is not to be repeated.
    var isLast = false
}

/// The kit's line: pieces as they arrive, put together to packets.
struct KitLine {
    private var framer = UCIFramer(side: .host, dataLimit: 4096)

    mutating func packets(in bytes: [UInt8], at now: Instant) -> [[UInt8]] {
        framer.receive(bytes, at: now).compactMap { $0.packet?.encoded }
    }
}
