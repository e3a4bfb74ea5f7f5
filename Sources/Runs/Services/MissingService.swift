import Ground

/// A service on the network that was looked for and not found, with those of its type that were.
struct MissingService: Hashable {
    /// The most names that are kept and printed.
    static let mostOthers = 8

    let type: String
    /// Nil for any name.
    let name: String?
    private(set) var others: [String] = []

    init(_ type: String, name: String?) { (self.type, self.name) = (type, name) }

    /// Notes another service of the type.
    mutating func note(_ other: String) {
        if others.count < Self.mostOthers, !others.contains(other) { others.append(other) }
    }

    /// Forgets a service that is gone.
    mutating func forget(_ other: String) { others.removeAll { $0 == other } }

    var words: String {
        let what = name.map { "service named \"\($0.shown())\" of type" } ?? "service of type"
        let found = others.map { "\"\($0.shown())\"" }.joined(separator: ", ")
        return "no \(what) \(type) was found"
            + (others.isEmpty ? name == nil ? "" : "; no other of that type was found" : "; found were \(found)")
    }
}
