public import Ground

/// Decides which links of a site belong to one app: tries the components of its entries in order, using an index.
///
/// It reports only the decision and the deciding component; `MatchExplanation` gives the reasons. Matching operates
/// on bytes and takes memory proportional to the URL; a link that takes too much work remains undecided.
public struct LinkMatcher: Sendable {
    /// The app's components in the order of evaluation.
    public let components: [LinkComponent]
    private let index: CandidateIndex

    init(_ components: [LinkComponent]) {
        self.components = components
        index = CandidateIndex(components)
    }

    /// Decides about a link; its scheme and host are ignored.
    public func decide(_ url: LinkURL) -> LinkVerdict {
        var texts = LinkTexts(url)
        var work = MatchingWork()
        return decide(&texts, &work)
    }

    /// Decides about a link given as bytes, without creating strings for its parts.
    public func decide(_ bytes: [UInt8]) throws(Malformed) -> LinkVerdict {
        var steps = 0
        return try decide(bytes, steps: &steps)
    }

    /// Decides about a link and adds the number of steps to `steps`.
    public func decide(_ bytes: [UInt8], steps: inout Int) throws(Malformed) -> LinkVerdict {
        var texts = LinkTexts(bytes, try URLParts(bytes))
        var work = MatchingWork()
        defer { steps += work.steps }
        return decide(&texts, &work)
    }

    /// The maximum number of steps per byte of a URL, over all components.
    public var size: Int {
        components.reduce(32) { $0 + 2 * $1.path.size + $1.query.size + $1.fragment.size }
    }

    private func decide(_ texts: inout LinkTexts, _ work: inout MatchingWork) -> LinkVerdict {
        var candidates = index.candidates(for: &texts, &work)
        while let number = candidates.popFirst(&work) {
            let isMatch = components[number].matches(&texts, &work)
            if work.isExhausted { return .undecided }
            guard isMatch else { continue }
            let place = components[number].place
            return components[number].excludes ? .exclude(place) : .match(place)
        }
        return work.isExhausted ? .undecided : .noMatch
    }
}

extension LinkComponent {
    /// The component's way of comparing.
    var way: LinkTexts.Way { LinkTexts.Way(folds: !caseSensitive, decodes: !percentEncoded) }

    func matches(_ texts: inout LinkTexts, _ work: inout MatchingWork) -> Bool {
        matchesPath(&texts, &work) && matchesQuery(&texts, &work) && matchesFragment(&texts, &work)
    }

    func matchesPath(_ texts: inout LinkTexts, _ work: inout MatchingWork) -> Bool {
        let text = texts.path(way, &work)
        work.text = LinkTexts.key(.path, way)
        return path.covers(text, &work)
    }

    func matchesQuery(_ texts: inout LinkTexts, _ work: inout MatchingWork) -> Bool {
        switch query {
        case .void: return true
        case .text(let pattern):
            if case .any = pattern.shape { return true }
            let text = texts.query(way, &work)
            work.text = LinkTexts.key(.query, way)
            return pattern.matches(text, from: 0, to: text.count, &work)
        case .items(let rules):
            let items = texts.items(way, &work)
            work.text = LinkTexts.key(.items, way)
            for rule in rules where !items.satisfy(rule, &work) { return false }
            return true
        }
    }

    func matchesFragment(_ texts: inout LinkTexts, _ work: inout MatchingWork) -> Bool {
        if case .any = fragment.shape { return true }
        let text = texts.fragment(way, &work)
        work.text = LinkTexts.key(.fragment, way)
        return fragment.matches(text, from: 0, to: text.count, &work)
    }
}
