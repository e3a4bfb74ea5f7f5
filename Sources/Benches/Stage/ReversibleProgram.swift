import Ground
import Links
import OperatingSystem
import RigKit
import Synchronization

/// The bench owner's program that does something and undoes it: `PATH present NAME` and `PATH remove NAME` for a tag,
/// `PATH block RADIO NAME` and `PATH unblock RADIO NAME` for a radio of an accessory.
///
/// The last line of its standard output is the state that results, as far as the program can read it back. That is only
/// its word: the reader is the witness of where a tag is, and the link or the kit of a blocked radio.
struct ReversibleProgram: Sendable {
    /// The thing that the program acts on.
    enum Object: Hashable, Sendable {
        case tag(TagName)
        case radio(Radio, of: AccessoryName)
    }

    /// The state of its object according to the program.
    enum Answer: Hashable, Sendable {
        case done, undone
        /// The device cannot read it back.
        case unknown
    }

    let object: Object
    let program: BenchProgram

    init(path: String, _ object: Object, limit: Lapse = .seconds(60), grace: Lapse = .seconds(3)) {
        self.object = object
        program = BenchProgram(path: path, task: object.task, limit: limit, grace: grace)
    }

    /// Returns the same program with no more than this time for an act.
    func within(_ limit: Lapse) -> ReversibleProgram {
        ReversibleProgram(path: program.path, object, limit: min(program.limit, limit), grace: program.grace)
    }

    /// Calls the program and returns its answer; throws a fault of the rig unless it did the act as far as it knows.
    ///
    /// `isDone` says whether the act does the thing or undoes it.
    func perform(_ isDone: Bool, stop: Waker? = nil, clock: MonotonicClock) throws(RigFault) -> Answer {
        let words = object.words(isDone)
        let output = try program.call(words, stop: stop, clock: clock)
        let states = object.states
        let answer = try program.answer(
            in: output, to: words, form: "\(states.done), \(states.undone) or unknown", read: object.answer)
        guard let answer else {
            throw program.fault("ended with status 0 and printed no answer to \(words[0])", words)
        }
        if answer == (isDone ? .undone : .done) {
            throw program.fault(
                "ended with status 0, but answered \(words[0]) with \(isDone ? states.undone : states.done)", words)
        }
        return answer
    }
}

extension ReversibleProgram.Object {
    /// The program's task as the end of a sentence.
    fileprivate var task: String {
        switch self {
        case .tag(let tag): "presents \(tag)"
        case .radio(let radio, let name): "blocks the \(radio) of \(name)"
        }
    }

    /// Returns the arguments with which the program is called.
    func words(_ isDone: Bool) -> [String] {
        switch self {
        case .tag(let tag): [isDone ? "present" : "remove", tag.rawValue]
        case .radio(let radio, let name): [isDone ? "block" : "unblock", radio.rawValue, name.rawValue]
        }
    }

    /// The answers of the program.
    fileprivate var states: (done: String, undone: String) {
        switch self {
        case .tag: ("present", "absent")
        case .radio: ("blocked", "unblocked")
        }
    }

    fileprivate func answer(_ line: String) -> ReversibleProgram.Answer? {
        switch line {
        case states.done: .done
        case states.undone: .undone
        case "unknown": .unknown
        default: nil
        }
    }

    /// Returns the event that reports an act as done.
    fileprivate func event(_ isDone: Bool) -> StageEvent {
        switch self {
        case .tag(let tag): isDone ? .presented(tag) : .removed(tag)
        case .radio(let radio, let name): .radio(radio, of: name, isBlocked: isDone)
        }
    }

    fileprivate func reading(_ isDone: Bool) -> StageReading {
        switch self {
        case .tag(let tag): .tag(tag, isPresent: isDone)
        case .radio(let radio, let name): .radio(radio, of: name, isBlocked: isDone)
        }
    }

    /// The note that its program cannot read back.
    fileprivate func unreadNote(of path: String) -> String {
        let start = "\(path.escapedForDisplay) cannot read back "
        switch self {
        case .tag(let tag):
            return start + "where \(tag) is: its acts are commanded, and only the reader witnesses them"
        case .radio(let radio, let name):
            return start + "whether the \(radio) of \(name) is blocked: its acts are commanded, and only links and "
                + "ranging witness them"
        }
    }
}

/// Programs of this bench that do something and undo it, one act at a time.
final class ReversiblePrograms: Sendable {
    /// The time for undoing what is still done when the bench closes.
    static let closingLimit = Lapse.seconds(20)

