public import Ground

/// Decides which links of a site belong to one app: the components of its entries in order, found over an index.
///
/// It says only what is decided and by which component; `MatchExplanation` says why. Deciding works on bytes and takes
/// memory in proportion to the URL.
public struct LinkMatcher: Sendable {
    /// The app's components in the order in which they are tried.
    public let components: [LinkComponent]
    private let index: CandidateIndex
    /// The numbers of components of which something is not known.
    private let doubtful: [Int]

    init(_ components: [LinkComponent]) {
        self.components = components
        index = CandidateIndex(components)
        doubtful = components.indices.filter { !components[$0].doubts.isEmpty }
    }

    /// Decides about a link; its scheme and host are not looked at.
    public func decide(_ url: LinkURL) -> LinkVerdict {
        var texts = LinkTexts(url)
        var steps = 0
        return decide(&texts, &steps)
    }

    /// Decides about a link given as bytes, without making texts of its parts.
    public func decide(_ bytes: [UInt8]) throws(Malformed) -> LinkVerdict {
        var steps = 0
        return try decide(bytes, steps: &steps)
    }

    /// The same, with the number of steps that it took added to `steps`.
    public func decide(_ bytes: [UInt8], steps: inout Int) throws(Malformed) -> LinkVerdict {
        var texts = LinkTexts(bytes, try URLParts(bytes))
        return decide(&texts, &steps)
    }

    /// The component that decides, nil when none does, and those in doubt that stand at or before it in order.
    func decideWithDoubts(_ url: LinkURL) -> (deciding: LinkComponent?, inDoubt: [LinkComponent]) {
        var texts = LinkTexts(url)
        var steps = 0
        let number = decidingNumber(&texts, &steps)
        let inDoubt = doubtful.prefix { $0 <= number ?? Int.max }.map { components[$0] }
        return (number.map { components[$0] }, inDoubt)
    }

    /// How many steps one byte of a URL can cost, all components taken together.
    public var size: Int {
        components.reduce(1) { $0 + 2 * $1.path.size + $1.query.size + $1.fragment.size }
    }

    private func decide(_ texts: inout LinkTexts, _ steps: inout Int) -> LinkVerdict {
        guard let number = decidingNumber(&texts, &steps) else { return .noMatch }
        let place = components[number].place
        return components[number].excludes ? .exclude(place) : .match(place)
    }

    private func decidingNumber(_ texts: inout LinkTexts, _ steps: inout Int) -> Int? {
        var heads = index.heads(for: &texts, &steps)
        // Chains are in ascending order, so the smallest head is the next component in the file's order.
        while let slot = heads.indices.min(by: { heads[$0] < heads[$1] }) {
            let number = Int(heads[slot])
            if components[number].matches(&texts, &steps) { return number }
            let next = index.next[number]
            if next >= 0 { heads[slot] = next } else { heads.remove(at: slot) }
        }
        return nil
    }
}

extension LinkComponent {
    /// How the component compares.
    var way: LinkTexts.Way { LinkTexts.Way(folds: !caseSensitive, decodes: !percentEncoded) }

    fileprivate func matches(_ texts: inout LinkTexts, _ steps: inout Int) -> Bool {
        guard path.covers(texts.path(way), &steps) else { return false }
        return matchesQuery(&texts, &steps) && matchesFragment(&texts, &steps)
    }

    func matchesQuery(_ texts: inout LinkTexts, _ steps: inout Int) -> Bool {
        switch query {
        case .void: return true
        case .text(let pattern):
            if case .any = pattern.shape { return true }
            let text = texts.query(way)
            return pattern.matches(text, from: 0, to: text.count, &steps)
        case .items(let rules):
            let items = texts.items(way)
            for rule in rules where !items.satisfy(rule, &steps) { return false }
            return true
        }
    }

    func matchesFragment(_ texts: inout LinkTexts, _ steps: inout Int) -> Bool {
        if case .any = fragment.shape { return true }
        let text = texts.fragment(way)
        return fragment.matches(text, from: 0, to: text.count, &steps)
    }
}
