import Glibc
import Ground
import OperatingSystem
import TestSupport
import Testing

/// The built `trammel` as a separate process, with its output read as it arrives and every wait bounded.
final class Program {
    private let process: ChildProcess
    private let channel: FileDescriptor
    private let clock = MonotonicClock()
    /// Standard output and standard error so far.
    private(set) var output = ""

    convenience init(_ arguments: String...) throws { try self.init(arguments) }

    init(_ arguments: [String]) throws {
        let pipe = try makePipe()
        channel = pipe.reader
        let nothing = try FileDescriptor("open /dev/null") { open("/dev/null", O_RDONLY | O_CLOEXEC) }
        let names = ["PATH", "HOME", "TMPDIR", "TRAMMEL_CACHE", "XDG_CACHE_HOME"]
        let environment = names.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
        process = try ChildProcess(
            path: Self.path, arguments: arguments, environment: environment,
            descriptors: [nothing.number, pipe.writer.number, pipe.writer.number])
    }

    var now: Instant { clock.now }

    /// Reads until this text has been written; on a timeout, fails with all output so far.
    func wait(for text: String, within limit: Lapse) throws {
        let deadline = now + limit
        while !output.contains(text) {
            try #require(now < deadline && read(until: deadline), "no \"\(text)\" within \(limit) in:\n\(output)")
        }
    }

    /// Closes the reading end of the output.
    func stopReading() { channel.close() }

    func send(_ signal: Int32) { kill(process.identifier, signal) }

    /// Returns the process that the program started: QEMU.
    func child() throws -> pid_t {
        let path = "/proc/\(process.identifier)/task"
        let tasks = try #require(Scratch.names(in: path))
        let children = tasks.compactMap { Scratch.text(at: "\(path)/\($0)/children") }.joined(separator: " ")
        return try #require(children.split(separator: " ").first.flatMap { pid_t($0) }, "no child of the program")
    }

    /// Reads to the end and returns the exit status, or 256 plus the signal; fails if the program does not end in
    /// time.
    func end(within limit: Lapse) throws -> Int32 {
        let deadline = now + limit
        while channel.isOpen, read(until: deadline) {}
        _ = Poller(clock: clock).wait([PollDescriptor(process.end.number)], until: deadline)
        // The rig in the machine reports by itself that it was short of processor time.
        if output.contains(Self.rigDoubt) { SteadyMachineTrait.noteStandstill() }
        let ending = try #require(process.check(), "no end within \(limit) after:\n\(output)")
        switch ending {
        case .exited(let status): return status
        case .killed(let signal): return 256 + signal
        }
    }

    /// Reads the available output; false at the deadline, and when the program has ended and everything was read.
    private func read(until deadline: Instant) -> Bool {
        let poller = Poller(clock: clock)
        guard poller.wait([PollDescriptor(channel.number)], until: deadline) != [[]] else { return false }
        guard let bytes = try? channel.read(upTo: 65_536), !bytes.isEmpty else { return false }
        output += String(decoding: bytes, as: UTF8.self)
        return true
    }

    /// The words with which a stalled rig says that it cannot judge.
    static let rigDoubt = "short of processor time"

    /// The program next to the test bundle, however the tests were started.
    static let path: String = {
        let arguments = CommandLine.arguments
        let bundle = arguments.firstIndex(of: "--test-bundle-path").flatMap { index in
            arguments.indices.contains(index + 1) ? arguments[index + 1] : nil
        }
        for place in [bundle, arguments.first].compactMap({ $0 }) {
            let folder = place.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            let candidate = (folder + ["trammel"]).joined(separator: "/")
            guard access(candidate, X_OK) == 0, let resolved = realpath(candidate, nil) else { continue }
            defer { free(resolved) }
            return String(cString: resolved)
        }
        return ".build/debug/trammel"
    }()
}
