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
    ///
    /// In the virtual machine nothing is a terminal; the host says in TRAMMEL_TERMINAL and COLUMNS what it has there.
    var terminal: TerminalTraits {
        var environment: [String: String] = [:]
        for name in ["NO_COLOR", "TERM"] { environment[name] = Self.variable(name) }
        if isatty(descriptor) == 1 {
            return TerminalTraits(isTerminal: true, columns: ownColumns, environment: environment)
        }
        return TerminalTraits(
            isTerminal: isTerminalOfTheHost, columns: Self.variable("COLUMNS").flatMap { Int($0) },
            environment: environment)
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private var ownColumns: Int? {
        var size = winsize()
        return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : nil
    }

    /// Whether this is the guest's own line to a host's terminal, and not a file or pipe that the guest put before it.
    private var isTerminalOfTheHost: Bool {
        guard let hosts = Self.variable("TRAMMEL_TERMINAL"), hosts.split(separator: ",").contains("out") else {
            return false
        }
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
    }
}
