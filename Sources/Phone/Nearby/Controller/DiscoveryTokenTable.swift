import Ground

/// The owners of discovery tokens. Objects are identified by their tokens, as in an app.
struct DiscoveryTokenTable: Sendable {
    private var entries: [(name: AccessoryName, token: DiscoveryToken)] = []

    /// Stores the token under the name, replacing any earlier one.
    mutating func keep(_ token: DiscoveryToken, for name: AccessoryName) {
        forget(name)
        entries.append((name, token))
    }

    mutating func forget(_ name: AccessoryName) { entries.removeAll { $0.name == name } }

    /// Returns the names with this token: several if accessories cannot be distinguished.
    func names(of token: DiscoveryToken) -> [AccessoryName] { entries.filter { $0.token == token }.map(\.name) }
}
