public import Evidence
import Ground
import Reports
import Synchronization

/// Doubts about the bench that prevent nothing; each is printed once on standard error.
public enum Doubt {
    private static let told = Mutex<Set<String>>([])

    public static func tell(_ what: String) {
        guard told.withLock({ $0.insert(what).inserted }) else { return }
        StandardOutput.error.write("\(Program.command): \(what.escapedForDisplay).\n")
    }

    private static let isEvidenceDoubtful = Mutex(false)

    /// Prints a doubt about a recorded run. If its evidence contradicts itself, findings in it prove nothing, and the
    /// command ends with status 3.
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

    /// Returns the exit status in view of contradictory evidence; a difference or failure that was found takes
    /// precedence.
    public static func judged(_ status: Int32) -> Int32 {
        guard isEvidenceDoubtful.withLock({ $0 }), status != CommandStatus.failed.rawValue,
            CommandStatus(rawValue: status) != nil
        else { return status }
        return CommandStatus.rigWrong.rawValue
    }
}
