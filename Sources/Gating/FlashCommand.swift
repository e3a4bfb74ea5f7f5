public import Evidence
import FoundationEssentials
import Glibc
public import Ground
import OperatingSystem

/// A command of the bench's owner that writes a firmware file into the accessory and verifies it.
public struct FlashCommand: Hashable, Sendable {
    /// In which the command finds the path of the file.
    public static let variable = "TRAMMEL_FIRMWARE"

    /// For the shell.
    public let command: String
    /// How long it may take.
    public let limit: Span

    public init(_ command: String, limit: Span = .seconds(600)) { (self.command, self.limit) = (command, limit) }

    /// Runs it for a file; throws where it does not end with 0 in time. What it prints goes to standard error.
    public func write(_ path: String) throws(CommandTrouble) {
        let trouble = { (what: String) in
            CommandTrouble(
                what: "the firmware was not written: '\(command.escapedForDisplay)' \(what)",
                remedy: "Try the command by hand, with \(Self.variable)=\(path.escapedForDisplay)")
        }
        let inherited = ProcessInfo.processInfo.environment.filter { $0.key != Self.variable }
        let environment = inherited.map { "\($0.key)=\($0.value)" } + ["\(Self.variable)=\(path)"]
        let clock = MonotonicClock()
        let child: ChildProcess
        do {
            let nothing = try FileDescriptor("open /dev/null") { open("/dev/null", O_RDONLY | O_CLOEXEC) }
            let output = try FileDescriptor("dup") { fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3) }
            child = try ChildProcess(
                path: "/bin/sh", arguments: ["-c", command], environment: environment,
                descriptors: [nothing.number, output.number, output.number])
        } catch {
            throw trouble("cannot be started: \(error)")
        }
        let deadline = clock.now + limit
        let poller = Poller(clock: clock)
        while true {
            if let ending = child.check() {
                switch ending {
                case .exited(0): return
                case .exited(let status): throw trouble("ended with status \(status)")
                case .killed(let signal): throw trouble("was ended by signal \(signal)")
                }
            }
            guard clock.now < deadline else {
                child.kill()
                throw trouble("did not end within \(limit)")
            }
            guard !Interruption.isRequested else {
                child.kill()
                throw trouble("was stopped by a person or a signal")
            }
            _ = poller.wait([PollDescriptor(child.end.number)], until: min(deadline, clock.now + .milliseconds(200)))
        }
    }
}
