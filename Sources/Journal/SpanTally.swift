public import Ground
import Vocabulary

/// Spans of one name over a whole run, in a bounded room.
///
/// Up to a thousand of them stand each by itself, in their order. Of more it is known how often each span came; and
/// where more than a thousand differ, they are told apart by their first eight binary digits alone, so that one is at
/// most 0.4 per cent off: seven digits' worth of spans for each power of two, of which a run sees a dozen.
public struct SpanTally: Sendable {
    /// How many spans stand each by itself, and how many that differ are told apart exactly.
    public static let mostExact = 1_000
    /// The binary digits that are kept beyond that.
    private static let digits = 8

    /// The spans in their order, until there are too many.
    private var single: [Span] = []
    /// Ascending, with how often each came; empty as long as they stand each by itself.
    private var counted: [(span: Span, times: Int)] = []
    private var isRounding = false

    public init() {}

    /// How many entries it takes.
    public var size: Int { single.count + counted.count }

    public mutating func add(_ span: Span) {
        guard counted.isEmpty, single.count == Self.mostExact else {
            if counted.isEmpty { single.append(span) } else { count(span) }
            return
        }
        for span in single { count(span) }
        single = []
        count(span)
    }

    /// The spans under a name, as a summary has them.
    public func measured(_ what: String) -> [Measured] {
        single.map { Measured(what, .span($0)) } + counted.map { Measured(what, .span($0.span), times: $0.times) }
    }

    private mutating func count(_ span: Span, times: Int = 1) {
        let span = isRounding ? Self.rounded(span) : span
        var (low, high) = (0, counted.count)
        while low < high {
            let middle = (low + high) / 2
            if counted[middle].span < span { low = middle + 1 } else { high = middle }
        }
        if low < counted.count, counted[low].span == span {
            counted[low].times += times
            return
        }
        guard counted.count == Self.mostExact, !isRounding else { return counted.insert((span, times), at: low) }
        isRounding = true
        let exact = counted
        counted = []
        for (span, times) in exact { count(span, times: times) }
        count(span, times: times)
    }

    /// The nearest span that has no more binary digits than are kept.
    private static func rounded(_ span: Span) -> Span {
        let magnitude = span.nanoseconds.magnitude
        let excess = UInt64.bitWidth - magnitude.leadingZeroBitCount - digits
        guard excess > 0 else { return span }
        // Cannot overflow: the magnitude has a bit to spare, that of the sign.
        let kept: UInt64 = (magnitude + (1 << UInt64(excess - 1))) >> UInt64(excess)
        let rounded = Int64(clamping: kept << UInt64(excess))
        return Span(nanoseconds: span.nanoseconds < 0 ? -rounded : rounded)
    }
}
