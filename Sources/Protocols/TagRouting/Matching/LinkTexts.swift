/// The parts of a URL in the forms that components compare, computed lazily.
struct LinkTexts {
    /// A way of comparing: with or without case, encoded or decoded.
    struct Way: Hashable, Sendable {
        let folds: Bool
        let decodes: Bool

        /// The number of ways.
        static let count = 4

        /// The index of the way, from 0.
        var index: Int { (folds ? 1 : 0) + (decodes ? 2 : 0) }

        /// The same way without case folding.
        var unfolded: Way { Way(folds: false, decodes: decodes) }

        func ready(_ text: [UInt8], _ work: inout MatchingWork) -> [UInt8] {
            work.spend(text.count / 4 + 1)
            let plain = decodes ? PercentDecoding.decoded(text) : text
            return folds ? CaseFolding.folded(plain) : plain
        }
    }

    /// The texts against which patterns are matched.
    enum Part: Int {
        case path = 1
        case query
        case fragment
        case items
    }

    /// Returns the key of a text for `MatchingWork`; never 0.
    static func key(_ part: Part, _ way: Way) -> Int { way.index * 4 + part.rawValue }

    private struct Ready {
        var path: [UInt8]?
        var query: [UInt8]?
        var fragment: [UInt8]?
        var items: QueryItems?
    }

    private let path: [UInt8]
    private let query: [UInt8]
    private let fragment: [UInt8]
    private var ready = [Ready](repeating: Ready(), count: Way.count)

    init(_ url: LinkURL) {
        path = Array(url.path.utf8)
        query = Array((url.query ?? "").utf8)
        fragment = Array((url.fragment ?? "").utf8)
    }

    /// Returns the path with all its slashes; not cached, because it is rarely needed.
    func fullPath(_ way: Way, _ work: inout MatchingWork) -> [UInt8] { way.ready(path, &work) }

    /// Returns the path without trailing slashes.
    mutating func path(_ way: Way, _ work: inout MatchingWork) -> [UInt8] {
        if let path = ready[way.index].path { return path }
        let made = PathPattern.trimmed(way.ready(path, &work))
        ready[way.index].path = made
        return made
    }

    mutating func query(_ way: Way, _ work: inout MatchingWork) -> [UInt8] {
        if query.isEmpty { return query }
        if let query = ready[way.index].query { return query }
        let made = way.ready(query, &work)
        ready[way.index].query = made
        return made
    }

    mutating func fragment(_ way: Way, _ work: inout MatchingWork) -> [UInt8] {
        if fragment.isEmpty { return fragment }
        if let fragment = ready[way.index].fragment { return fragment }
        let made = way.ready(fragment, &work)
        ready[way.index].fragment = made
        return made
    }

    mutating func items(_ way: Way, _ work: inout MatchingWork) -> QueryItems {
        if let items = ready[way.index].items { return items }
        work.spend(query.count / 2 + 1)
        let made = QueryItems(query, decodes: way.decodes, folds: way.folds)
        ready[way.index].items = made
        return made
    }
}
