import Glibc
import Ground
import Links
import OperatingSystem
import RigKit
import Synchronization

/// A person at the bench who walks, holds tags and operates screens, instructed on the terminal.
///
/// The person presses Return if the bench cannot see by itself that something is done. While only Return can end an
/// act, everything else waits, and is asked for when the person is done. A tag is seen by the reader, so the next act
/// need not wait for it.
final class PersonStage: Stage, Sendable {
    private let terminal: FileDescriptor
    /// The largest error of a place.
    private let error: Distance
    private let waker: Waker
    private let mailbox: Mailbox
    private let clock: MonotonicClock
    private let state: Mutex<State>
    private let thread: Mutex<DeviceThread?>

    /// Something that the person is asked for.
    private struct Act {
        let text: String
        /// The events that Return reports; none for what is not reported at all.
        var events: [StageEvent] = []
        /// Whether Return alone ends it.
        var isFinishedByReturn = false
    }

    private struct State {
        /// The events that the next press of Return reports.
        var awaited: [StageEvent] = []
        /// Whether the person has to finish an act before the next one.
        var isBusy = false
        /// The acts that are still to come, in order.
        var later: [Act] = []
        var isOver = false

        mutating func begin(_ act: Act) {
            awaited = act.events
            isBusy = act.isFinishedByReturn
        }

        /// Ends the act in progress; returns its events, and the acts to ask for now.
        mutating func finish() -> (events: [StageEvent], next: [Act]) {
            let events = awaited
            (awaited, isBusy) = ([], false)
            var next: [Act] = []
            while !isBusy, !later.isEmpty {
                next.append(later.removeFirst())
                begin(next[next.count - 1])
            }
            return (events, next)
        }
    }

    convenience init(of rig: Rig, mailbox: Mailbox, clock: MonotonicClock) throws(RigFault) {
        let number = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard number >= 0 else { throw .noTerminal }
        try self.init(of: rig, at: FileDescriptor(owning: number), mailbox: mailbox, clock: clock)
    }

    /// Does the same at a terminal other than this program's own.
    init(of rig: Rig, at terminal: FileDescriptor, mailbox: Mailbox, clock: MonotonicClock) throws(RigFault) {
        self.terminal = terminal
        error = rig.errorByHand ?? .zero
        self.mailbox = mailbox
        self.clock = clock
        state = Mutex(State())
        thread = Mutex(nil)
        do throws(SystemError) {
            waker = try Waker()
        } catch {
            throw RigFault("the terminal's thread cannot be woken: \(error)", remedy: "Raise the limit on open files")
        }
        do throws(SystemError) {
            let started = try DeviceThread("stage", urgency: .ordinary) { [self] in listen() }
            thread.withLock { $0 = started }
        } catch {
            throw RigFault("the terminal's thread did not start: \(error)", remedy: "Close other programs")
        }
    }

    /// Whether there is a terminal on which a person can be asked.
    static var hasTerminal: Bool {
        let number = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard number >= 0 else { return false }
        _ = Glibc.close(number)
        return true
    }

    func perform(_ request: StageRequest) {
        switch request {
        case .place(let name, let distance):
            finish(
                "Put \(name) \(distance) away. Press return when it is there.", reached(name, distance, .placed(name)))
        case .move(let name, let from, let to, let speed):
            let verb = to < from ? "toward" : "away from"
            let time = speed.time(for: to - from).map { " in \($0)" } ?? ""
            finish(
                "Walk \(verb) \(name), from \(from) to \(to)\(time). Press return when you are there.",
                reached(name, to, .arrived(name)))
        case .face(let name, let seen): ask("Hold the phone so that \(name) is \(seen), behind its back.")
        case .turn(let turn, let span):
            finish("Turn the phone \(turn) in \(span). Press return when it is turned.", [.turned])
        case .present(let tag):
            ask(
                "Hold \(tag) to the reader, beside what is there. Press return if nothing happens then.",
                [.presented(tag)])
        case .remove(let tag):
            ask("Take \(tag) away from the reader. Press return if nothing happens then.", [.removed(tag)])
        case .tearAway(let tag, _):
            ask(
                "Swipe \(tag) over the reader, away before it is read. Press return if nothing happens.",
                [.presented(tag), .removed(tag)])
        case .swap(let tag, let other):
            ask(
                "Take \(tag) away from the reader, hold \(other) there at once. Press return if nothing happens.",
                [.removed(tag), .presented(other)])
        case .readerTrouble(.unplugged, let begins):
            ask(begins ? "Pull the reader's cable." : "Put the reader's cable back in.")
        case .power(let name, .cycle):
            finish("Switch \(name) off and on again. Press return when it is on.", [.powered(name)])
        case .power(let name, .factoryReset):
            finish(
                "Reset \(name) to its factory state, and switch it on. Press return when it is on.", [.powered(name)])
        case .screen(let name, .openPicker(let service, let platforms)):
            let shown = platforms.map(\.rawValue).joined(separator: ", ")
            finish("open the picker for \(service), as it lists \(shown). Press return when it is open", at: name)
        case .screen(let name, .pick(let shown)):
            finish("choose \(shown). Press return when you have, or when it is not listed", at: name)
        case .screen(let name, .leavePicker):
            finish("leave the picker, if it is open. Press return when it is closed", at: name)
        case .screen(let name, .goOn):
            finish("have it connect again, if it asks. Press return when you have, or when it does not ask", at: name)
        case .screen(let name, .cancel): finish("end the connection. Press return when you have", at: name)
        case .dropLink, .silenceUWB, .peer, .readerTrouble, .screen(_, .send), .network:
            mailbox.post(.fault(.stage, .onlySimulated), by: clock)
        }
    }

