import Ground
import ScenarioKit

/// Spans of several kinds in the order of measurement, at ten bytes each.
///
/// Percentiles need every span. A sample costs some kilobytes of trace, so the samples of a gigabyte of trace take a
/// few megabytes.
struct LatencyLog<Kind: Hashable & Sendable>: Sendable {
    private var kinds: [Kind] = []
    private var spans: [Lapse] = []
    /// The kind of each span, as an index into `kinds`.
    private var places: [UInt16] = []

    var count: Int { spans.count }

    mutating func append(_ span: Lapse, _ kind: Kind) {
        let place = kinds.firstIndex(of: kind) ?? kinds.count
        if place == kinds.count {
            precondition(place < Int(UInt16.max), "too many kinds of spans")
            kinds.append(kind)
        }
        spans.append(span)
        places.append(UInt16(place))
    }

    /// Returns the spans of a kind, starting at this index.
    func spans(_ kind: Kind, from first: Int) -> [Lapse] {
        guard let wanted = kinds.firstIndex(of: kind) else { return [] }
        return spans.indices[first...].filter { places[$0] == wanted }.map { spans[$0] }
    }
}
