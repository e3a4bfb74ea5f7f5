public import ApplicationServices
public import Ground

/// What an app, or its agent, did wrong, and by what that was seen.
public struct AppFailure: Hashable, Sendable {
    public let code: FailureCode
    public let seen: AppSeen

    public init(_ code: FailureCode, _ seen: AppSeen) { (self.code, self.seen) = (code, seen) }
}

/// By what a failure was seen.
public enum AppSeen: Hashable, Sendable {
    /// The code says all of it.
    case asItIs
    case finding(Finding)
    case record(Malformed)
    /// What was awaited did not come.
    case silence(Span)
    /// The invitation, or the connection, ended so.
    case ended(ConnectionFailure)
    case move(Int, behind: Int)
    case moves(Int, of: Int)
    case unreadableMove
}

/// What the rig's own screen did against its rules, or left out.
public enum ScreenMistake: Hashable, Sendable {
    case leftPicker, gaveUp, sentUnreadable, invitedAgain, foreignToken, otherParameters, connectedAgain
    case sentEarly, sentForAgent, answeredWrongly, invitedNobody, didNotConnect, didNotAnswer, didNotClose
    case networkDown, showedNoCertificate, didNotList, neverEnded
}
