public import Ground
import Vocabulary

/// The spans of one name over a whole run, in bounded memory.
///
/// Up to a thousand are kept individually, in order. Beyond that each distinct span is counted. Once more than a
/// thousand differ, they are distinguished only by their first eight binary digits, which is accurate to 0.4 per
/// cent: seven digits' worth of spans for each power of two, of which a run sees a dozen.
public struct SpanTally: Sendable {
    /// The maximum number of spans kept individually, and of distinct spans counted exactly.
    public static let mostExact = 1_000
    /// The number of binary digits kept beyond that.
    private static let digits = 8

    /// The spans in order, until there are too many.
    private var single: [Lapse] = []
    /// The distinct spans in ascending order, with the count of each; empty while spans are kept individually.
    private var counted: [(span: Lapse, times: Int)] = []
    private var isRounding = false

    public init() {}

    /// The number of entries in use.
    public var size: Int { single.count + counted.count }

    public mutating func add(_ span: Lapse) {
        guard counted.isEmpty, single.count == Self.mostExact else {
            if counted.isEmpty { single.append(span) } else { count(span) }
            return
        }
        for span in single { count(span) }
        single = []
        count(span)
    }

    /// The spans under a name, as listed in a summary; `subject` is the accessory they belong to, if any.
    public func measured(_ what: String, of subject: String? = nil) -> [Measured] {
        single.map { Measured(what, of: subject, .span($0)) }
            + counted.map { Measured(what, of: subject, .span($0.span), times: $0.times) }
    }

    private mutating func count(_ span: Lapse, times: Int = 1) {
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

    /// The nearest span with no more significant binary digits than are kept.
    private static func rounded(_ span: Lapse) -> Lapse {
        let magnitude = span.nanoseconds.magnitude
        let excess = UInt64.bitWidth - magnitude.leadingZeroBitCount - digits
        guard excess > 0 else { return span }
        // Cannot overflow: the magnitude leaves the sign bit free.
        let kept: UInt64 = (magnitude + (1 << UInt64(excess - 1))) >> UInt64(excess)
        let rounded = Int64(clamping: kept << UInt64(excess))
        return Lapse(nanoseconds: span.nanoseconds < 0 ? -rounded : rounded)
    }
}
