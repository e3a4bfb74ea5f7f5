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
