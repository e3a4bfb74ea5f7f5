public import Ground

/// A command for the guest, and all that it sees of the host besides the files.
struct GuestCommand: Hashable, Sendable {
    /// The program and its arguments; the program is looked for on the PATH of `environment`.
    let words: [String]
    let environment: [String: String]
    let workingDirectory: String
    /// What ends the guest's output streams: chance decides, so that no output can hold it.
    let mark: String

    /// The file that the guest's second script reads: sets `mark` and defines `run_command`.
    ///
    /// The command leads a session of its own, whose number the script writes down: signals go to all of the session's
    /// first process group. Its exit status is 127 when the program is not found, 126 when it cannot be executed, and
    /// 125 when the working directory is not there.
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
    /// The variables that a command in the guest gets: what finds programs, what shapes output, all of Trammel's.
    ///
    /// Adds COLUMNS and LINES where the host has a terminal, and TRAMMEL_TERMINAL: which of the streams `in`, `out`
    /// and `err` are terminals on the host, because in the guest none is.
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

/// Passes a stream on until the mark that ends it, and holds back what may be the mark's beginning.
struct EndMark {
    private let mark: [UInt8]
    private var held: [UInt8] = []
    /// Whether the mark has come; nothing after it is passed on.
    private(set) var isReached = false

    /// `mark` has no byte twice at its beginning's place: its first byte occurs in it only once.
    init(_ mark: String) {
        self.mark = Array(mark.utf8)
        precondition(
            self.mark.first.map { first in self.mark.filter { $0 == first }.count == 1 } ?? false,
            "the first byte of a mark is found in it only once")
    }

    /// A mark that no output holds but by chance of one in 2 to the 128.
    static func random() -> String {
        let numbers = [UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max)]
        return "~" + numbers.map { String($0, radix: 36) }.joined(separator: "-")
    }

    /// What of the stream so far, and not passed on before, is certainly not the mark.
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

    /// What is held back when the stream ends without its mark.
    mutating func finish() -> [UInt8] {
        defer { held = [] }
        return held
    }
}

/// Where the command's standard input comes from.
public enum GuestInput: Hashable, Sendable {
    /// Read from a descriptor of this process until its end.
    case descriptor(Int32)
    case bytes([UInt8])
    public static let none = GuestInput.bytes([])
}

/// Where one of the command's output streams goes.
public enum GuestOutput: Hashable, Sendable {
    /// Written to a descriptor of this process.
    case descriptor(Int32)
    /// Kept for `GuestExit`, at most that many bytes; the rest is read and dropped.
    case kept(limit: Int)
}

/// How a command in the guest ended.
public struct GuestExit: Hashable, Sendable {
    /// The exit status; 128 and the signal's number where a signal ended it, 127 when it was not found.
    public let status: Int32
    /// What was kept of its output streams.
    public let output: [UInt8]
    public let error: [UInt8]
    /// From starting QEMU to starting the command.
    public let bootTime: Span
    /// From starting QEMU to the end.
    public let wholeTime: Span
    public let acceleration: Acceleration
}
