public import Ground

/// A command for the guest, and everything it sees of the host apart from the files.
struct GuestCommand: Hashable, Sendable {
    /// The program and its arguments; the program is searched for on the PATH of `environment`.
    let words: [String]
    let environment: [String: String]
    let workingDirectory: String
    /// The mark that ends the guest's output streams; it is random, so that no output contains it.
    let mark: String

    /// The file that the guest's second script reads: it sets `mark` and defines `run_command`.
    ///
    /// The command leads its own session, whose number the script writes down: signals go to the whole process group
    /// of that leader. Its exit status is 127 when the program is not found, 126 when it cannot be executed, and 125
    /// when the working directory does not exist.
    var script: String {
        let folder = shellQuoted(workingDirectory)
        let variables = environment.sorted { $0.key < $1.key }.map { shellQuoted("\($0.key)=\($0.value)") }
        let parts =
            ["exec /run/trammel/busybox env -i"] + variables + ["/run/trammel/busybox setsid"] + words.map(shellQuoted)
        return """
            mark=\(shellQuoted(mark))
            run_command() {
                cd \(folder) || exit 125
                read -r own rest </proc/self/stat && echo "$own" >/run/trammel/session
                \(parts.joined(separator: " "))
            }

            """
    }
}

extension GuestCommand {
    /// Returns the variables for a command in the guest: those that find programs, those that shape output, and all of
    /// Trammel's.
    ///
    /// Adds COLUMNS and LINES if the host has a terminal, and TRAMMEL_TERMINAL: which of the streams `in`, `out` and
    /// `err` are terminals on the host, because none is in the guest.
    static func environment(
        from host: [String: String], terminals: [String], size: (columns: Int, rows: Int)?
    ) -> [String: String] {
        var chosen = host.filter { name, _ in
            passed.contains(name) || passedPrefixes.contains { name.hasPrefix($0) }
        }
        if !terminals.isEmpty { chosen["TRAMMEL_TERMINAL"] = terminals.joined(separator: ",") }
        if let size {
            chosen["COLUMNS"] = "\(size.columns)"
            chosen["LINES"] = "\(size.rows)"
        }
        if chosen["PATH"] == nil { chosen["PATH"] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" }
        return chosen
    }

    private static let passed: Set<String> = [
        "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "CLICOLOR",
        "LANG", "LANGUAGE", "TZ", "CI", "COLUMNS", "LINES", "TMPDIR", "LD_LIBRARY_PATH", "SOURCE_DATE_EPOCH",
    ]
    private static let passedPrefixes = ["LC_", "TRAMMEL_", "SWIFT_", "XDG_"]
}

/// Passes a stream on until the mark that ends it, and holds back anything that may be the beginning of the mark.
struct EndDelimiter {
    private let mark: [UInt8]
    private var held: [UInt8] = []
    /// Whether the mark has been reached; nothing after it is passed on.
    private(set) var isReached = false

    /// Creates a filter. The first byte of `mark` must occur in it only once.
    init(_ mark: String) {
        self.mark = Array(mark.utf8)
        precondition(
            self.mark.first.map { first in self.mark.filter { $0 == first }.count == 1 } ?? false,
            "the first byte of a mark is found in it only once")
    }

    /// Returns a random mark, which an output contains with a probability of 1 in 2 to the 128.
    static func random() -> String {
        let numbers = [UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max)]
        return "~" + numbers.map { String($0, radix: 36) }.joined(separator: "-")
    }

    /// Takes the next bytes of the stream; returns those not yet passed on that are certainly not part of the mark.
    mutating func pass(_ bytes: [UInt8]) -> [UInt8] {
        guard !isReached else { return [] }
        var passed: [UInt8] = []
        for byte in bytes {
            if byte == mark[held.count] {
                held.append(byte)
                guard held.count < mark.count else {
                    isReached = true
                    held = []
                    return passed
                }
            } else {
                passed += held
                held = []
                if byte == mark[0] { held.append(byte) } else { passed.append(byte) }
            }
        }
        return passed
    }

    /// Returns the bytes held back when the stream ends without its mark.
    mutating func finish() -> [UInt8] {
        defer { held = [] }
        return held
    }
}

/// The source of the command's standard input.
public enum GuestInput: Hashable, Sendable {
    /// A descriptor of this process, read until its end.
    case descriptor(Int32)
    case bytes([UInt8])
    public static let none = GuestInput.bytes([])
}

/// The destination of one of the command's output streams.
public enum GuestOutput: Hashable, Sendable {
    /// A descriptor of this process.
    case descriptor(Int32)
    /// Kept for `GuestExit`, up to this number of bytes; the rest is read and discarded.
    case kept(limit: Int)
}

/// The end of a command in the guest.
public struct GuestExit: Hashable, Sendable {
    /// The exit status; 128 plus the signal's number if a signal ended it, 127 if it was not found.
    public let status: Int32
    /// The part of its output streams that was kept.
    public let output: [UInt8]
    public let error: [UInt8]
    /// The time from starting QEMU to starting the command.
    public let bootTime: Lapse
    /// The time from starting QEMU to the end.
    public let wholeTime: Lapse
    public let acceleration: Acceleration
}
