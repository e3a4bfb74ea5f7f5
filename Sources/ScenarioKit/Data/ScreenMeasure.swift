/// What is measured of a screen at one of its companions. What the phone takes itself is left out: its person's answer,
/// the launch of the app, its listener.
public enum ScreenMeasure: String, Codable, Hashable, Sendable, CaseIterable {
    /// From the choice in the picker to the invitation, and from the agent's word to the connection that is ready.
    case pickToReady
    /// From ECONNABORTED to the new connection that waits for the app.
    case abortToReconnect
    /// From the app's return to the screen's first frame on the connection that waited for it.
    case resumeToReady
    /// In the rig's game: from a move to its acknowledgement.
    case frameRoundTrip
    /// How many connections the screen opens to the agent, that of an invitation counted with the others.
    case streams
}
