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
