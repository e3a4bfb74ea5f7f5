import Ground

/// The state of an app as its user sees it.
enum AppState: Hashable, Sendable {
    case notRunning
    case background
    case foreground
}

/// The apps of the phone. At most one is in the foreground; the first one holds the sessions.
struct AppStates: Sendable {
    private struct App: Sendable {
        let identifier: String?
        var state: AppState
    }

    private var apps: [App]

    /// Creates the apps, the first in the foreground and the others not running; without identifiers, one nameless
    /// app.
    init(_ identifiers: [String]) {
        let names: [String?] = identifiers.isEmpty ? [nil] : identifiers
        apps = names.enumerated().map { App(identifier: $1, state: $0 == 0 ? .foreground : .notRunning) }
    }

    /// The state of the app that holds the sessions.
    var owner: AppState { apps[0].state }

    /// Brings this app to the foreground, launching it if it is not running. Any other name is a system app.
    mutating func show(_ identifier: String?) {
        leaveForeground()
        if let index = apps.firstIndex(where: { $0.identifier != nil && $0.identifier == identifier }) {
            apps[index].state = .foreground
        }
    }

    /// Brings the app that holds the sessions to the foreground, launching it if it is not running.
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
