import Glibc
import Ground
import Links
import OperatingSystem

/// A program of the bench's owner that moves or switches something, called with an act and its arguments.
///
/// One contract holds for every role. The words are arguments, without a shell; standard input is `/dev/null`; the
/// program runs in its own process group and may take up to `limit`. Then the group gets SIGTERM, and SIGKILL after
/// `grace`. What it prints is read while it runs, so that a full pipe never holds it up, and kept up to `outputLimit`.
/// Exit status 0 claims that the act is done, 64 that the act is unknown; with any other status the act has failed, and
/// the last line of standard error says why. What the answer on standard output means is up to the role.
struct BenchProgram: Sendable {
    /// The treatment of processes that a program leaves in its group when it ends.
    enum Leftovers: Sendable {
        /// They go on, for a program that holds a line or a pin with one of them. Its output is not read then, because
        /// the end of a pipe would kill them.
        case stay
        /// They are killed.
        case end
    }

    /// The standard output of a program.
    struct Output: Hashable, Sendable {
        var bytes: [UInt8] = []
        /// Whether it printed more than is kept.
        var isCut = false
    }

    static let outputLimit = 1 << 20
    /// The status with which a program says that it does not know an act: EX_USAGE of sysexits.h.
    static let unknownAct: Int32 = 64
    private static let bytesAtOnce = 65_536
    /// A pipe holds less than this number of reads; a process that goes on writing is not read any longer.
    private static let readsAfterEnd = 32

    let path: String
    /// The program's task as the end of a sentence: `switches the power of door`.
    let task: String
    var leftovers = Leftovers.end
    var limit = Lapse.seconds(60)
    var grace = Lapse.seconds(3)

    /// Calls the program, waits for its end, and returns its output.
    ///
    /// Throws a fault of the rig unless it ended with status 0. If `stop` becomes readable, the program is ended.
    func call(_ words: [String], stop: Waker? = nil, clock: MonotonicClock) throws(RigFault) -> Output {
        let result: Result<Output, RigFault>
        do throws(SystemError) {
            var session = try Session(self, words, stop, clock)
            let end = session.run()
            result = judge(end, session, words)
        } catch {
            throw fault("did not start: \(error)", words)
        }
        return try result.get()
    }

    /// Returns the fault of a call that ended in this way.
    func fault(_ how: String, _ words: [String]) -> RigFault {
        RigFault(
            "\(path.escapedForDisplay), which \(task), \(how)",
            remedy: "Try it by hand: \(([path] + words).joined(separator: " ").escapedForDisplay)")
    }

    private func judge(_ end: End, _ session: borrowing Session, _ words: [String]) -> Result<Output, RigFault> {
        let told = session.lastError.map { ": \($0)" } ?? ""
        switch end {
        case .ended(.exited(0)): return .success(session.output)
        case .ended(.exited(Self.unknownAct)):
            let act = words.first ?? ""
            return .failure(
                fault("does not know the act \(act) (it ended with status \(Self.unknownAct))\(told)", words))
        case .ended(.exited(let status)): return .failure(fault("ended with status \(status)\(told)", words))
        case .ended(.killed(let signal)): return .failure(fault("was ended by signal \(signal)\(told)", words))
        case .tooLate: return .failure(fault("did not end within \(limit)\(told)", words))
        case .stopped: return .failure(fault("was ended because the bench closed", words))
        }
    }
}

extension BenchProgram {
    private enum End {
        case ended(ChildProcess.Ending)
        case tooLate
        case stopped
    }

    /// One call in progress.
    private struct Session: ~Copyable {
        private let program: BenchProgram
        private let child: ChildProcess
        private let stop: Waker?
        private let poller: Poller
        /// The reading ends; nil once the program has closed its own.
        private var standardOutput: FileDescriptor?
        private var standardError: FileDescriptor?
        private(set) var output = Output()
        /// The end of what it wrote to standard error.
        private var complaints: [UInt8] = []

        private static let complaintLimit = 4_096
        private static let shownLimit = 200

