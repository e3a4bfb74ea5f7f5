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

    /// Returns the same program with no more than this time for an act.
    func within(_ limit: Lapse) -> TagProgram {
        TagProgram(path: program.path, tag: tag, limit: min(program.limit, limit), grace: program.grace)
    }

    /// Calls the program and returns its answer; throws a fault of the rig unless it did the act as far as it knows.
    func perform(_ act: Act, stop: Waker? = nil, clock: MonotonicClock) throws(RigFault) -> Answer {
        let words = [act.rawValue, tag.rawValue]
        let output = try program.call(words, stop: stop, clock: clock)
        let answer = try program.answer(
            in: output, to: words, form: "present, absent or unknown", read: Answer.init(rawValue:))
        guard let answer else {
            throw program.fault("ended with status 0 and printed no answer to \(act.rawValue)", words)
        }
        if answer.contradicts(act) {
            throw program.fault(
                "ended with status 0, but answered \(act.rawValue) with \(answer.rawValue)", words)
        }
        return answer
    }
}

/// The tags of this bench that programs present, one act at a time.
final class TagPrograms: Sendable {
    /// The time for taking away what is still at the reader when the bench closes.
    static let closingLimit = Lapse.seconds(20)

    private struct State {
        /// The tags that may be at the reader: presented, and not known to be taken away.
        var held: [TagName] = []
        /// The tags whose program has said that it cannot read back.
        var unread: [TagName] = []
    }

    private let programs: [TagProgram]
    private let queue: ProgramQueue
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
        queue = try ProgramQueue("tags")
    }

    func presents(_ tag: TagName) -> Bool { programs.contains { $0.tag == tag } }

    /// Begins an act, after those that were begun earlier; the mailbox receives its event, or what went wrong.
    func perform(_ act: TagProgram.Act, on tag: TagName) {
        guard let program = programs.first(where: { $0.tag == tag }) else {
            preconditionFailure("only tags with a program are presented by one")
        }
        guard let reason = queue.add({ [self] in carryOut(act, program) }) else { return }
        let fault = program.program.fault(reason, [act.rawValue, tag.rawValue])
        mailbox.post(.fault(.stage, fault), by: clock)
    }

    /// Ends a program that is running, and takes away every tag that may still be at the reader. Returns the fault of
    /// the first program that did not; nil if all did.
    @discardableResult func close() -> RigFault? {
        queue.close()
        var fault: RigFault?
        for program in programs where state.withLock({ $0.held.contains(program.tag) }) {
            do throws(RigFault) { _ = try program.within(Self.closingLimit).perform(.remove, clock: clock) } catch {
                fault = fault ?? error
            }
        }
        state.withLock { $0.held = [] }
        return fault
    }

    private func carryOut(_ act: TagProgram.Act, _ program: TagProgram) -> Bool {
        let tag = program.tag
        if act == .present {
            // Even if it fails, the tag may be there.
            state.withLock { if !$0.held.contains(tag) { $0.held.append(tag) } }
        }
        do throws(RigFault) {
            done(act, program, try program.perform(act, stop: queue.stop, clock: clock))
            return true
        } catch {
            mailbox.post(.fault(.stage, error), by: clock)
            return false
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
        if answer != .unknown {
            mailbox.post(.stage(.readBack(.tag(tag, isPresent: answer == .present))), by: clock)
        }
        mailbox.post(.stage(act == .present ? .presented(tag) : .removed(tag)), by: clock)
    }
}