    private struct State {
        /// The objects whose acts may not be undone yet.
        var held: [ReversibleProgram.Object] = []
        /// The objects whose program has said that it cannot read back.
        var unread: [ReversibleProgram.Object] = []
    }

    private let programs: [ReversibleProgram]
    private let queue: ProgramQueue
    private let mailbox: Mailbox
    private let clock: MonotonicClock
    private let state = Mutex(State())

    init(_ programs: [ReversibleProgram], mailbox: Mailbox, clock: MonotonicClock) throws(RigFault) {
        self.programs = programs
        self.mailbox = mailbox
        self.clock = clock
        queue = try ProgramQueue("programs")
    }

    func serves(_ object: ReversibleProgram.Object) -> Bool { programs.contains { $0.object == object } }

    /// Undoes what a run that was killed may have left done, which would look like a fault of the accessory.
    func clear(_ objects: [ReversibleProgram.Object]) throws(RigFault) {
        for program in programs where objects.contains(program.object) {
            _ = try program.perform(false, clock: clock)
        }
    }

    /// Begins an act, after those that were begun earlier; the mailbox receives its event, or what went wrong.
    func perform(_ isDone: Bool, on object: ReversibleProgram.Object) {
        guard let program = programs.first(where: { $0.object == object }) else {
            preconditionFailure("only an object with a program is acted on by one")
        }
        guard let reason = queue.add({ [self] in carryOut(isDone, program) }) else { return }
        mailbox.post(.fault(.stage, program.program.fault(reason, object.words(isDone))), by: clock)
    }

    /// Ends a program that is running, and undoes everything that may still be done. Returns the fault of the first
    /// program that did not; nil if all did.
    @discardableResult func close() -> RigFault? {
        queue.close()
        var fault: RigFault?
        for program in programs where state.withLock({ $0.held.contains(program.object) }) {
            do throws(RigFault) { _ = try program.within(Self.closingLimit).perform(false, clock: clock) } catch {
                fault = fault ?? error
            }
        }
        state.withLock { $0.held = [] }
        return fault
    }

    private func carryOut(_ isDone: Bool, _ program: ReversibleProgram) -> Bool {
        let object = program.object
        // Even an act that fails may have been done.
        if isDone { state.withLock { if !$0.held.contains(object) { $0.held.append(object) } } }
        do throws(RigFault) {
            report(isDone, program, try program.perform(isDone, stop: queue.stop, clock: clock))
            return true
        } catch {
            mailbox.post(.fault(.stage, error), by: clock)
            return false
        }
    }

    private func report(_ isDone: Bool, _ program: ReversibleProgram, _ answer: ReversibleProgram.Answer) {
        let object = program.object
        let isNews = state.withLock { state in
            if !isDone { state.held.removeAll { $0 == object } }
            guard answer == .unknown, !state.unread.contains(object) else { return false }
            state.unread.append(object)
            return true
        }
        if isNews {
            let note = Finding("bench.note", .note, object.unreadNote(of: program.program.path))
            mailbox.post(.finding(.stage, note), by: clock)
        }
        if answer != .unknown { mailbox.post(.stage(.readBack(object.reading(answer == .done))), by: clock) }
        mailbox.post(.stage(object.event(isDone)), by: clock)
    }
}

extension ReversiblePrograms {
    /// Creates those that hold the rig's tags to the reader.
    static func tags(of rig: Rig, mailbox: Mailbox, clock: MonotonicClock) throws(RigFault) -> ReversiblePrograms {
        let programs = rig.tags.compactMap { entry -> ReversibleProgram? in
            if case .program(let path) = entry.port { ReversibleProgram(path: path, .tag(entry.name)) } else { nil }
        }
        return try ReversiblePrograms(programs, mailbox: mailbox, clock: clock)
    }

    /// Creates those that block radios of the rig's accessories.
    static func air(of rig: Rig, mailbox: Mailbox, clock: MonotonicClock) throws(RigFault) -> ReversiblePrograms {
        let programs = rig.accessories.flatMap { entry in
            Radio.allCases.compactMap { radio -> ReversibleProgram? in
                guard case .program(let path) = entry.air[radio] else { return nil }
                return ReversibleProgram(path: path, .radio(radio, of: entry.name))
            }
        }
        return try ReversiblePrograms(programs, mailbox: mailbox, clock: clock)
    }
}
