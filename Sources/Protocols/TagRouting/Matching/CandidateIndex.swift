/// Where to look for the components that can cover a path: by its beginning or by letters within it.
struct CandidateIndex: Sendable {
    /// Under how many components letters may stand that are preferred to a pattern's beginning.
    private static let rare = 8
    /// How long a beginning must be to be preferred to letters that are not rare.
    private static let longBeginning = 4

    private var ways = LinkTexts.Way.all.map { (way: $0, paths: PathIndex(), literals: LiteralIndex()) }
    /// The component after each in its place of an index, or -1.
    private(set) var next: [Int32]

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

    /// The first component of every chain in which one may cover the path.
    func heads(for texts: inout LinkTexts, _ steps: inout Int) -> [Int32] {
        var heads: [Int32] = []
        for (way, paths, literals) in ways {
            let path = texts.path(way)
            paths.collect(path, into: &heads, &steps)
            literals.collect(path, into: &heads, &steps)
        }
        return heads
    }
}
