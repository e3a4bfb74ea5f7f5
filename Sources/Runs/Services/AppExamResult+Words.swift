import ApplicationServices
import Benches
import Engine
import Evidence
import Ground
import Reports
import Vocabulary

extension AppTask {
    /// The instruction to the person, as a sentence.
    var words: String {
        switch self {
        case .consent: "At the phone: allow the system's request."
        case .background: "At the phone: put the app into the background."
        case .resume: "At the phone: bring the app back to the front."
        case .play(let moves): "In the app: make \(counted(moves, "move"))."
        }
    }
}

extension AppEvidence {
    var words: String {
        switch self {
        case .listed(let platform): "the picker lists it, on \(platform)"
        case .askedFirst: "the user is asked first"
        case .granted(let span): "the app listens, \(span) after the user's consent"
        case .ready(let span): "the app took the connection after \(span)"
        case .moves(let count): "\(counted(count, "move")) in order, none lost or doubled"
        case .aborted: "the background ends the connection with ECONNABORTED"
        case .parked(let span): "a new connection waited \(span) for the app"
        case .resumed(let span): "the app took the waiting connection \(span) after it was back"
        case .refusesOtherParameters: "a connection with other parameters is refused"
        case .refusesWithoutCertificate: "a screen without a certificate is refused"
        case .choosesAgain: "a second choice is accepted"
        }
    }
}

extension AppExamResult {
    var status: CommandStatus {
        switch self {
        case .passed: .passed
        case .failed: .failed
        case .nothing: .nothingShown
        case .rig: .rigWrong
        }
    }

    /// The rig's fault; nil unless it ended the examination.
    var trouble: CommandError? {
        guard case .rig(let lack) = self else { return nil }
        return CommandError(what: lack.words, remedy: lack.remedy)
    }

    /// Returns the lines for standard output.
    func lines(of plan: AppExamPlan) -> [String] {
        switch self {
        case .passed(let evidence):
            let moves = plan.moves == 0 ? "moves, " : ""
            return [
                "passed: \(counted(evidence.count, "thing")) shown",
                "not judged: \(moves)Apple's own picker and transport, and what the app shows",
            ]
        case .failed(let failure):
            let meaning = FailureCode.entry(of: failure.code)?.meaning ?? ""
            return [
                "failed: \(meaning) [\(failure.code)]",
                failure.seen.words.map { "  seen  \($0)".escapedForDisplay },
                "  more  \(Program.command) explain \(failure.code)",
            ].compactMap(\.self)
        case .nothing(let lack): return ["nothing shown: \(lack.words(for: plan))"]
        case .rig: return []
        }
    }
}

extension AppExamResult.Lack {
    fileprivate func words(for plan: AppExamPlan) -> String {
        switch self {
        case .nobody(let others):
            var missing = MissingService(AgentLine.type, name: plan.device)
            for other in others { missing.note(other) }
            return missing.words
        case .denied: return "the user of the phone refused"
        case .notInstalled: return "the app is not installed there"
        case .busy: return "the app is in another session"
        case .notAnswered: return "the user of the phone did not answer"
        }
    }
}

extension AppExamResult.RigLack {
    fileprivate var words: String {
        switch self {
        case .screen(let what): "the rig's screen broke its own rules: \(what.words)"
        case .nobodyDid(let task): "the task was not confirmed: \(task.words)"
        }
    }

    fileprivate var remedy: String {
        switch self {
        case .screen: "Report it: this says nothing about the app"
        case .nobodyDid: "Press return when it is done"
        }
    }
}

extension AppSeen {
    fileprivate var words: String? {
        switch self {
        case .asItIs: nil
        case .finding(let finding): "\(finding)"
        case .record(let malformed): "\(malformed)"
        case .silence(let span): "nothing came within \(span)"
        case .ended(let failure): "it ended with \(failure)"
        case .move(let number, let last): "move \(number) came after move \(last)"
        case .moves(let count, let wanted): "\(count) of \(wanted) moves arrived"
        case .unreadableMove: "a move has no number in decimal digits"
        }
    }
}

extension ScreenMistake {
    fileprivate var words: String {
        switch self {
        case .leftPicker: "its picker ended by itself"
        case .gaveUp: "it gave up a connection that was preparing"
        case .sentUnreadable: "it sent something unreadable"
        case .invitedAgain: "it invited more often than it should"
        case .foreignToken: "it showed a token that was not granted to it"
        case .otherParameters: "it connected with parameters other than the invitation's"
        case .connectedAgain: "it connected more often than it should"
        case .sentEarly: "it sent data while it was not ready"
        case .sentForAgent: "it sent an agent's message"
        case .answeredWrongly: "it gave a wrong answer in the game"
        case .invitedNobody: "it did not invite"
        case .didNotConnect: "it did not connect"
        case .didNotAnswer: "it did not answer in the game"
        case .didNotClose: "it did not close a connection that was cancelled"
        case .networkDown: "its network is down"
        case .showedNoCertificate: "it shows no certificate"
        case .didNotList: "it does not list a device with a matching record"
        case .neverEnded: "its course did not end"
        }
    }
}
