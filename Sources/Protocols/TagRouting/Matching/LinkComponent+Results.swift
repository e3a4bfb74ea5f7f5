import Ground

/// The slow way through one component, with a reason for every part.
extension LinkComponent {
    private typealias Result = MatchExplanation.PartResult

    func results(_ texts: inout LinkTexts) -> [MatchExplanation.PartResult] {
        [pathResult(&texts), queryResult(&texts), fragmentResult(&texts)]
    }

    /// What is in doubt about this component when it decides about this link: what Apple's tool alone shows.
    func doubts(about texts: inout LinkTexts) -> [Doubt] {
        var doubts: [Doubt] = []
        switch path.coverage(of: texts.fullPath(way)) {
        case .withoutSlashes:
            doubts.append(
                Doubt(rule: .u11, meaning: "its path covers the link only because slashes at the ends do not count"))
        case .withoutLastSegment:
            doubts.append(Doubt(rule: .u11, meaning: "its path covers the link without its last segment only"))
        case .asWritten, nil: break
        }
        guard case .items(let rules) = query else { return doubts }
        let items = texts.items(way)
        for rule in rules {
            let name = rule.name.shown()
            switch items.count(of: rule.wanted) {
            case 0: doubts.append(Doubt(rule: .u11, meaning: "the query has no item \(name), which counts as empty"))
            case 1: break
            default: doubts.append(Doubt(rule: .u11, meaning: "of the items \(name) in the query every one must match"))
            }
        }
        return doubts
    }

    private func pathResult(_ texts: inout LinkTexts) -> Result {
        let full = texts.fullPath(way)
        let shown = Self.shown(full.isEmpty ? texts.path(way) : full)
        let pattern = "\(Self.quoted(path.whole.text))\(Self.words(origins.path))"
        let remark: String
        switch path.coverage(of: full) {
        case .asWritten: remark = ""
        case .withoutSlashes: remark = ", for slashes at the ends do not count (U11, inferred)"
        case .withoutLastSegment: remark = ", which ends before the last segment (U11, inferred)"
        case nil:
            return Result(part: .path, matches: false, reason: "\(pattern) does not cover \(shown)\(hint(&texts))")
        }
        return Result(part: .path, matches: true, reason: "\(pattern) covers \(shown)\(remark)")
    }

    private func queryResult(_ texts: inout LinkTexts) -> Result {
        var steps = 0
        let matches = matchesQuery(&texts, &steps)
        let origin = Self.words(origins.query)
        switch query {
        case .void:
            return Result(part: .query, matches: true, reason: "the dictionary\(origin) is void and asks nothing")
        case .text(let pattern):
            let text = texts.query(way)
            let verb = matches ? "covers" : "does not cover"
            return Result(
                part: .query, matches: matches,
                reason: "\(Self.quoted(pattern.text))\(origin) \(verb) \(Self.shown(text))")
        case .items(let rules):
            let items = texts.items(way)
            let reasons = rules.map { Self.reason($0, items) }
            let shown = rules.isEmpty ? "an empty dictionary asks nothing" : reasons.joined(separator: ", ")
            return Result(part: .query, matches: matches, reason: shown + origin)
        }
    }

    private static func reason(_ rule: QueryItemRule, _ items: QueryItems) -> String {
        var steps = 0
        let name = "item \(rule.name.shown())"
        let values = items.values(of: rule.wanted, &steps)
        let wrong = values.first {
            !rule.pattern.matches(items.bytes, from: $0.lowerBound, to: $0.upperBound, &steps)
        }
        let absent = items.count(of: rule.wanted) > 0 ? "" : " (absent, so empty)"
        guard let wrong else {
            let all =
                values.count == 1 ? "\(shown(Array(items.bytes[values[0]])))\(absent)" : "all \(values.count) values"
            return "\(name): \(quoted(rule.pattern.text)) covers \(all)"
        }
        return "\(name): \(quoted(rule.pattern.text)) does not cover \(shown(Array(items.bytes[wrong])))\(absent)"
    }

    private func fragmentResult(_ texts: inout LinkTexts) -> Result {
        var steps = 0
        let matches = matchesFragment(&texts, &steps)
        let verb = matches ? "covers" : "does not cover"
        let pattern = "\(Self.quoted(fragment.text))\(Self.words(origins.fragment))"
        return Result(
            part: .fragment, matches: matches, reason: "\(pattern) \(verb) \(Self.shown(texts.fragment(way)))")
    }

    /// A remark when the path would match if percent-encoding were taken out, or if case did not count.
    private func hint(_ texts: inout LinkTexts) -> String {
        var steps = 0
        let decoded = LinkTexts.Way(folds: way.folds, decodes: true)
        if percentEncoded, path.covers(texts.path(decoded), &steps) {
            return "; it would with percentEncoded false"
        }
        guard caseSensitive else { return "" }
        let folded = PathPattern(path.whole.text, variables: .predefined, folds: true)
        let way = LinkTexts.Way(folds: true, decodes: way.decodes)
        return folded.covers(texts.path(way), &steps) ? "; it would with caseSensitive false" : ""
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

extension QueryItems {
    /// How many items have that name.
    fileprivate func count(of name: [UInt8]) -> Int {
        items.count { $0.name.count == name.count && bytes[$0.name].elementsEqual(name) }
    }
}
