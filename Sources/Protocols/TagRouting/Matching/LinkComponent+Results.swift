import Ground

/// The slow evaluation of a component, with a reason for every part.
extension LinkComponent {
    private typealias Result = MatchExplanation.PartResult

    func results(_ texts: inout LinkTexts, _ work: inout MatchingWork) -> [MatchExplanation.PartResult] {
        [pathResult(&texts, &work), queryResult(&texts, &work), fragmentResult(&texts, &work)]
    }

    private func pathResult(_ texts: inout LinkTexts, _ work: inout MatchingWork) -> Result {
        let full = texts.fullPath(way, &work)
        let shown = Self.shown(full.isEmpty ? texts.path(way, &work) : full)
        let pattern = "\(Self.quoted(path.whole.text))\(Self.words(origins.path))"
        let remark: String
        switch path.coverage(&texts, way, &work) {
        case .asWritten: remark = ""
        case .withoutSlashes: remark = ", for slashes at the ends do not count (U11, inferred)"
        case .withoutLastSegment: remark = ", which ends before the last segment (U11, inferred)"
        case .withoutLastSegmentAndSlashes:
            remark = ", which ends before the last segment and its slash (U12, unverified)"
        case nil:
            let hint = hint(&texts, &work)
            return Result(part: .path, matches: false, reason: "\(pattern) does not cover \(shown)\(hint)")
        }
        return Result(part: .path, matches: true, reason: "\(pattern) covers \(shown)\(remark)")
    }

    private func queryResult(_ texts: inout LinkTexts, _ work: inout MatchingWork) -> Result {
        let matches = matchesQuery(&texts, &work)
        let origin = Self.words(origins.query)
        switch query {
        case .void:
            return Result(part: .query, matches: true, reason: "the dictionary\(origin) is void and asks nothing")
        case .text(let pattern):
            let text = texts.query(way, &work)
            let verb = matches ? "covers" : "does not cover"
            return Result(
                part: .query, matches: matches,
                reason: "\(Self.quoted(pattern.text))\(origin) \(verb) \(Self.shown(text))")
        case .items(let rules):
            let items = texts.items(way, &work)
            work.text = LinkTexts.key(.items, way)
            let named = rules.prefix(Self.mostItems).map { Self.reason($0, items, &work) }
            let reasons = named + (rules.count > named.count ? ["\(rules.count - named.count) more items"] : [])
            let shown = rules.isEmpty ? "an empty dictionary asks nothing" : reasons.joined(separator: ", ")
            return Result(part: .query, matches: matches, reason: shown + origin)
        }
    }

    /// The maximum number of explained items of a dictionary.
    private static let mostItems = 20

    private static func reason(
        _ rule: QueryItemRule, _ items: QueryItems, _ work: inout MatchingWork
    ) -> String {
        let name = "item \(rule.name.shown())"
        let values = items.values(of: rule.wanted, &work)
        let wrong = values.first {
            !rule.pattern.matches(items.bytes, from: $0.lowerBound, to: $0.upperBound, &work)
        }
        let absent = items.count(of: rule.wanted, &work) > 0 ? "" : " (absent, so empty)"
        guard let wrong else {
            let all =
                values.count == 1 ? "\(shown(Array(items.bytes[values[0]])))\(absent)" : "all \(values.count) values"
            return "\(name): \(quoted(rule.pattern.text)) covers \(all)"
        }
        return "\(name): \(quoted(rule.pattern.text)) does not cover \(shown(Array(items.bytes[wrong])))\(absent)"
    }

    private func fragmentResult(_ texts: inout LinkTexts, _ work: inout MatchingWork) -> Result {
        let matches = matchesFragment(&texts, &work)
        let verb = matches ? "covers" : "does not cover"
        let pattern = "\(Self.quoted(fragment.text))\(Self.words(origins.fragment))"
        return Result(
            part: .fragment, matches: matches, reason: "\(pattern) \(verb) \(Self.shown(texts.fragment(way, &work)))")
    }

    /// Returns a remark if the path would match after percent-decoding or ignoring case.
    private func hint(_ texts: inout LinkTexts, _ work: inout MatchingWork) -> String {
        let decoded = LinkTexts.Way(folds: way.folds, decodes: true)
        if percentEncoded {
            let text = texts.path(decoded, &work)
            work.text = LinkTexts.key(.path, decoded)
            if path.covers(text, &work) { return "; it would with percentEncoded false" }
        }
        guard caseSensitive else { return "" }
        work.spend(path.whole.text.utf8.count)
        let folded = PathPattern(path.whole.text, variables: .predefined, folds: true)
        let way = LinkTexts.Way(folds: true, decodes: way.decodes)
        let text = texts.path(way, &work)
        work.text = LinkTexts.key(.path, way)
        return folded.covers(text, &work) ? "; it would with caseSensitive false" : ""
    }

    private static func words(_ origin: SettingOrigin) -> String {
        switch origin {
        case .component: ""
        case .entryDefaults: " (from the entry's defaults)"
        case .fileDefaults: " (from the file's defaults)"
        case .builtIn: " (nothing written)"
        }
    }

    private static func quoted(_ text: String) -> String { "\"\(text.shown(200))\"" }

    private static func shown(_ bytes: [UInt8]) -> String {
        guard !bytes.isEmpty else { return "nothing" }
        return String(strictUTF8: bytes).map { quoted($0) } ?? "the bytes \(bytes.prefix(100).hex)"
    }
}
