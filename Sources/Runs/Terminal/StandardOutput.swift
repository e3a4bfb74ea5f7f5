import Evidence
import Glibc
import OperatingSystem
public import Reports

/// The program's standard output or error, written without buffering.
///
/// If it can no longer be written (the reader is gone, or a disk is full), the runs are asked to end, because their
/// output is lost.
public final class StandardOutput: TextOutput, @unchecked Sendable {
    public static let shared = StandardOutput(STDOUT_FILENO)
    public static let error = StandardOutput(STDERR_FILENO)

    private let descriptor: Int32
    /// The guard against text that GitHub's runner would interpret as a command.
    private var commandGuard: WorkflowGuard?
    /// The error number of a failed write.
    private var trouble: Int32?

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        commandGuard = WorkflowHost.isHere ? WorkflowGuard() : nil
    }

    public func write(_ text: String) { writeAsIs(commandGuard?.guarded(text) ?? text) }

    /// Writes a text that may contain commands for the runner.
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

    /// Returns the exit status in view of lost output: no command then ends with 0.
    ///
    /// A reader that went away is not an error but did not see everything; any other reason is an error and printed on
    /// standard error.
    public func judged(_ status: Int32) -> Int32 {
        guard let trouble, let known = CommandStatus(rawValue: status) else { return status }
        guard trouble != EPIPE else { return known == .passed ? CommandStatus.nothingShown.rawValue : status }
        let what = CommandError(what: "standard output cannot be written: \(errorText(trouble))", remedy: nil)
        return known.worsened(by: what).rawValue
    }

    /// The variable that passes the width of the host's terminal to a run in the virtual machine, which has no
    /// terminal.
    public static let liveColumns = "TRAMMEL_LIVE_COLUMNS"

    /// The capabilities of the terminal.
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
