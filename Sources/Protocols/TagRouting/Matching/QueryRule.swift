/// A component's condition on a URL's query (nfc.md 5.4, step 4).
public enum QueryRule: Sendable {
    /// The pattern covers everything after the `?`, which is empty without a query.
    case text(URLPattern)
    /// Every value of every named item matches its pattern; an absent item counts as one empty value.
    case items([QueryItemRule])
    /// A dictionary with a value that is not a string, which imposes no condition at all.
    case void

    /// The maximum number of steps per byte of a query.
    public var size: Int {
        switch self {
        case .text(let pattern): pattern.size
        case .items(let rules): rules.reduce(1) { $0 + $1.pattern.size + 1 }
        case .void: 1
        }
    }
}

/// A component's condition on one item of the query.
public struct QueryItemRule: Sendable {
    /// The name as written in the file.
    public let name: String
    public let pattern: URLPattern
    /// The name in the form for comparison, folded if case is ignored.
    let wanted: [UInt8]

    init(_ name: String, _ pattern: URLPattern, folds: Bool) {
        self.name = name
        self.pattern = pattern
        wanted = folds ? CaseFolding.folded(Array(name.utf8)) : Array(name.utf8)
    }
}

/// The items of a query, split at `&` and at the first `=`.
struct QueryItems {
    let bytes: [UInt8]
    let items: [(name: Range<Int>, value: Range<Int>)]

    /// Creates the items in the form for comparison; decoding follows splitting, so that an encoded `&` does not
    /// split.
    init(_ query: [UInt8], decodes: Bool, folds: Bool) {
        var bytes: [UInt8] = []
        var items: [(name: Range<Int>, value: Range<Int>)] = []
        for item in query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true) {
            let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            var ranges: [Range<Int>] = []
            for part in [item[..<equals], item[equals...].dropFirst()] {
                var ready = Array(part)
                if decodes { ready = PercentDecoding.decoded(ready) }
                if folds { ready = CaseFolding.folded(ready) }
                ranges.append(bytes.count..<bytes.count + ready.count)
                bytes += ready
                // Keeps the end of one text and the beginning of the next from forming one character.
                bytes.append(UInt8(ascii: "&"))
            }
            items.append((ranges[0], ranges[1]))
        }
        (self.bytes, self.items) = (bytes, items)
    }

    /// Returns the values of all items with that name; one empty value if there is none.
    func values(of name: [UInt8], _ work: inout MatchingWork) -> [Range<Int>] {
        let values = items.filter { isNamed($0.name, name, &work) }.map(\.value)
        return values.isEmpty ? [0..<0] : values
    }

    /// Returns whether the items satisfy a rule.
    func satisfy(_ rule: QueryItemRule, _ work: inout MatchingWork) -> Bool {
        var isNamed = false
        for item in items where self.isNamed(item.name, rule.wanted, &work) {
            isNamed = true
            guard rule.pattern.matches(bytes, from: item.value.lowerBound, to: item.value.upperBound, &work) else {
                return false
            }
        }
        return isNamed || rule.pattern.matches(bytes, from: 0, to: 0, &work)
    }

    /// Returns the number of items with that name.
    func count(of name: [UInt8], _ work: inout MatchingWork) -> Int {
        items.count { isNamed($0.name, name, &work) }
    }

    /// Returns whether an item matches the rule's name only because case is ignored; `plain` has the unfolded items.
    func hasFolded(_ rule: QueryItemRule, _ plain: QueryItems, _ work: inout MatchingWork) -> Bool {
        let written = Array(rule.name.utf8)
        return zip(items, plain.items).contains { item, unfolded in
            isNamed(item.name, rule.wanted, &work) && !plain.isNamed(unfolded.name, written, &work)
        }
    }

    private func isNamed(_ range: Range<Int>, _ name: [UInt8], _ work: inout MatchingWork) -> Bool {
        work.spend()
        guard range.count == name.count else { return false }
        work.spend(name.count / 8)
        return bytes[range].elementsEqual(name)
    }
}
