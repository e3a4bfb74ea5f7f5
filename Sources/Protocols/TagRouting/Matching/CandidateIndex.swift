/// Where to look for the components that can cover a path: by its beginning or by letters within it.
struct CandidateIndex: Sendable {
    /// Under how many components letters may stand that are preferred to a pattern's beginning.
    private static let rare = 8
    /// How long a beginning must be to be preferred to letters that are not rare.
    private static let longBeginning = 4

    private var ways = LinkTexts.Way.all.map { (way: $0, paths: PathIndex(), literals: LiteralIndex()) }
    /// The component after each in its place of an index, or -1.
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

    /// The components that may cover the path, in the file's order.
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
    /// The first of every chain, as a heap: none is greater than the two below it.
    private var heap: [Int32]
    private let next: [Int32]

    init(_ heads: [Int32], next: [Int32]) {
        heap = heads
        self.next = next
        for place in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(place) }
    }

    /// The next component in the file's order.
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
