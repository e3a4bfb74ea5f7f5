public import Evidence
import Ground
import Reports
import Synchronization

/// What is doubtful about the bench and keeps nothing from being played: told on standard error, each thing once.
public enum Doubt {
    private static let told = Mutex<Set<String>>([])

    public static func tell(_ what: String) {
        guard told.withLock({ $0.insert(what).inserted }) else { return }
        StandardOutput.error.write("\(Program.command): \(what.escapedForDisplay).\n")
    }

    private static let isEvidenceDoubtful = Mutex(false)

    /// Tells what is doubtful about a recorded run; where its evidence contradicts itself, what is found in it shows
    /// nothing, and the command ends with status 3.
    public static func tell(of doubt: TraceDoubt) {
        switch doubt {
        case .remark(let what, let name):
            StandardOutput.error.write("\(Program.command): \(name.escapedForDisplay): \(what.escapedForDisplay)\n")
        case .contradiction(let what, let name):
            isEvidenceDoubtful.withLock { $0 = true }
            tell("\(name): the run's evidence contradicts itself: \(what)")
        case .unusable(let what): tell(what)
        }
    }

    /// What becomes of a command's exit status for such evidence; a difference or failure that was found stays one.
    public static func judged(_ status: Int32) -> Int32 {
        guard isEvidenceDoubtful.withLock({ $0 }), status != CommandStatus.failed.rawValue,
            CommandStatus(rawValue: status) != nil
        else { return status }
        return CommandStatus.rigWrong.rawValue
    }
}
