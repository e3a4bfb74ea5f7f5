/// The work of matching one link, counted in steps, and how much of it there may be.
///
/// A step handles a few bytes, or 64 places of a text at once. Whatever a file or a link can make long is counted: when
/// the limit is passed, patterns match nothing more and the link is told to be undecided.
struct MatchingWork {
    /// A file of 128 KB that is made to be slow is given up within half a second.
    static let limit = 40_000_000
    /// For explaining a decision to people.
    static let explainingLimit = 10_000_000

    private(set) var steps = 0
    /// Which of a link's texts is compared, by its key in `LinkTexts`; 0 is one that does not come again.
    var text = 0
    private let limit: Int
    private var known: [(text: Int, masks: PlaceMasks)] = []

    init(limit: Int = Self.limit) { self.limit = limit }

    var isExhausted: Bool { steps > limit }

    @inline(__always) mutating func spend(_ count: Int = 1) { steps &+= count }

    /// Where in the text each byte stands: made once for each of a link's texts.
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
