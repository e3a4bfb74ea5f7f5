import Ground

/// Something that the user or the system does to the whole phone.
public enum SystemAct: Codable, Hashable, Sendable {
    /// The app goes to the background.
    case background
    case foreground
    case lock
    case unlock
    /// The app is quit and started anew.
    case relaunch
    /// The app is quit: it does not run until it is launched, by its user or by a tag.
    case quit
    case launch
    /// The user changes the app's permission in Settings.
    case changePermission(to: PermissionSetting)
    /// The display goes on, or off.
    case display(on: Bool)
    case airplane(on: Bool)
    /// The camera is used, or no more.
    case camera(on: Bool)
    /// Wallet or Apple Pay is used, or no more.
    case wallet(on: Bool)
    /// An app begins a reader session of Core NFC, or ends it.
    case readerSession(on: Bool)
    /// The phone starts anew: it is locked, was never unlocked, and its display is on.
    case restart
}
