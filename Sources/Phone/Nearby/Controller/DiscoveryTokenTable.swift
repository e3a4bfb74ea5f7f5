import Ground

/// Whose discovery token is whose: objects are told apart by their tokens, as an app tells them.
struct DiscoveryTokenTable: Sendable {
    private var entries: [(name: AccessoryName, token: DiscoveryToken)] = []

    /// Keeps the token with the name, in place of the one that it had.
    mutating func keep(_ token: DiscoveryToken, for name: AccessoryName) {
        forget(name)
        entries.append((name, token))
    }

    mutating func forget(_ name: AccessoryName) { entries.removeAll { $0.name == name } }

    /// Those that have this token: more than one where accessories cannot be told apart.
    func names(of token: DiscoveryToken) -> [AccessoryName] { entries.filter { $0.token == token }.map(\.name) }
}
