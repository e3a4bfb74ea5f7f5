import Ground
import Links
import OperatingSystem
import RigKit
import Synchronization

/// The bench owner's program that holds a tag to the reader and takes it away: `PATH present NAME`, `PATH remove NAME`.
///
/// The last line of its standard output is the tag's state, as far as the program can read it back. That is only its
/// word: the reader is the witness of where the tag is.
struct TagProgram: Sendable {
    enum Act: String, Sendable {
        case present, remove
    }

    /// The tag's state according to the program.
    enum Answer: String, CaseIterable, Sendable {
        case present, absent
        /// The device cannot read it back.
        case unknown

        /// Whether it says that the act is not done.
        func contradicts(_ act: Act) -> Bool {
            switch (self, act) {
            case (.absent, .present), (.present, .remove): true
            case (.present, .present), (.absent, .remove), (.unknown, _): false
            }
        }
    }

    let tag: TagName
    let program: BenchProgram

    init(path: String, tag: TagName, limit: Lapse = .seconds(60), grace: Lapse = .seconds(3)) {
        self.tag = tag
        program = BenchProgram(path: path, task: "presents \(tag)", limit: limit, grace: grace)
    }

    /// Calls the program and returns its answer; throws a fault of the rig unless it did the act as far as it knows.
    func perform(_ act: Act, stop: Waker? = nil, clock: MonotonicClock) throws(RigFault) -> Answer {
        let words = [act.rawValue, tag.rawValue]
        let output = try program.call(words, stop: stop, clock: clock)
        if output.isCut {
            throw program.fault("printed more than \(BenchProgram.outputLimit >> 20) MiB", words)
        }
        let lines = BenchProgram.lines(of: output.bytes)
        let forms = "its last line must be present, absent or unknown"
        guard let last = lines.last else {
            throw program.fault("ended with status 0 and printed no answer to \(act.rawValue): \(forms)", words)
        }
        guard let answer = Answer(rawValue: last) else {
            let shown = String(last.prefix(80)).escapedForDisplay
            throw program.fault("answered \(act.rawValue) with \"\(shown)\": \(forms)", words)
        }
        if let other = lines.compactMap(Answer.init(rawValue:)).first(where: { $0 != answer }) {
            throw program.fault(
                "gave two answers to \(act.rawValue): \(other.rawValue), then \(answer.rawValue)", words)
        }
        if answer.contradicts(act) {
            throw program.fault(
                "ended with status 0, but answered \(act.rawValue) with \(answer.rawValue)", words)
        }
        return answer
    }
}

/// The tags of this bench that programs present.
///
/// Their acts are performed one after the other on a separate thread, because a tag may be detected, and another
/// act be due, before its program has ended.
final class TagPrograms: Sendable {
    /// No step asks for more than two acts at a time.
    static let mostWaiting = 16
    /// The time for taking away what is still at the reader when the bench closes.
    static let closingLimit = Lapse.seconds(20)

    private struct State {
        var waiting: [(act: TagProgram.Act, program: TagProgram)] = []
        var thread: DeviceThread?
        /// Whether the thread takes what is added.
        var isBusy = false
        var isOver = false
        /// The tags that may be at the reader: presented, and not known to be taken away.
        var held: [TagName] = []
        /// The tags whose program has said that it cannot read back.
        var unread: [TagName] = []
    }

    private let programs: [TagProgram]
    private let stop: Waker
    private let mailbox: Mailbox
    private let clock: MonotonicClock
    private let state = Mutex(State())

    convenience init(_ rig: Rig, mailbox: Mailbox, clock: MonotonicClock) throws(RigFault) {
        let programs = rig.tags.compactMap { entry -> TagProgram? in
            if case .program(let path) = entry.port { TagProgram(path: path, tag: entry.name) } else { nil }
        }
        try self.init(programs, mailbox: mailbox, clock: clock)
    }

    init(_ programs: [TagProgram], mailbox: Mailbox, clock: MonotonicClock) throws(RigFault) {
        self.programs = programs
        self.mailbox = mailbox
        self.clock = clock
        do throws(SystemError) { stop = try Waker() } catch {
            throw RigFault(
                "the programs that present tags cannot be stopped: \(error)", remedy: "Raise the limit on open files")
        }
    }

    func presents(_ tag: TagName) -> Bool { programs.contains { $0.tag == tag } }

    /// Begins an act, after those that were begun earlier; the mailbox receives its event, or what went wrong.
    func perform(_ act: TagProgram.Act, on tag: TagName) {
        guard let program = programs.first(where: { $0.tag == tag }) else {
            preconditionFailure("only tags with a program are presented by one")
        }
        let fault: RigFault? = state.withLock { state in
            guard !state.isOver else { return nil }
            guard state.waiting.count < Self.mostWaiting else {
                return program.program.fault(
                    "has \(Self.mostWaiting) acts to do already", [act.rawValue, tag.rawValue])
            }
            state.waiting.append((act, program))
            guard !state.isBusy else { return nil }
            do throws(SystemError) {
                state.isBusy = true
                state.thread = try DeviceThread("tags", urgency: .ordinary) { [self] in work() }
                return nil
            } catch {
                state.isBusy = false
                return program.program.fault("did not start: \(error)", [act.rawValue, tag.rawValue])
            }
        }
        if let fault { mailbox.post(.fault(.stage, fault), by: clock) }
    }

    /// Ends a program that is running, and takes away every tag that may still be at the reader.
    func close() {
        let thread = state.withLock { state in
            state.isOver = true
            state.waiting = []
            return state.thread.take()
        }
        stop.wake()
        thread?.join()
        for tag in state.withLock({ $0.held }) {
            guard let program = programs.first(where: { $0.tag == tag }) else { continue }
            var last = program.program
            last.limit = min(last.limit, Self.closingLimit)
            _ = try? last.call([TagProgram.Act.remove.rawValue, tag.rawValue], clock: clock)
        }
        state.withLock { $0.held = [] }
    }

    private func work() {
        while let (act, program) = next() {
            do throws(RigFault) {
                let answer = try program.perform(act, stop: stop, clock: clock)
                done(act, program, answer)
            } catch {
                state.withLock { $0.waiting = [] }
                mailbox.post(.fault(.stage, error), by: clock)
            }
        }
    }

    private func next() -> (act: TagProgram.Act, program: TagProgram)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isBusy = false
                return nil
            }
            let next = state.waiting.removeFirst()
            // Even if it fails, the tag may be there.
            if next.act == .present, !state.held.contains(next.program.tag) { state.held.append(next.program.tag) }
            return next
        }
    }

    private func done(_ act: TagProgram.Act, _ program: TagProgram, _ answer: TagProgram.Answer) {
        let tag = program.tag
        let isNews = state.withLock { state in
            if act == .remove { state.held.removeAll { $0 == tag } }
            guard answer == .unknown, !state.unread.contains(tag) else { return false }
            state.unread.append(tag)
            return true
        }
        if isNews {
            let meaning =
                "\(program.program.path.escapedForDisplay) cannot read back where \(tag) is: its acts are "
                + "commanded, and only the reader witnesses them"
            mailbox.post(.finding(.stage, Finding("bench.note", .note, meaning)), by: clock)
        }
        mailbox.post(.stage(act == .present ? .presented(tag) : .removed(tag)), by: clock)
    }
}
