public import Evidence
import Ground
import Reports
import Synchronization

/// Warnings about the bench that prevent nothing; each is printed once on standard error.
public enum Warning {
    private static let told = Mutex<Set<String>>([])

    public static func tell(_ what: String) {
        guard told.withLock({ $0.insert(what).inserted }) else { return }
        StandardOutput.error.write("\(Program.command): \(what.escapedForDisplay).\n")
    }

    private static let isEvidenceDoubtful = Mutex(false)

    /// Prints an issue with a recorded run. If its evidence contradicts itself, or part of it cannot be read, the
    /// command ends with status 3: a replay of the rest proves nothing about the whole.
    public static func tell(of doubt: EvidenceIssue) {
        switch doubt {
        case .remark(let what, let name):
            StandardOutput.error.write("\(Program.command): \(name.escapedForDisplay): \(what.escapedForDisplay)\n")
        case .contradiction(let what, let name):
            isEvidenceDoubtful.withLock { $0 = true }
            tell("\(name): the run's evidence contradicts itself: \(what)")
        case .unusable(let what):
            isEvidenceDoubtful.withLock { $0 = true }
            tell(what)
        }
    }

    /// Returns the exit status in view of contradictory or unreadable evidence; a difference or failure that was
    /// found takes precedence.
    public static func judged(_ status: Int32) -> Int32 {
        guard isEvidenceDoubtful.withLock({ $0 }), status != CommandStatus.failed.rawValue,
            CommandStatus(rawValue: status) != nil
        else { return status }
        return CommandStatus.rigWrong.rawValue
    }
}
