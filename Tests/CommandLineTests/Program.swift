import Glibc
import Ground
import OperatingSystem
import TestSupport
import Testing

/// The built `trammel`, run as a separate process.
struct Program {
    /// The result of running the program.
    struct Ended {
        /// The exit status, or 256 plus the signal that killed it.
        let status: Int32
        let output: String
        let error: String

        /// The words of the output, regardless of line breaks.
        var words: String { output.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }

    /// Runs the program to its end.
    static func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Ended {
        try Program(arguments, environment: environment).end()
    }

    let process: pid_t
    private let outputEnd: Int32
    private let errorPath: String
    /// A separate home directory, in which the program remembers failed runs.
    private let home: Scratch
    private var collected: [UInt8] = []
    /// A program that has not ended by then hangs; it is killed, and the test fails.
    private let deadline: Instant
    private static let clock = MonotonicClock()
    private static let limit = Ground.Lapse.seconds(600)

    /// Starts the program; with `onTerminal`, its output is a new terminal, 100 columns wide.
    ///
    /// A program whose output is not read must be silent, or it would eventually block. A launcher is a program, given
    /// by its path and first arguments, that replaces itself with this one.
    init(
        _ arguments: [String], environment: [String: String] = [:], onTerminal: Bool = false, isSilent: Bool = false,
        launcher: [String] = []
    ) throws {
        errorPath = try Scratch.path(named: "error")
        home = try Scratch()
        deadline = Self.clock.now + Self.limit
        let (readEnd, writeEnd) = onTerminal ? try Self.terminal() : try Self.pair()
        outputEnd = readEnd
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        if isSilent {
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        } else {
            posix_spawn_file_actions_adddup2(&actions, writeEnd, 1)
        }
        posix_spawn_file_actions_addopen(&actions, 2, errorPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Self.freeSignals(&attributes)
        let variables = environment.merging(["PATH": "/usr/bin:/bin", "HOME": home.path]) { own, _ in own }
        let command = launcher + [Self.path] + arguments
        var words = command.map { strdup($0) } + [nil]
        var settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + settings { free(word) } }
        var process = pid_t()
        let result = posix_spawn(&process, command[0], &actions, &attributes, &words, &settings)
        close(writeEnd)
        try #require(result == 0, "\(command[0]) does not start: \(String(cString: strerror(result)))")
        self.process = process
    }

    /// Resets signals that the test runner may have blocked or ignored.
    private static func freeSignals(_ attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var limits = sigset_t()
        sigemptyset(&limits)
        sigaddset(&limits, SIGXFSZ)
        posix_spawnattr_setsigdefault(&attributes, &limits)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    }

    /// Reads the output until it contains the text; returns false if the program ended before that.
    mutating func waitFor(_ text: String) -> Bool {
        while !String(decoding: collected, as: UTF8.self).contains(text) {
            guard readMore() else { return false }
        }
        return true
    }

    /// Reads the complete output until the program ends.
    consuming func end() -> Ended {
        while readMore() {}
        let status = wait()
        let error = Scratch.bytes(of: errorPath) ?? []
        unlink(errorPath)
        return Ended(
            status: status, output: String(decoding: collected, as: UTF8.self),
            error: String(decoding: error, as: UTF8.self))
    }

    /// Stops reading and waits for the end of the program; returns its status.
    func leave() -> Int32 {
        unlink(errorPath)
        return wait()
    }

    private func wait() -> Int32 {
        close(outputEnd)
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            if Self.clock.now >= deadline {
                killHanging()
                waitpid(process, &status, 0)
                break
            }
            usleep(500)
        }
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 256 + signal
    }

    private func killHanging() {
        kill(process, SIGKILL)
        Issue.record("the program did not end within \(Self.limit)")
    }

    private mutating func readMore() -> Bool {
        let poller = Poller(clock: Self.clock)
        while poller.wait([PollDescriptor(outputEnd)], until: deadline) == [[]] {
            if Self.clock.now < deadline { continue }
            killHanging()
            return false
        }
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, read(outputEnd, buffer.baseAddress, buffer.count))
        }
        collected += bytes
        return !bytes.isEmpty
    }

    /// Returns a socket pair that no other child of this process inherits.
    private static func pair() throws -> (Int32, Int32) {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let result = socketpair(AF_UNIX, kind, 0, &ends)
        try #require(result == 0)
        return (ends[0], ends[1])
    }

    private static func terminal() throws -> (Int32, Int32) {
        // TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h: macros that Swift does not import.
        let outer = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var isLocked: Int32 = 0
        var number: Int32 = 0
        let unlocked = ioctl(outer, 0x4004_5431, &isLocked)
        let numbered = ioctl(outer, 0x8004_5430, &number)
        try #require(unlocked == 0 && numbered == 0)
        let inner = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var size = winsize(ws_row: 24, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
        let sized = ioctl(inner, UInt(TIOCSWINSZ), &size)
        try #require(sized == 0)
        return (outer, inner)
    }

    /// The program next to the test bundle, however the tests were started.
    static let path: String = {
        let arguments = CommandLine.arguments
        let bundle = arguments.firstIndex(of: "--test-bundle-path").flatMap { index in
            arguments.indices.contains(index + 1) ? arguments[index + 1] : nil
        }
        for place in [bundle, arguments.first].compactMap({ $0 }) {
            let folder = place.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            let candidate = (folder + ["trammel"]).joined(separator: "/")
            if access(candidate, X_OK) == 0 { return candidate }
        }
        return ".build/debug/trammel"
    }()
}
