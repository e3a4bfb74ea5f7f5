import Evidence
import Ground
import JSON

/// A difference between two JSON documents: the stated value and the value found instead.
struct JSONDifference: Equatable {
    /// A path such as `scenarios[walk].failures`; an array item is identified by its name or ordinal, otherwise by its
    /// index.
    let path: String
    let told: JSONValue?
    let found: JSONValue?

    /// The rest of a sentence that begins with the path.
    var sentence: String { "says \(Self.words(told)), but the evidence gives \(Self.words(found))" }

    private static func words(_ value: JSONValue?) -> String {
        switch value {
        case nil, .null?: "nothing"
        case .text(let text)?: "'\(text.shown(200))'"
        case .number(let text)?: text.shown(40)
        case .bool(let flag)?: "\(flag)"
        case .list(let items)?: counted(items.count, "item")
        case .object?: "something"
        }
    }

    /// Compares two values recursively, except for fields with the given names.
    static func look(
        _ told: JSONValue?, _ found: JSONValue?, at path: String = "", leavingOut names: Set<String>, atMost most: Int,
        into all: inout [JSONDifference]
    ) {
        guard all.count < most else { return }
        switch (told, found) {
        case (.object(let one)?, .object(let other)?):
            for name in Set(one.keys).union(other.keys).sorted() where !names.contains(name) {
                look(
                    one[name], other[name], at: path.isEmpty ? name : "\(path).\(name)", leavingOut: names,
                    atMost: most, into: &all)
            }
        case (.list(let one)?, .list(let other)?):
            for (label, told, found) in pairs(one, other) {
                look(told, found, at: "\(path)[\(label)]", leavingOut: names, atMost: most, into: &all)
            }
        case (.number(let one)?, .number(let other)?):
            guard one != other, !areClose(one, other, within: path.hasSuffix("llr") ? 2e-6 : 2e-9) else { return }
            all.append(JSONDifference(path: path, told: told, found: found))
        default:
            if told != found { all.append(JSONDifference(path: path, told: told, found: found)) }
        }
    }

    /// Returns the items of two arrays in pairs: by name or ordinal if all items have distinct ones, so that a missing
    /// item does not shift the others, and otherwise by index.
    private static func pairs(
        _ told: [JSONValue], _ found: [JSONValue]
    ) -> [(label: String, told: JSONValue?, found: JSONValue?)] {
        let (one, other) = (told.compactMap(name), found.compactMap(name))
        guard one.count == told.count, other.count == found.count, Set(one).count == one.count,
            Set(other).count == other.count
        else {
            return (0..<max(told.count, found.count)).map { place in
                let sides = (place < told.count ? told[place] : nil, place < found.count ? found[place] : nil)
                return (name(of: sides.1 ?? sides.0) ?? "\(place)", sides.0, sides.1)
            }
        }
        let places = Dictionary(uniqueKeysWithValues: other.enumerated().map { ($1, $0) })
        let known = Set(one)
        return zip(one, told).map { name, item in (name, item, places[name].map { found[$0] }) }
            + zip(other, found).filter { !known.contains($0.0) }.map { ($0.0, nil, $0.1) }
    }

    private static func name(of item: JSONValue?) -> String? {
        if case .text(let name)? = item?["name"] { return name.shown(80) }
        if case .number(let ordinal)? = item?["ordinal"] { return ordinal }
        return nil
    }

    /// Returns whether two numbers are equal within a tolerance: two machines' logarithms may differ in the last
    /// places, but integers may not.
    private static func areClose(_ one: String, _ other: String, within most: Double) -> Bool {
        guard Int64(one) == nil || Int64(other) == nil, let one = Double(one), let other = Double(other) else {
            return false
        }
        return abs(one - other) <= most
    }
}
