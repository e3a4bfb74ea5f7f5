public import ApplicationServices
public import Ground
public import Vocabulary

/// The parameters of a phone app's examination.
public struct AppExamPlan: Hashable, Sendable {
    public var service: ServiceIdentifier
    /// The name under which the device to choose is listed.
    public var device: String
    /// The number of moves that the phone's person makes at a time; 0 if the app plays another game, whose moves are
    /// not judged.
    public var moves = 10
    /// The number of times that the app goes to the background and resumes.
    public var rounds = 2
    /// The limit for everything that the phone does by itself. The default is an estimate; Apple gives no figure.
    public var limit = Lapse.seconds(10)
    /// The time that the app spends in the background.
    public var away = Lapse.seconds(3)
    /// Whether the screen presents its own certificate.
    public var showsCertificate = true

    public init(service: ServiceIdentifier, device: String) { (self.service, self.device) = (service, device) }

    /// The plan for a simulated phone.
    public static let rehearsed = AppExamPlan(service: "game", device: "Pad")
}

/// A task for the person at the phone.
public enum AppTask: Hashable, Sendable {
    case consent, background, resume
    case play(moves: Int)
}

/// An output of an examination.
public enum AppExamEffect: Hashable, Sendable {
    /// An act at the rig's screen.
    case act(ScreenAct)
    /// A probe of the phone by the rig's screen.
    case probe(ScreenProbe)
    case ask(AppTask)
    case shown(AppEvidence)
}

/// A fact that the app has demonstrated; a pass rests on these.
public enum AppEvidence: Hashable, Sendable {
    case listed(CompanionPlatform)
    case askedFirst
    /// The time from the person's confirmation to the consent.
    case granted(after: Lapse)
    case ready(after: Lapse)
    /// The number of moves received in order, none lost or duplicated.
    case moves(Int)
    case aborted
    /// The time for which a connection waited without becoming ready early.
    case parked(Lapse)
    case resumed(after: Lapse)
    case refusesOtherParameters, refusesWithoutCertificate
    case choosesAgain
}

/// The result of an examination.
public enum AppExamResult: Hashable, Sendable {
    case passed([AppEvidence])
    /// The app or its agent is at fault.
    case failed(AppFailure)
    /// The examination says nothing about the app.
    case nothing(Lack)
    /// The rig's screen is at fault, or a person did not do a task.
    case rig(RigLack)

    public enum Lack: Hashable, Sendable {
        /// No agent of the device was found, but perhaps those of others.
        case nobody(others: [String])
        case denied, notInstalled, busy, notAnswered
    }

    public enum RigLack: Hashable, Sendable {
        /// The screen broke its own rules.
        case screen(ScreenMistake)
        case nobodyDid(AppTask)
    }
}
