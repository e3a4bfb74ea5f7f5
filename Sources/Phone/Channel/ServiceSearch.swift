import Ground
import Links

/// The search for an accessory's service, which explains why no connection was opened in time.
struct ServiceSearch: Sendable {
    /// The most names that are kept, and the most that are printed.
    private static let mostNames = 64
    private static let mostTold = 8

    private var wanted: (type: String, name: String?)?
    private var found: [String] = []
    private var addresses: [String] = []

    mutating func note(_ notice: ServiceNotice) {
        switch notice {
        case .searched(let type, let name): (wanted, found, addresses) = ((type, name), [], [])
        case .found(let name):
            if found.count < Self.mostNames, !found.contains(name) { found.append(name) }
        case .vanished(let name): found.removeAll { $0 == name }
        case .resolved(_, let addresses): self.addresses = addresses
        case .unresolved: break
        }
    }

    /// Returns the reason why there was no connection within a limit, as a clause.
    func reason(within limit: Lapse) -> String {
        guard let wanted else { return "no answer within \(limit)" }
        guard addresses.isEmpty else { return "no answer from \(addresses.joined(separator: ", ")) within \(limit)" }
        let isFound = wanted.name.map { found.contains($0) } ?? !found.isEmpty
        if isFound { return "its service was found and could not be resolved within \(limit)" }
        let what = wanted.name.map { "service named \"\($0.shown())\" of type" } ?? "service of type"
        let others = found.prefix(Self.mostTold).map { "\"\($0.shown())\"" }.joined(separator: ", ")
        let more = found.count > Self.mostTold ? " and \(found.count - Self.mostTold) more" : ""
        return "no \(what) \(wanted.type.escapedForDisplay) was found within \(limit); "
            + (found.isEmpty ? "no other of that type was found" : "found were \(others)\(more)")
    }
}
