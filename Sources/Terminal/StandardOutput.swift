import Evidence
import Glibc
import OperatingSystem
public import Reports

/// The program's standard output or error, written at once.
///
/// When it can no longer be written (its reader is gone, a disk is full) the runs are asked to end: nobody sees them.
public final class StandardOutput: TextOutput, @unchecked Sendable {
    public static let shared = StandardOutput(STDOUT_FILENO)
    public static let error = StandardOutput(STDERR_FILENO)

    private let descriptor: Int32
    /// Where GitHub's runner reads what is printed, nothing in it becomes a command.
    private var commandGuard: WorkflowGuard?
    /// The error number with which writing failed.
    private var trouble: Int32?

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        commandGuard = WorkflowHost.isHere ? WorkflowGuard() : nil
    }

    public func write(_ text: String) { writeAsIs(commandGuard?.guarded(text) ?? text) }

    /// Writes a text that may hold commands to the runner.
    func writeAsIs(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty, trouble == nil {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                trouble = errno
                Interruption.request()
            }
        }
    }

    /// What becomes of a command's exit status where what it printed did not arrive: nothing then ends with 0.
    ///
    /// A reader that went away is no error, but has not seen all; anything else is one, and is told on standard error.
    public func judged(_ status: Int32) -> Int32 {
        guard let trouble, let known = CommandStatus(rawValue: status) else { return status }
        guard trouble != EPIPE else { return known == .passed ? CommandStatus.nothingShown.rawValue : status }
        let what = CommandTrouble(what: "standard output cannot be written: \(errorText(trouble))", remedy: nil)
        return known.worsened(by: what).rawValue
    }

    /// The variable in which a run in the virtual machine, where nothing is a terminal, gets the width of the host's.
    public static let liveColumns = "TRAMMEL_LIVE_COLUMNS"

    /// What a report may do here.
    public var terminal: TerminalTraits {
        var environment: [String: String] = [:]
        for name in ["NO_COLOR", "TERM"] { environment[name] = Self.variable(name) }
        let hosts = Self.variable(Self.liveColumns).flatMap { Int($0) }
        return TerminalTraits(
            isTerminal: hosts != nil || isatty(descriptor) == 1, columns: hosts ?? ownColumns,
            environment: environment)
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private var ownColumns: Int? {
        var size = winsize()
        return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : nil
    }
}
