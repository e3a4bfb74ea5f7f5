import Ground

/// The doubts about a component for one link.
extension LinkComponent {
    /// Whether the component's doubts depend on the link.
    var isConditional: Bool {
        if path.isDoubtful { return true }
        guard !caseSensitive, case .items(let rules) = query else { return false }
        return !rules.isEmpty
    }

    /// Returns the doubts about this component if it decides about this link: behaviour known only from Apple's tool,
    /// and undocumented behaviour.
    func doubts(deciding texts: inout LinkTexts, _ work: inout MatchingWork) -> [Ambiguity] {
        var doubts: [Ambiguity] = []
        switch path.coverage(&texts, way, &work) {
        case .withoutSlashes:
            doubts.append(
                Ambiguity(rule: .u11, meaning: "its path covers the link only because slashes at the ends do not count")
            )
        case .withoutLastSegment:
            doubts.append(Ambiguity(rule: .u11, meaning: "its path covers the link without its last segment only"))
        case .withoutLastSegmentAndSlashes:
            doubts.append(.notKnown("its path covers the link without its last segment and slashes only"))
        case .asWritten, nil: break
        }
        guard case .items(let rules) = query else { return doubts }
        let items = texts.items(way, &work)
        for rule in rules {
            let name = rule.name.shown()
            switch items.count(of: rule.wanted, &work) {
            case 0:
                doubts.append(Ambiguity(rule: .u11, meaning: "the query has no item \(name), which counts as empty"))
            case 1: break
            default:
                doubts.append(Ambiguity(rule: .u11, meaning: "of the items \(name) in the query every one must match"))
            }
        }
        return doubts + foldedNames(&texts, &work)
    }

    /// Returns the doubts about this component if it precedes the one that decides about this link.
    func doubts(passing texts: inout LinkTexts, _ work: inout MatchingWork) -> [Ambiguity] {
        guard matchesFragment(&texts, &work) else { return [] }
        if matchesPath(&texts, &work) { return foldedNames(&texts, &work) }
        guard path.mightCover(&texts, way, &work), matchesQuery(&texts, &work) else { return [] }
        return [.notKnown("its path may cover the link, for what slashes at its end mean together is not known")]
    }

    private func foldedNames(_ texts: inout LinkTexts, _ work: inout MatchingWork) -> [Ambiguity] {
        guard !caseSensitive, case .items(let rules) = query else { return [] }
        let items = texts.items(way, &work)
        let plain = texts.items(way.unfolded, &work)
        guard let rule = rules.first(where: { items.hasFolded($0, plain, &work) }) else { return [] }
        return [.notKnown("the item \(rule.name.shown()) is found in the query only because case does not count")]
    }
}
