public import ApplicationServices
public import Ground

/// A fault of an app or its agent, with the observation that revealed it.
public struct AppFailure: Hashable, Sendable {
    public let code: FailureCode
    public let seen: AppSeen

    public init(_ code: FailureCode, _ seen: AppSeen) { (self.code, self.seen) = (code, seen) }
}

/// The observation that revealed a failure.
public enum AppSeen: Hashable, Sendable {
    /// The code says it all.
    case asItIs
    case finding(Finding)
    case record(Malformed)
    /// The awaited event did not arrive within this time.
    case silence(Lapse)
    /// The invitation or the connection ended with this failure.
    case ended(ConnectionFailure)
    case move(Int, behind: Int)
    case moves(Int, of: Int)
    case unreadableMove
}

/// A violation or an omission by the rig's own screen.
public enum ScreenMistake: Hashable, Sendable {
    case leftPicker, gaveUp, sentUnreadable, invitedAgain, foreignToken, otherParameters, connectedAgain
    case sentEarly, sentForAgent, answeredWrongly, invitedNobody, didNotConnect, didNotAnswer, didNotClose
    case networkDown, showedNoCertificate, didNotList, neverEnded
}
