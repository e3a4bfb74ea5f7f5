import Ground

/// Whether an app runs, and whether its user sees it.
enum AppState: Hashable, Sendable {
    case notRunning
    case background
    case foreground
}

/// The apps of the phone. One at most is in the foreground; the first one holds the sessions.
struct AppStates: Sendable {
    private struct App: Sendable {
        let identifier: String?
        var state: AppState
    }

    private var apps: [App]

    /// The first of the apps is in the foreground, the others do not run. Without any there is one without a name.
    init(_ identifiers: [String]) {
        let names: [String?] = identifiers.isEmpty ? [nil] : identifiers
        apps = names.enumerated().map { App(identifier: $1, state: $0 == 0 ? .foreground : .notRunning) }
    }

    /// The state of the app that holds the sessions.
    var owner: AppState { apps[0].state }

    /// Brings this app to the foreground, and launches it if it does not run. Any other name is an app of the system.
    mutating func show(_ identifier: String?) {
        leaveForeground()
        if let index = apps.firstIndex(where: { $0.identifier != nil && $0.identifier == identifier }) {
            apps[index].state = .foreground
        }
    }

    /// Brings the app that holds the sessions to the foreground, and launches it if it does not run.
    mutating func showOwner() {
        leaveForeground()
        apps[0].state = .foreground
    }

    mutating func leaveForeground() {
        for index in apps.indices where apps[index].state == .foreground { apps[index].state = .background }
    }

    mutating func quitOwner() { apps[0].state = .notRunning }

    mutating func quitAll() {
        for index in apps.indices { apps[index].state = .notRunning }
    }
}
