import Ground

/// Common mistakes that do not change what a file means (nfc.md 5.3, lints).
extension AssociationReading {
    /// The number of steps the search for unreachable components may take.
    static let unreachableBudget = 2_000_000

    /// Adds hints about a path, either an element of the older `paths` or the path of a component.
    mutating func hint(atPath text: String, inComponent: Bool, _ field: String, at offset: Int) {
        let bytes = Array(text.utf8)
        if let mark = bytes.firstIndex(of: UInt8(ascii: "?")), bytes[mark...].contains(UInt8(ascii: "=")) {
            add(
                .warning, field, "a path never sees the query of a link",
                "the ? matches one character of the path", at: offset)
        }
        if bytes.contains(UInt8(ascii: "#")) {
            add(.warning, field, "a path never sees the fragment of a link", "no link matches it", at: offset)
        }
        guard bytes.count > 3, bytes.prefix(3).map(ASCII.lower).elementsEqual("not".utf8) else { return }
        let (isExclusion, next) = (bytes.starts(with: "NOT ".utf8), bytes[3])
        if inComponent {
            guard isExclusion else { return }
            add(
                .warning, field, "NOT belongs to paths; write \"exclude\": true in a component",
                "nothing is excluded by it", at: offset)
        } else if !isExclusion, next == UInt8(ascii: "/") || next == UInt8(ascii: " ") {
            add(.warning, field, "NOT excludes only with a space behind it", "nothing is excluded by it", at: offset)
        } else if isExclusion, bytes.dropFirst(4).first == UInt8(ascii: " ") {
            add(.warning, field, "more than one space follows NOT", "nothing is excluded by it", at: offset)
        }
    }

    /// Adds hints about components that no link reaches because an earlier one matches all of their links.
    mutating func hintAtUnreachable() {
        var earlier = EarlierComponents(entries)
        for (number, entry) in entries.enumerated() where !entry.applications.isEmpty {
            for component in entry.components {
                let covering = earlier.first(covering: component, of: number)
                guard earlier.steps < Self.unreachableBudget else {
                    return add(
                        .note, "applinks.details", "there are too many components to find all unreachable ones", nil,
                        at: component.position.offset)
                }
                earlier.add(component, of: number)
                guard let covering else { continue }
                let kind = entry.form == .paths ? "paths" : "components"
                add(
                    .warning, "applinks.details[\(entry.index)].\(kind)[\(component.place.component)]",
                    "no link reaches it: \(covering.place) (line \(covering.position.line)) matches them all first",
                    component.excludes ? "it excludes nothing" : "it has no effect", at: component.position.offset)
            }
        }
    }
}

/// The components before another one, indexed by the prefix that their path covers, or by its whole text.
private struct EarlierComponents {
    private typealias Earlier = (number: Int, component: LinkComponent)

    private let applications: [Set<[UInt8]>]
    private var byPrefix: [[UInt8]: [Earlier]] = [:]
    private var byText: [[UInt8]: [Earlier]] = [:]
    private var lengths: Set<Int> = []
    private(set) var steps = 0

    init(_ entries: [AssociationEntry]) { applications = entries.map { Set($0.applications.map { Array($0.utf8) }) } }

    mutating func add(_ component: LinkComponent, of number: Int) {
        let path = component.path.whole
        if let prefix = path.coveredPrefix {
            lengths.insert(prefix.count)
            byPrefix[prefix, default: []].append((number, component))
        } else {
            byText[Array(path.text.utf8), default: []].append((number, component))
        }
    }

    /// Returns a component that matches every link of another one, for all of its apps, or nil if none is known to.
    mutating func first(covering other: LinkComponent, of number: Int) -> LinkComponent? {
        let letters = other.path.whole.beginning
        for length in lengths.sorted() where length <= letters.count {
            steps += length
            let candidates = byPrefix[Array(letters.prefix(length))] ?? []
            if let found = first(of: candidates, covering: other, of: number) { return found }
        }
        return first(of: byText[Array(other.path.whole.text.utf8)] ?? [], covering: other, of: number)
    }

    private mutating func first(
        of candidates: [Earlier], covering other: LinkComponent, of number: Int
    ) -> LinkComponent? {
        for candidate in candidates {
            steps += 1
            guard steps < AssociationReading.unreachableBudget else { return nil }
            guard candidate.component.coversAll(of: other, &steps) else { continue }
            steps += candidate.number == number ? 0 : applications[number].count
            let isForAll =
                candidate.number == number || applications[candidate.number].isSuperset(of: applications[number])
            if isForAll { return candidate.component }
        }
        return nil
    }
}

extension LinkComponent {
    /// Returns whether this certainly matches every link that the other component matches.
    fileprivate func coversAll(of other: LinkComponent, _ steps: inout Int) -> Bool {
        steps += 1
        let comparesAlike = caseSensitive == other.caseSensitive && percentEncoded == other.percentEncoded
        return path.whole.coversAll(of: other.path.whole, alike: comparesAlike, isPath: true, &steps)
            && query.coversAll(of: other.query, alike: comparesAlike, &steps)
            && fragment.coversAll(of: other.fragment, alike: comparesAlike, isPath: false, &steps)
    }
}

extension QueryRule {
    fileprivate func coversAll(of other: QueryRule, alike: Bool, _ steps: inout Int) -> Bool {
        switch (self, other) {
        case (.void, _): true
        case (.text(let one), .text(let two)): one.coversAll(of: two, alike: alike, isPath: false, &steps)
        case (.text(let one), .items), (.text(let one), .void): one.isAny
        case (.items(let one), .items(let two)):
            alike
                && one.allSatisfy { rule in
                    // A missing item counts as empty.
                    if rule.pattern.isAny { return true }
                    return two.contains { other in
                        steps += 1
                        return rule.wanted == other.wanted
                            && rule.pattern.coversAll(of: other.pattern, alike: alike, isPath: false, &steps)
                    }
                }
        case (.items(let one), .text), (.items(let one), .void): one.allSatisfy(\.pattern.isAny)
        }
    }
}

extension URLPattern {
    fileprivate var isAny: Bool { if case .any = shape { true } else { false } }

    /// The literal bytes with which it begins.
    fileprivate var beginning: [UInt8] {
        var letters: [UInt8] = []
        for case .byte(let letter) in tokens.prefix(while: { if case .byte = $0 { true } else { false } }) {
            letters.append(letter)
        }
        return letters
    }

    /// The prefix of every path it covers if it covers all paths with that prefix; nil for other patterns.
    fileprivate var coveredPrefix: [UInt8]? {
        switch shape {
        case .any: []
        case .prefix(let letters): letters == [UInt8(ascii: "/")] ? [] : letters
        case .never, .exact, .runs, .general: nil
        }
    }

    /// Returns whether it covers every text that the other pattern covers. Recognises equal patterns and prefixes
    /// only.
    fileprivate func coversAll(of other: URLPattern, alike: Bool, isPath: Bool, _ steps: inout Int) -> Bool {
        switch shape {
        case .any: return true
        case .never: return false
        // Every path begins with a slash.
        case .prefix(let letters) where isPath && letters == [UInt8(ascii: "/")]: return true
        case .prefix(let letters):
            steps += letters.count
            guard alike, other.tokens.count >= letters.count else { return false }
            return zip(letters, other.tokens).allSatisfy { letter, token in
                if case .byte(letter) = token { true } else { false }
            }
        case .exact, .runs, .general:
            steps += text.utf8.count
            return alike && text.utf8.elementsEqual(other.text.utf8)
        }
    }
}
