/// The parts of one URL as components compare them, made ready when they are first asked for.
struct LinkTexts {
    /// One way of comparing: with or without case, encoded or decoded.
    struct Way: Hashable, Sendable {
        let folds: Bool
        let decodes: Bool

        static let all = [false, true].flatMap { decodes in [false, true].map { Way(folds: $0, decodes: decodes) } }

        /// Its place in `all`.
        var index: Int { (folds ? 1 : 0) + (decodes ? 2 : 0) }

        /// The same without folding.
        var unfolded: Way { Way(folds: false, decodes: decodes) }

        func ready(_ text: [UInt8], _ work: inout MatchingWork) -> [UInt8] {
            work.spend(text.count / 4 + 1)
            let plain = decodes ? PercentDecoding.decoded(text) : text
            return folds ? CaseFolding.folded(plain) : plain
        }
    }

    /// Which of the texts that patterns are matched with.
    enum Part: Int {
        case path = 1
        case query
        case fragment
        case items
    }

    /// Names a text for `MatchingWork`; never 0.
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
    private var ready = [Ready](repeating: Ready(), count: Way.all.count)

    init(_ url: LinkURL) {
        path = Array(url.path.utf8)
        query = Array((url.query ?? "").utf8)
        fragment = Array((url.fragment ?? "").utf8)
    }

    init(_ bytes: [UInt8], _ parts: URLParts) {
        path = Array(bytes[parts.path])
        query = parts.query.map { Array(bytes[$0]) } ?? []
        fragment = parts.fragment.map { Array(bytes[$0]) } ?? []
    }

    /// The path with all its slashes; not kept, for explanations only.
    func fullPath(_ way: Way, _ work: inout MatchingWork) -> [UInt8] { way.ready(path, &work) }

    /// The path without slashes at its end.
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
