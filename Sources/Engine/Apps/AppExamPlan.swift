public import ApplicationServices
public import Ground
public import Vocabulary

/// How a phone app under test is examined.
public struct AppExamPlan: Hashable, Sendable {
    public var service: ServiceIdentifier
    /// The device to choose, as it is listed.
    public var device: String
    /// How many moves its person makes at a time; 0 where the app plays another game, and moves are not judged.
    public var moves = 10
    /// How often it goes to the background and comes back.
    public var rounds = 2
    /// How long everything may take that the phone does by itself. A proposal: Apple gives no figure.
    public var limit = Span.seconds(10)
    /// How long the app stays in the background.
    public var away = Span.seconds(3)
    /// Whether the screen shows a certificate of its own.
    public var showsCertificate = true

    public init(service: ServiceIdentifier, device: String) { (self.service, self.device) = (service, device) }

    /// For a simulated phone.
    public static let rehearsed = AppExamPlan(service: "game", device: "Pad")
}

/// What the person at the phone is asked to do.
public enum AppTask: Hashable, Sendable {
    case consent, background, resume
    case play(moves: Int)
}

/// What an examination wants done, or tells.
public enum AppExamEffect: Hashable, Sendable {
    /// At the rig's screen.
    case act(ScreenAct)
    /// With the rig's screen, at the phone.
    case probe(ScreenProbe)
    case ask(AppTask)
    case shown(AppEvidence)
}

/// What an app has shown: on this a pass rests.
public enum AppEvidence: Hashable, Sendable {
    case listed(CompanionPlatform)
    case askedFirst
    /// So long after the person's word.
    case granted(after: Span)
    case ready(after: Span)
    /// So many in order, none lost or doubled.
    case moves(Int)
    case aborted
    /// A connection waited, and was not ready before its time.
    case parked(Span)
    case resumed(after: Span)
    case refusesOtherParameters, refusesWithoutCertificate
    case choosesAgain
}

/// What an examination came to.
public enum AppExamResult: Hashable, Sendable {
    case passed([AppEvidence])
    /// The app, or its agent, was wrong.
    case failed(AppFailure)
    /// Nothing can be said of the app.
    case nothing(Lack)
    /// The rig's screen was wrong, or nobody was there to do what was asked.
    case rig(RigLack)

    public enum Lack: Hashable, Sendable {
        case nobody, denied, notInstalled, busy, notAnswered
    }

    public enum RigLack: Hashable, Sendable {
        /// What the screen did against its own rules.
        case screen(ScreenMistake)
        case nobodyDid(AppTask)
    }
}
