/// An action on the other phone, if the rig provides it.
public enum PeerAct: String, Hashable, Codable, Sendable, CaseIterable {
    /// Its app ends the session for good, and its UWB announces the end if it is in range.
    case endSession
    /// Its app goes to the background, and its session is suspended.
    case enterBackground
    /// Its app returns to the foreground and runs its session again.
    case enterForeground
    /// Its app quits and is relaunched: the link drops, and the next session has a different token.
    case relaunch
    /// Its user revokes the permission to range in Settings.
    case denyPermission
    /// Its user grants the permission again; the app runs a session when it gets a token.
    case allowPermission
}
