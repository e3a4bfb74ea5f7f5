import Evidence
import Glibc
public import Reports
import Synchronization

/// A guard that makes a command's exit status follow its evidence, regardless of the code that ends the process.
///
/// A package's own code runs in the same process. If a command saw failures or did not finish, neither an `exit(0)`
/// nor an exit handler in that code makes it end with 0. `_exit` and signals are not covered.
public enum ExitGuard {
    private static let undecided: Int32 = -1
    /// The status with which the command ended.
    private static let decided = Atomic<Int32>(undecided)
    /// The worst status seen before that.
    private static let seen = Atomic<Int32>(CommandStatus.nothingShown.rawValue)

    /// Starts guarding the process; must be called once, before any code of the package.
    public static func begin() { on_exit({ status, _ in ExitGuard.hold(status) }, nil) }

    /// Records the result of a run.
    public static func see(_ status: CommandStatus) {
        switch status {
        case .failed: seen.store(status.rawValue, ordering: .releasing)
        case .rigWrong:
            _ = seen.compareExchange(
                expected: CommandStatus.nothingShown.rawValue, desired: status.rawValue,
                ordering: .acquiringAndReleasing)
        case .passed, .nothingShown: break
        }
    }

    /// Ends the process with the command's status.
    public static func leave(with status: Int32) -> Never {
        decided.store(status, ordering: .releasing)
        exit(status)
    }

    private static func hold(_ status: Int32) {
        let decided = decided.load(ordering: .acquiring)
        let right = decided == undecided ? unended(status) : decided
        if decided == undecided {
            StandardOutput.error.write(
                "\(Program.command): code of the package ended the process with \(status) before the command "
                    + "had ended; the exit status is \(right).\n")
        }
        guard right != CommandStatus.passed.rawValue || right != status else { return }
        // Handlers registered earlier would still run and could end the process with another status.
        fflush(nil)
        _exit(right)
    }

    /// Returns the status of a command that other code ended: the failures seen so far, and never a pass.
    private static func unended(_ status: Int32) -> Int32 {
        let seen = seen.load(ordering: .acquiring)
        if seen == CommandStatus.failed.rawValue { return seen }
        switch CommandStatus(rawValue: status) {
        case .passed, .nothingShown: return seen
        // No scenario failed, so the accessory is not to blame.
        case .failed, .rigWrong: return CommandStatus.rigWrong.rawValue
        case nil: return status
        }
    }
}
