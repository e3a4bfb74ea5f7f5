import FoundationEssentials
import Glibc
public import Ground
import OperatingSystem

/// A command of the bench's owner, run by the shell in a process group of its own and for a limited time.
///
/// What it prints goes to standard error, or is kept. Where the time is over, or a person asks for the end, the whole
/// group gets SIGTERM, and SIGKILL three seconds later: what the command started must not stay.
public struct ShellCommand: Hashable, Sendable {
    /// How a command ended.
    public enum Ending: Hashable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
        /// It did not end within its limit.
        case tookLonger(than: Span)
        /// A person or a signal asked for the end.
        case interrupted
        /// It printed more than is kept.
        case printedTooMuch
        case notStarted(why: String)

        /// What it did, behind the command: "ended with status 7".
        public var words: String {
            switch self {
            case .exited(let status): "ended with status \(status)"
            case .killed(let signal): "was ended by signal \(signal)"
            case .tookLonger(let limit): "did not end within \(limit)"
            case .interrupted: "was stopped by a person or a signal"
            case .printedTooMuch: "printed more than can be read"
            case .notStarted(let why): "cannot be started: \(why)"
            }
        }
    }

    /// How long a command may take after SIGTERM.
    private static let grace = Span.seconds(3)

    /// For the shell; `$1` and so on are the arguments.
    public let command: String
    public let arguments: [String]
    /// How long it may take.
    public let limit: Span

    public init(_ command: String, arguments: [String] = [], limit: Span) {
        (self.command, self.arguments, self.limit) = (command, arguments, limit)
    }

    /// Runs it with these variables besides the program's own; a variable without a value is taken away.
    public func run(with variables: [String: String?] = [:]) -> Ending {
        do throws(SystemError) {
            let output = try FileDescriptor("dup") { fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3) }
            return wait(for: try start(variables, output, output)) { _ in true }
        } catch {
            return .notStarted(why: "\(error)")
        }
    }

    /// The same, and gives what it printed on standard output, which may have so many bytes.
    public func output(
        with variables: [String: String?] = [:], atMost most: Int
    ) -> (ending: Ending, bytes: [UInt8]) {
        var bytes: [UInt8] = []
        do throws(SystemError) {
            let pipe = try makePipe()
            try pipe.reader.makeNonBlocking()
            let errors = try FileDescriptor("dup") { fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3) }
            let child = try start(variables, pipe.writer, errors)
            pipe.writer.close()
            let ending = wait(for: child, watching: pipe.reader) { _ in
                while let part = try? pipe.reader.read(upTo: 65_536), !part.isEmpty {
                    bytes += part
                    guard bytes.count <= most else { return false }
                }
                return true
            }
            return (ending, bytes)
        } catch {
            return (.notStarted(why: "\(error)"), [])
        }
    }

    private func start(
        _ variables: [String: String?], _ output: FileDescriptor, _ errors: FileDescriptor
    ) throws(SystemError) -> ChildProcess {
        let inherited = ProcessInfo.processInfo.environment.filter { variables[$0.key] == nil }
        let own = variables.compactMap { name, value in value.map { "\(name)=\($0)" } }
        let nothing = try FileDescriptor("open /dev/null") { open("/dev/null", O_RDONLY | O_CLOEXEC) }
        return try ChildProcess(
            path: "/bin/sh", arguments: ["-c", command, "sh"] + arguments,
            environment: inherited.map { "\($0.key)=\($0.value)" }.sorted() + own.sorted(),
            descriptors: [nothing.number, output.number, errors.number])
    }

    /// Waits for the end, and takes what is printed; `take` says whether there is room for more.
    private func wait(
        for child: ChildProcess, watching reader: FileDescriptor? = nil, _ take: (ChildProcess) -> Bool
    ) -> Ending {
        let poller = Poller(clock: MonotonicClock())
        let deadline = poller.clock.now + limit
        // The reader is ready for ever once the other end is closed.
        var watched = [child.end.number]
        if let reader { watched.append(reader.number) }
        while true {
            let ended = child.check()
            guard take(child) else { return end(child, .printedTooMuch) }
            switch ended {
            case .exited(let status): return .exited(status)
            case .killed(let signal): return .killed(signal: signal)
            case nil: break
            }
            guard poller.clock.now < deadline else { return end(child, .tookLonger(than: limit)) }
            guard !Interruption.isRequested else { return end(child, .interrupted) }
            let wake = min(deadline, poller.clock.now + .milliseconds(200))
            let ready = poller.wait(watched.map { PollDescriptor($0) }, until: wake)
            if ready.count > 1, ready[1].contains(.failed), !ready[1].contains(.readable) { watched.removeLast() }
        }
    }

    /// Ends the whole group.
    private func end(_ child: ChildProcess, _ ending: Ending) -> Ending {
        let poller = Poller(clock: MonotonicClock())
        kill(-child.identifier, SIGTERM)
        let deadline = poller.clock.now + Self.grace
        while child.check() == nil, poller.clock.now < deadline {
            _ = poller.wait([PollDescriptor(child.end.number)], until: deadline)
        }
        kill(-child.identifier, SIGKILL)
        child.kill()
        return ending
    }
}
