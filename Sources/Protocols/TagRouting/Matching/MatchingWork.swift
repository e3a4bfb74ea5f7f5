/// The work of matching one link, counted in steps, and its limit.
///
/// A step handles a few bytes, or 64 places of a text at a time. Everything whose length a file or a link controls is
/// counted. Past the limit, patterns no longer match and the link is reported as undecided.
struct MatchingWork {
    /// The limit for a decision: a malicious file of 128 KB is given up within half a second.
    static let limit = 40_000_000
    /// The limit for explaining a decision to people.
    static let explainingLimit = 10_000_000

    private(set) var steps = 0
    /// The key in `LinkTexts` of the text being compared; 0 for a text that is not reused.
    var text = 0
    private let limit: Int
    private var known: [(text: Int, masks: PlaceMasks)] = []

    init(limit: Int = Self.limit) { self.limit = limit }

    var isExhausted: Bool { steps > limit }

    @inline(__always) mutating func spend(_ count: Int = 1) { steps &+= count }

    /// Returns the masks of a text, which are computed once for each of a link's texts.
    mutating func masks(of bytes: [UInt8]) -> PlaceMasks {
        if text != 0, let found = known.first(where: { $0.text == text })?.masks, found.count == bytes.count {
            return found
        }
        let masks = PlaceMasks(bytes)
        spend(masks.cost)
        if text != 0 { known.append((text, masks)) }
        return masks
    }
}
