import Glibc
import Ground
import Links
import OperatingSystem
import RigKit
import Synchronization

/// A program of the bench's owner whose standard output is the console, such as a decoder of binary logs.
///
/// It is called without arguments and without a shell, with `/dev/null` as standard input, in its own process group. It
/// must run until the console is closed; then the group gets SIGTERM, and SIGKILL after `grace`.
final class ProgramLine: ConsoleSource {
    static let grace = Lapse.seconds(1)
    /// One that ends within this time has not begun.
    static let begin = Lapse.milliseconds(300)
    private static let complaintLimit = 4_096
    private static let shownLimit = 200
    /// A pipe holds less than this number of reads.
    private static let readsAtOnce = 32

    private struct State {
        let child: ChildProcess
        /// The end of what it wrote to standard error.
        var complaints: [UInt8] = []
        var hasErrors = true
        /// The ending of the program, after its whole group was ended.
        var ending: ChildProcess.Ending?
    }

    private let path: String
    private let accessory: AccessoryName
    private let clock: MonotonicClock
    private let output: FileDescriptor
    private let errors: FileDescriptor
    private let end: FileDescriptor
    private let state: Mutex<State>

    init(_ path: String, of accessory: AccessoryName, clock: MonotonicClock) throws(RigFault) {
        (self.path, self.accessory, self.clock) = (path, accessory, clock)
        do throws(SystemError) {
            let nothing = try FileDescriptor("open /dev/null") { Glibc.open("/dev/null", O_RDWR | O_CLOEXEC) }
            let (output, errors) = (try makePipe(), try makePipe())
            try output.reader.makeNonBlocking()
            try errors.reader.makeNonBlocking()
            let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
            let child = try ChildProcess(
                path: path, arguments: [], environment: ["PATH=\(folders)"],
                descriptors: [nothing.number, output.writer.number, errors.writer.number])
            // Otherwise the end of its output would never be seen.
            output.writer.close()
            errors.writer.close()
            (self.output, self.errors, end) = (output.reader, errors.reader, child.end)
            state = Mutex(State(child: child))
        } catch { throw Self.fault(path, accessory, "did not start: \(error)") }
        try awaitBegin()
    }

    /// Waits until it prints, or has run for a while; throws if it ends before.
    private func awaitBegin() throws(RigFault) {
        let poller = Poller(clock: clock)
        let deadline = clock.now + Self.begin
        let ready = poller.wait([PollDescriptor(end.number), PollDescriptor(output.number)], until: deadline)
        if ready[1].contains(.readable) { return }
        // Without output, it may have closed it just before its end.
        let isOver = !poller.wait([PollDescriptor(end.number)], until: deadline)[0].isEmpty
        guard isOver || ready[1].contains(.failed) else { return }
        takeComplaints()
        let fault = ending
        close()
        throw fault
    }

    var numbers: [Int32] { [output.number, end.number] + (state.withLock { $0.hasErrors } ? [errors.number] : []) }

    func read(hasFailed: Bool) throws(ConsoleEnd) -> [UInt8] {
        takeComplaints()
        let bytes = try? output.read(upTo: 65_536)
        if let bytes, !bytes.isEmpty { return bytes }
        // A process that it started may hold its output after its end.
        let hasEnded = !Poller(clock: clock).wait([PollDescriptor(end.number)], until: clock.now)[0].isEmpty
        guard hasEnded || bytes == .some([]) else { return [] }
        // It closed its output: if it does not end by itself, it will be ended.
        _ = Poller(clock: clock).wait([PollDescriptor(end.number)], until: clock.now + Self.grace)
        takeComplaints()
        throw ConsoleEnd(fault: ending)
    }

    /// The fault of a program that ended, or closed its output.
    private var ending: RigFault {
        let (ending, complaints) = state.withLock { state in
            if !Poller(clock: clock).wait([PollDescriptor(end.number)], until: clock.now)[0].isEmpty { finish(&state) }
            return (state.ending, state.complaints)
        }
        let how =
            switch ending {
            case .exited(let status): "ended with status \(status)"
            case .killed(let signal): "was ended by signal \(signal)"
            case nil: "closed its standard output"
            }
        let told = BenchProgram.lines(of: complaints).last.map {
            ": \(String($0.prefix(Self.shownLimit)).escapedForDisplay)"
        }
        return Self.fault(path, accessory, how + (told ?? ""))
    }

    private func takeComplaints() {
        state.withLock { state in
            guard state.hasErrors else { return }
            for _ in 0..<Self.readsAtOnce {
                guard let bytes = try? errors.read(upTo: 65_536) else { return }
                guard !bytes.isEmpty else {
                    state.hasErrors = false
                    return
                }
                state.complaints = (state.complaints + bytes).suffix(Self.complaintLimit)
            }
        }
    }

    func write(_ bytes: [UInt8]) -> RigFault? {
        RigFault(
            "nothing can be written to the console of \(accessory): it is the output of the program "
                + path.escapedForDisplay,
            remedy: "Name the serial line itself with --port \(accessory).console=serial:/dev/ttyUSB1")
    }

    /// Ends the program and whatever it left in its group.
    func close() {
        state.withLock { state in
            output.close()
            errors.close()
            guard state.ending == nil else { return }
            kill(-state.child.identifier, SIGTERM)
            _ = Poller(clock: clock).wait([PollDescriptor(end.number)], until: clock.now + Self.grace)
            finish(&state)
        }
    }

    /// Kills the group. Until its status is taken, the program keeps its number, so the signal cannot reach another.
    private func finish(_ state: inout State) {
        guard state.ending == nil else { return }
        kill(-state.child.identifier, SIGKILL)
        state.ending = state.child.kill()
    }

    private static func fault(_ path: String, _ accessory: AccessoryName, _ how: String) -> RigFault {
        RigFault(
            "the program \(path.escapedForDisplay), which prints the console of \(accessory), \(how)",
            remedy: "Try it by hand: \(path.escapedForDisplay) must print until it is ended")
    }
}
