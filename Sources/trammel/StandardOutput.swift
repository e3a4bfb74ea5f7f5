import Glibc
import Reports

/// The program's standard output or error, written at once.
///
/// When it can no longer be written (its reader is gone, a disk is full) the runs are asked to end: nobody sees them.
final class StandardOutput: TextOutput, @unchecked Sendable {
    static let shared = StandardOutput(STDOUT_FILENO)
    static let error = StandardOutput(STDERR_FILENO)

    private let descriptor: Int32
    private var isBroken = false

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty, !isBroken {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                isBroken = true
                Interruption.request()
            }
        }
    }

    /// The variable in which a run in the virtual machine, where nothing is a terminal, gets the width of the host's.
    static let liveColumns = "TRAMMEL_LIVE_COLUMNS"

    /// What a report may do here.
    var terminal: TerminalTraits {
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
