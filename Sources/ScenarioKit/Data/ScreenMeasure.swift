/// A measurement of a screen at one of its companions. It excludes the time the phone itself takes: its user's
/// answer, the launch of the app, its listener.
public enum ScreenMeasure: String, Codable, Hashable, Sendable, CaseIterable {
    /// The time from the choice in the picker to the invitation, plus that from the agent's answer to the ready
    /// connection.
    case pickToReady
    /// The time from ECONNABORTED to the new connection that waits for the app.
    case abortToReconnect
    /// The time from the app's return to the screen's first frame on the connection that waited for it.
    case resumeToReady
    /// The time from a move to its acknowledgement in the rig's game.
    case frameRoundTrip
    /// The number of connections the screen opens to the agent, including those for invitations.
    case streams
}
