import Evidence
import Glibc
public import Reports
import Synchronization

/// Makes a command's exit status follow its evidence, whatever code ends the process.
///
/// A package's own code runs in the same process: neither an `exit(0)` in it nor a handler that it registered ends a
/// command with 0 that saw failures or did not come to its end. `_exit` and signals are out of reach.
public enum ExitGuard {
    private static let undecided: Int32 = -1
    /// The status that the command came to.
    private static let decided = Atomic<Int32>(undecided)
    /// The worst that was seen before that.
    private static let seen = Atomic<Int32>(CommandStatus.nothingShown.rawValue)

    /// Watches over the process from now on; to be called before any code of a package's own, and once.
    public static func begin() { on_exit({ status, _ in ExitGuard.hold(status) }, nil) }

    /// Takes in what a run came to.
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

    /// Ends the process with the status that the command came to.
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
        // Handlers that were registered earlier still follow, and could end the process with another status.
        fflush(nil)
        _exit(right)
    }

    /// The status of a command that foreign code ended: the failures seen so far, and never a pass.
    private static func unended(_ status: Int32) -> Int32 {
        let seen = seen.load(ordering: .acquiring)
        if seen == CommandStatus.failed.rawValue { return seen }
        switch CommandStatus(rawValue: status) {
        case .passed, .nothingShown: return seen
        // No scenario failed: the accessory is not to blame.
        case .failed, .rigWrong: return CommandStatus.rigWrong.rawValue
        case nil: return status
        }
    }
}
