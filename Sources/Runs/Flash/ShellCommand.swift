import FoundationEssentials
import Glibc
public import Ground
import OperatingSystem

/// A command of the bench's owner, run by the shell in its own process group with a time limit.
///
/// Its output goes to standard error or is captured. After the limit, or when a person interrupts, the whole group
/// receives SIGTERM, and SIGKILL three seconds later, so that no process of the command survives.
public struct ShellCommand: Hashable, Sendable {
    /// The way in which a command ended.
    public enum Ending: Hashable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
        /// It did not end within its limit.
        case tookLonger(than: Lapse)
        /// A person or a signal requested the end.
        case interrupted
        /// It printed more than can be captured.
        case printedTooMuch
        case notStarted(why: String)

        fileprivate init(_ ending: ChildProcess.Ending) {
            switch ending {
            case .exited(let status): self = .exited(status)
            case .killed(let signal): self = .killed(signal: signal)
            }
        }

        /// The rest of a sentence that begins with the command: "ended with status 7".
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

    /// The time that a command has after SIGTERM.
    private static let grace = Lapse.seconds(3)
    /// The time in which the output must end after the command has, and the silence after which it has ended.
    private static let afterglow = Lapse.seconds(3)
    private static let quiet = Lapse.milliseconds(300)
    /// A pipe holds less than this number of reads.
    private static let readsAfterEnd = 32

    /// The command line for the shell; `$1` and so on are the arguments.
    public let command: String
    public let arguments: [String]
    /// The time limit.
    public let limit: Lapse

    public init(_ command: String, arguments: [String] = [], limit: Lapse) {
        (self.command, self.arguments, self.limit) = (command, arguments, limit)
    }

    /// Runs the command with these variables added to the program's own; a variable without a value is removed.
    public func run(with variables: [String: String?] = [:]) -> Ending {
        do throws(SystemError) {
            let output = try FileDescriptor("dup") { fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3) }
            return wait(for: try start(variables, output, output)) { _ in true }
        } catch {
            return .notStarted(why: "\(error)")
        }
    }

    /// Runs the command and passes its output, with that of standard error in between, to `take` and to this program's
    /// standard error. Processes that the command leaves in its group when it ends are killed, because a debugger that
    /// goes on would hold the probe.
    func run(with variables: [String: String?], taking take: ([UInt8]) -> Void) -> Ending {
        do throws(SystemError) {
            let pipe = try makePipe()
            try pipe.reader.makeNonBlocking()
            let child = try start(variables, pipe.writer, pipe.writer)
            pipe.writer.close()
            return follow(child, pipe.reader) { bytes in
                Self.pass(bytes)
                take(bytes)
            }
        } catch {
            return .notStarted(why: "\(error)")
        }
    }

    /// Reads until the command has ended, or must.
    private func follow(_ child: ChildProcess, _ reader: FileDescriptor, _ take: ([UInt8]) -> Void) -> Ending {
        let poller = Poller(clock: MonotonicClock())
        let deadline = poller.clock.now + limit
        var isOpen = true
        func read() -> Bool {
            guard isOpen, let bytes = try? reader.read(upTo: 65_536) else { return false }
            isOpen = !bytes.isEmpty
            if isOpen { take(bytes) }
            return isOpen
        }
        func drain() { for _ in 0..<Self.readsAfterEnd where read() {} }
        while true {
            let watched = [child.end.number] + (isOpen ? [reader.number] : [])
            let wake = min(deadline, poller.clock.now + .milliseconds(200))
            let ready = poller.wait(watched.map { PollDescriptor($0) }, until: wake)
            _ = read()
            if !ready[0].isEmpty {
                // A process that the command started may still pass on its last lines, as tee does.
                let limit = min(deadline, poller.clock.now + Self.afterglow)
                while isOpen, poller.clock.now < limit {
                    let quiet = min(limit, poller.clock.now + Self.quiet)
                    guard !poller.wait([PollDescriptor(reader.number)], until: quiet)[0].isEmpty else { break }
                    _ = read()
                }
                // Until its status is taken, the command keeps its number, so the signal cannot reach another group.
                kill(-child.identifier, SIGKILL)
                drain()
                return Ending(child.kill())
            }
            let isOver = poller.clock.now >= deadline
            guard isOver || Interruption.isRequested else { continue }
            let ending = end(child, isOver ? .tookLonger(than: limit) : .interrupted)
            drain()
            return ending
        }
    }

    /// Writes to standard error, unless no one reads it.
    private static func pass(_ bytes: [UInt8]) {
        let poller = Poller(clock: MonotonicClock())
        // A pipe that is ready takes this number of bytes without waiting.
        let most = 4_096
        guard let output = try? FileDescriptor("dup", { fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3) }) else { return }
        for start in stride(from: 0, to: bytes.count, by: most) {
            let ready = poller.wait(
                [PollDescriptor(output.number, .writable)], until: poller.clock.now + .milliseconds(200))
            guard ready[0].contains(.writable) else { return }
            _ = try? output.write(bytes[start..<min(start + most, bytes.count)])
        }
    }

    /// Runs the command and returns its standard output, up to a maximum number of bytes.
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

    /// Waits for the end and reads the output; `take` returns whether there is room for more.
    private func wait(
        for child: ChildProcess, watching reader: FileDescriptor? = nil, _ take: (ChildProcess) -> Bool
    ) -> Ending {
        let poller = Poller(clock: MonotonicClock())
        let deadline = poller.clock.now + limit
        // The reader stays ready forever once the other end is closed.
        var watched = [child.end.number]
        if let reader { watched.append(reader.number) }
        while true {
            let ended = child.check()
            guard take(child) else { return end(child, .printedTooMuch) }
            if let ended { return Ending(ended) }
            guard poller.clock.now < deadline else { return end(child, .tookLonger(than: limit)) }
            guard !Interruption.isRequested else { return end(child, .interrupted) }
            let wake = min(deadline, poller.clock.now + .milliseconds(200))
            let ready = poller.wait(watched.map { PollDescriptor($0) }, until: wake)
            if ready.count > 1, ready[1].contains(.failed), !ready[1].contains(.readable) { watched.removeLast() }
        }
    }

    /// Ends the whole process group.
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