    func close() {
        state.withLock { $0.isOver = true }
        waker.wake()
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
        terminal.close()
    }

    /// Asks for something that the reader sees, or that is not reported.
    private func ask(_ text: String, _ events: [StageEvent] = []) { add(Act(text: text, events: events)) }

    /// Asks for something that Return alone ends.
    private func finish(_ text: String, _ events: [StageEvent]) {
        add(Act(text: text, events: events, isFinishedByReturn: true))
    }

    private func finish(_ text: String, at name: ScreenName) {
        finish("At \(name): \(text).".escapedForDisplay, [.acted(name)])
    }

    private func add(_ act: Act) {
        let isLater = state.withLock { state in
            guard state.isBusy else {
                state.begin(act)
                return false
            }
            state.later.append(act)
            return true
        }
        if !isLater { tell(act) }
    }

    /// Returns the events that report an accessory at a place, as exactly as a person puts it there.
    private func reached(_ name: AccessoryName, _ place: Distance, _ event: StageEvent) -> [StageEvent] {
        [.readBack(.position(name, place, within: error)), event]
    }

    /// Shows what to do. Whatever was typed before is no answer to it.
    private func tell(_ act: Act) {
        if act.isFinishedByReturn { tcflush(terminal.number, TCIFLUSH) }
        _ = try? terminal.write(Array("\n>>> \(act.text)\n".utf8))
    }

    private func listen() {
        let poller = Poller(clock: clock)
        while !state.withLock({ $0.isOver }) {
            let ready = poller.wait([PollDescriptor(terminal.number), PollDescriptor(waker.number)])
            if ready.last?.isEmpty == false { waker.drain() }
            guard ready.first?.contains(.readable) == true else { continue }
            guard let line = try? terminal.read(upTo: 256), !line.isEmpty else { return }
            let (events, next) = state.withLock { $0.finish() }
            for event in events { mailbox.post(.stage(event), by: clock) }
            for act in next { tell(act) }
        }
    }
}

extension RigFault {
    static let noTerminal = RigFault(
        "a person moves things on this rig, or sits before its screen, and there is no terminal to ask them on",
        remedy: "Run it in a terminal")

    /// Returns the same fault before anything is played, with the options that remove from the bench what needs a
    /// person.
    static func noTerminal(for work: [ManualStep]) -> RigFault {
        func each(_ words: [String]) -> [String] {
            words.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
        let acts = each(work.map(\.words)).joined(separator: ", ")
        let options = each(work.compactMap(\.option)).joined(separator: " ")
        let screens = work.filter { $0.option == nil }.map(\.words)
        let remedies = [
            options.isEmpty ? nil : "leave out what needs one: \(options)",
            screens.isEmpty ? nil : "play nothing for which a person has to \(each(screens).joined(separator: ", "))",
        ].compactMap(\.self)
        return RigFault(
            "a person has to \(acts), and there is no terminal to ask them on",
            remedy: "Run it in a terminal, or \(remedies.joined(separator: "; "))")
    }

    /// A person can reach neither into the air nor into a chip.
    static let onlySimulated = RigFault(
        "the scenario asks for a fault that no person can cause",
        remedy: "Run it on the rig simulated or virtual")
}
