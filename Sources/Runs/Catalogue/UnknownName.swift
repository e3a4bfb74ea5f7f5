import Ground

/// An unknown name, with the names that were probably meant.
public struct UnknownName: Error, CustomStringConvertible {
    public let kind: String
    public let name: String
    public let known: [String]
    /// The number of things that the listing shows, not counting aliases.
    private let listed: Int
    public let near: [String]
    /// The command that lists all names, if there are too many for a message.
    public let listing: String?
    /// A message to use instead of suggesting names.
    public let explanation: String?

    public init(
        kind: String, name: String, known: [String], near: [String]? = nil, listedBy listing: String? = nil,
        of listed: Int? = nil, explained explanation: String? = nil
    ) {
        self.kind = kind
        self.name = name
        self.known = known
        self.listed = listed ?? known.count
        self.near = near ?? nearMisses(of: name, in: known)
        self.listing = listing
        self.explanation = explanation
    }

    public var description: String {
        "there is no \(kind) '\(name.escapedForDisplay)'; \(offered)"
    }

    private var offered: String {
        if let explanation { return explanation.escapedForDisplay }
        let all = listing.map { "'\($0)' shows all \(listed)" }
        if near.isEmpty { return all ?? "there are: \(known.joined(separator: ", "))".escapedForDisplay }
        let meant = "did you mean \(near.joined(separator: " or "))?".escapedForDisplay
        return all.map { "\(meant) \($0)" } ?? meant
    }
}
