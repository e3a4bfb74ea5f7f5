import CLinux
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
        /// They go on, for a program that holds a line or a pin with one of them. Its output goes to files in memory,
        /// because the end of a pipe would kill them.
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
    /// A program whose output is not read while it runs is ended if it prints more.
    static let floodLimit = 8 << 20
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
        case .flooded: return .failure(fault("printed more than \(Self.floodLimit >> 20) MiB", words))
        }
    }
}

extension BenchProgram {
    private enum End {
        case ended(ChildProcess.Ending)
        case tooLate
        case stopped
        case flooded
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
        /// The files that take the place of pipes for a program that may leave processes behind.
        private let files: (output: FileDescriptor, errors: FileDescriptor)?
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
            let files = program.leftovers == .stay ? try Self.makeFiles() : nil
            child = try ChildProcess(
                path: program.path, arguments: words, environment: ["PATH=\(folders)"],
                descriptors: [
                    nothing.number, files?.output.number ?? output.writer.number,
                    files?.errors.number ?? errors.writer.number,
                ])
            // Otherwise the end of its output would never be seen.
            output.writer.close()
            errors.writer.close()
            self.files = files
            (standardOutput, standardError) = (output.reader, errors.reader)
        }

        private static func makeFiles() throws(SystemError) -> (output: FileDescriptor, errors: FileDescriptor) {
            (
                try FileDescriptor("memfd_create") { unsafe trammel_memory_file("output") },
                try FileDescriptor("memfd_create") { unsafe trammel_memory_file("errors") }
            )
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
            takeFiles()
            for _ in 0..<BenchProgram.readsAfterEnd where read() {}
            return switch wish {
            case .ended: .ended(ending)
            case .passed: .tooLate
            case .stopped: .stopped
            case .flooded: .flooded
            }
        }

        /// Takes what is in the files, and keeps leftovers from making them grow for ever.
        private mutating func takeFiles() {
            guard let files else { return }
            for file in [files.output, files.errors] { trammel_seal_growth(file.number) }
            let printed = Self.content(of: files.output)
            output = Output(
                bytes: Array(printed.prefix(BenchProgram.outputLimit)),
                isCut: printed.count > BenchProgram.outputLimit)
            complaints = Self.content(of: files.errors).suffix(Self.complaintLimit)
        }

        private static func content(of file: FileDescriptor) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: BenchProgram.outputLimit + 1)
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(file.number, buffer.baseAddress, buffer.count, 0)
            }
            bytes.removeLast(bytes.count - max(count, 0))
            return bytes
        }

        /// Whether a program has written far more than is kept.
        private var floods: Bool {
            guard let files else { return false }
            return [files.output, files.errors].contains { file in
                var facts = stat()
                return unsafe fstat(file.number, &facts) == 0 && facts.st_size > BenchProgram.floodLimit
            }
        }

        private enum Wait {
            case ended, passed, stopped, flooded
        }

        /// Reads until the program has ended, or until the deadline.
        private mutating func wait(until deadline: Instant, heeding stop: Waker? = nil) -> Wait {
            while true {
                let pipes = [standardOutput, standardError].compactMap(\.self)
                let watched = [child.end.number] + pipes.map(\.number) + (stop.map { [$0.number] } ?? [])
                let look = files == nil ? deadline : min(deadline, poller.clock.now + .milliseconds(10))
                let ready = poller.wait(watched.map { PollDescriptor($0) }, until: look)
                _ = read()
                if !ready[0].isEmpty { return .ended }
                if stop != nil, ready.last?.isEmpty == false { return .stopped }
                if floods { return .flooded }
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

    /// Returns the answer on the last line of a call's output; nil if that line is none.
    ///
    /// Throws if there is too much output, or if two lines are different answers.
    func answer<Answer: Equatable>(
        in output: Output, to words: [String], form: String, isNeeded: Bool = true, read: (String) -> Answer?
    ) throws(RigFault) -> Answer? {
        if output.isCut { throw fault("printed more than \(Self.outputLimit >> 20) MiB", words) }
        let lines = Self.lines(of: output.bytes)
        let act = words.first ?? ""
        guard let last = lines.last else { return nil }
        guard let answer = read(last) else {
            guard isNeeded else { return nil }
            let shown = String(last.prefix(80)).escapedForDisplay
            throw fault("answered \(act) with \"\(shown)\": its last line must be \(form)", words)
        }
        for line in lines {
            guard let other = read(line), other != answer else { continue }
            throw fault("gave two answers to \(act): \(line.escapedForDisplay), then \(last.escapedForDisplay)", words)
        }
        return answer
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
