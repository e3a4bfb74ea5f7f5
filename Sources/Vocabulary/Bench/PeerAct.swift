/// What somebody does with the other phone, where that one is the rig's.
public enum PeerAct: String, Hashable, Codable, Sendable, CaseIterable {
    /// Its app ends the session for good, and its UWB says so as far as that is heard.
    case endSession
    /// Its app goes to the background, and its session is suspended.
    case enterBackground
    /// Its app comes back, and runs its session again.
    case enterForeground
    /// Its app quits and is launched again: the link goes, and the next session has another token.
    case relaunch
    /// Its user takes the permission to range away in Settings.
    case denyPermission
    /// Its user gives it back; the app runs a session when it gets a token.
    case allowPermission
}
