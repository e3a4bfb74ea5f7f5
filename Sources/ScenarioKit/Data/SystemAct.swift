import Ground

/// An act of the user or the system on the whole phone.
public enum SystemAct: Codable, Hashable, Sendable {
    /// The app goes to the background.
    case background
    case foreground
    case lock
    case unlock
    /// The app is quit and relaunched.
    case relaunch
    /// The app is quit: it does not run until it is launched, by its user or by a tag.
    case quit
    case launch
    /// The user changes the app's permission in Settings.
    case changePermission(to: PermissionSetting)
    /// The display is turned on or off.
    case display(on: Bool)
    case airplane(on: Bool)
    /// The camera is opened or closed.
    case camera(on: Bool)
    /// Wallet or Apple Pay is opened or closed.
    case wallet(on: Bool)
    /// An app begins or ends a reader session of Core NFC.
    case readerSession(on: Bool)
    /// The phone restarts: it is locked, was never unlocked, and its display is on.
    case restart
}