        init(_ program: BenchProgram, _ words: [String], _ stop: Waker?, _ clock: MonotonicClock) throws(SystemError) {
            self.program = program
            self.stop = stop
            poller = Poller(clock: clock)
            let nothing = try FileDescriptor("open /dev/null") { open("/dev/null", O_RDWR | O_CLOEXEC) }
            let (output, errors) = (try makePipe(), try makePipe())
            try output.reader.makeNonBlocking()
            try errors.reader.makeNonBlocking()
            let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
            child = try ChildProcess(
                path: program.path, arguments: words, environment: ["PATH=\(folders)"],
                descriptors: program.leftovers == .stay
                    ? [nothing.number, nothing.number, STDERR_FILENO]
                    : [nothing.number, output.writer.number, errors.writer.number])
            // Otherwise the end of its output would never be seen.
            output.writer.close()
            errors.writer.close()
            (standardOutput, standardError) = (output.reader, errors.reader)
        }

        /// The last line of standard error that is not blank.
        var lastError: String? {
            BenchProgram.lines(of: complaints).last.map { String($0.prefix(Self.shownLimit)).escapedForDisplay }
        }

        mutating func run() -> End {
            let wish = wait(until: poller.clock.now + program.limit, heeding: stop)
            if wish != .ended { end() }
            // Until its status is taken, the program keeps its number, so the signal cannot reach another group.
            if wish != .ended || program.leftovers == .end { kill(-child.identifier, SIGKILL) }
            let ending = child.kill()
            for _ in 0..<BenchProgram.readsAfterEnd where read() {}
            return switch wish {
            case .ended: .ended(ending)
            case .passed: .tooLate
            case .stopped: .stopped
            }
        }

        private enum Wait {
            case ended, passed, stopped
        }

        /// Reads until the program has ended, or until the deadline.
        private mutating func wait(until deadline: Instant, heeding stop: Waker? = nil) -> Wait {
            while true {
                let pipes = [standardOutput, standardError].compactMap(\.self)
                let watched = [child.end.number] + pipes.map(\.number) + (stop.map { [$0.number] } ?? [])
                let ready = poller.wait(watched.map { PollDescriptor($0) }, until: deadline)
                _ = read()
                if !ready[0].isEmpty { return .ended }
                if stop != nil, ready.last?.isEmpty == false { return .stopped }
                if poller.clock.now >= deadline { return .passed }
            }
        }

        /// Asks the whole group to end, and reads meanwhile.
        private mutating func end() {
            kill(-child.identifier, SIGTERM)
            _ = wait(until: poller.clock.now + program.grace)
        }

        /// Reads once from each pipe; returns whether there may be more.
        private mutating func read() -> Bool {
            var hasMore = false
            if let pipe = standardOutput {
                switch Self.take(from: pipe) {
                case .nothing: break
                case .end: standardOutput = nil
                case .bytes(let bytes):
                    let room = BenchProgram.outputLimit - output.bytes.count
                    output.bytes += bytes.prefix(room)
                    if bytes.count > room { output.isCut = true }
                    hasMore = true
                }
            }
            if let pipe = standardError {
                switch Self.take(from: pipe) {
                case .nothing: break
                case .end: standardError = nil
                case .bytes(let bytes):
                    complaints = (complaints + bytes).suffix(Self.complaintLimit)
                    hasMore = true
                }
            }
            return hasMore
        }

        private enum Piece {
            case bytes([UInt8])
            case nothing
            case end
        }

        private static func take(from pipe: FileDescriptor) -> Piece {
            guard let bytes = try? pipe.read(upTo: BenchProgram.bytesAtOnce) else { return .nothing }
            return bytes.isEmpty ? .end : .bytes(bytes)
        }
    }

    /// Returns the lines of an output that are not blank, without surrounding blanks.
    static func lines(of bytes: [UInt8]) -> [String] {
        bytes.split { $0 == 0x0A || $0 == 0x0D }.compactMap { line in
            let text = String(decoding: line, as: UTF8.self)
            let rest = text.drop(while: \.isWhitespace)
            guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return nil }
            return String(rest[...last])
        }
    }
}
