/// An index of the components that can cover a path, by its beginning or by letters within it.
struct CandidateIndex: Sendable {
    /// The maximum number of components that may share letters for these to be preferred to a pattern's beginning.
    private static let rare = 8
    /// The minimum length of a beginning to be preferred to letters that are not rare.
    private static let longBeginning = 4

    private var ways = LinkTexts.Way.all.map { (way: $0, paths: PathIndex(), literals: LiteralIndex()) }
    /// The component after each one in its chain of an index, or -1.
    private var next: [Int32]

    init(_ components: [LinkComponent]) {
        var frequencies: [LiteralIndex.Four: Int] = [:]
        for component in components {
            for four in LiteralIndex.fours(of: component.path) { frequencies[four, default: 0] += 1 }
        }
        next = [Int32](repeating: -1, count: components.count)
        for (number, component) in zip(Int32(0)..., components) {
            let way = component.way.index
            let rarest = LiteralIndex.fours(of: component.path).map { (four: $0, count: frequencies[$0] ?? 0) }
                .min { $0.count < $1.count }
            let beginning = PathIndex.beginning(of: component.path).count
            if let rarest, rarest.count <= Self.rare || beginning < Self.longBeginning {
                ways[way].literals.insert(number, rarest.four, next: &next)
            } else {
                ways[way].paths.insert(number, component.path, next: &next)
            }
        }
        ways.removeAll { $0.paths.isEmpty && $0.literals.isEmpty }
    }

    /// Returns the components that may cover the path, in the file's order.
    func candidates(for texts: inout LinkTexts, _ work: inout MatchingWork) -> CandidateQueue {
        var heads: [Int32] = []
        for (way, paths, literals) in ways {
            let path = texts.path(way, &work)
            paths.collect(path, into: &heads, &work)
            literals.collect(path, into: &heads, &work)
        }
        return CandidateQueue(heads, next: next)
    }
}

/// Chains of components in ascending order, merged one component at a time.
struct CandidateQueue {
    /// The heads of all chains, as a min-heap.
    private var heap: [Int32]
    private let next: [Int32]

    init(_ heads: [Int32], next: [Int32]) {
        heap = heads
        self.next = next
        for place in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(place) }
    }

    /// Returns the next component in the file's order.
    mutating func popFirst(_ work: inout MatchingWork) -> Int? {
        guard let first = heap.first else { return nil }
        work.spend()
        let following = next[Int(first)]
        if following >= 0 {
            heap[0] = following
        } else {
            let last = heap.removeLast()
            if !heap.isEmpty { heap[0] = last }
        }
        if heap.count > 1 { sink(0) }
        return Int(first)
    }

    private mutating func sink(_ start: Int) {
        var place = start
        while true {
            var least = place
            for below in [2 * place + 1, 2 * place + 2] where below < heap.count && heap[below] < heap[least] {
                least = below
            }
            guard least != place else { return }
            heap.swapAt(place, least)
            place = least
        }
    }
}

/// An index of the components that require four consecutive letters in a path, for patterns with an unspecific
/// beginning.
///
/// A pattern such as `*/chair/*` covers only paths that contain `chai` and `hair`. It is filed under the rarest of
/// its fours, so a path without that never meets the pattern.
struct LiteralIndex: Sendable {
    /// Four consecutive bytes.
    typealias Four = UInt32

    private var chains: [Four: (first: Int32, last: Int32)] = [:]

    var isEmpty: Bool { chains.isEmpty }

    /// Files a component's number under four letters. Numbers must be inserted in ascending order; `next` links those
    /// of a four.
    mutating func insert(_ number: Int32, _ four: Four, next: inout [Int32]) {
        if let chain = chains[four] {
            next[Int(chain.last)] = number
            chains[four] = (chain.first, number)
        } else {
            chains[four] = (number, number)
        }
    }

    /// Appends the first component filed under each four of the path.
    func collect(_ path: [UInt8], into heads: inout [Int32], _ work: inout MatchingWork) {
        guard !chains.isEmpty else { return }
        let start = heads.count
        var four: Four = 0
        for (place, byte) in path.enumerated() {
            work.spend()
            four = four << 8 | Four(byte)
            guard place >= 3, let chain = chains[four] else { continue }
            heads.append(chain.first)
        }
        Self.removeDoubles(from: start, in: &heads)
    }

    /// Removes duplicates, which arise if a path contains the same four repeatedly. Sorting avoids work quadratic in
    /// the path's length.
    private static func removeDoubles(from start: Int, in heads: inout [Int32]) {
        guard heads.count > start + 1 else { return }
        heads[start...].sort()
        var kept = start + 1
        for place in kept..<heads.count where heads[place] != heads[kept - 1] {
            heads[kept] = heads[place]
            kept += 1
        }
        heads.removeLast(heads.count - kept)
    }

    /// Returns the fours of a path pattern's literal letters after its beginning, which every path it covers must
    /// contain.
    static func fours(of path: PathPattern) -> [Four] {
        let tokens = (path.shortened ?? path.whole).tokens
        var fours: [Four] = []
        var four: Four = 0
        var length = 0
        for token in tokens.drop(while: { $0.isDetermined }) {
            guard case .byte(let byte) = token else {
                length = 0
                continue
            }
            four = four << 8 | Four(byte)
            length += 1
            if length >= 4 { fours.append(four) }
        }
        return fours
    }
}

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
