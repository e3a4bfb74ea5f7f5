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

    /// What a report may do here.
    var terminal: TerminalTraits {
        let names = ["NO_COLOR", "TERM"]
        var environment: [String: String] = [:]
        for name in names { environment[name] = getenv(name).map { String(cString: $0) } }
        return TerminalTraits(isTerminal: isatty(descriptor) == 1, columns: columns, environment: environment)
    }

    private var columns: Int? {
        var size = winsize()
        return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : nil
    }
}
