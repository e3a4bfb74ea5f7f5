import Glibc
import Ground
import Links
import OperatingSystem
import RigKit
import Synchronization

/// A person at the bench who walks, holds tags and operates screens, instructed on the terminal.
///
/// The person presses Return if the bench cannot see by itself that something is done. Acts at screens are requested
/// one at a time, and so are places: the next one when the person is done with the last one.
final class PersonStage: Stage, Sendable {
    private let terminal: FileDescriptor
    /// The largest error of a place.
    private let error: Distance
    private let waker: Waker
    private let mailbox: Mailbox
    private let clock: MonotonicClock
    private let state: Mutex<State>
    private let thread: Mutex<DeviceThread?>

    private struct State {
        /// The events that the next press of Return reports.
        var awaited: [StageEvent] = []
        /// The acts that are still to come, in order, with the events that report them.
        var later: [(text: String, events: [StageEvent])] = []
        var isOver = false

        /// Whether the person has to finish an act before the next one.
        var isBusy: Bool {
            awaited.contains { event in
                switch event {
                case .acted, .placed: true
                default: false
                }
            }
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
            askNext(
                "Put \(name) \(distance) away. Press return when it is there.", reached(name, distance, .placed(name)))
        case .move(let name, let from, let to, let speed):
            let verb = to < from ? "toward" : "away from"
            let time = speed.time(for: to - from).map { " in \($0)" } ?? ""
            tell("Walk \(verb) \(name), from \(from) to \(to)\(time). Press return when you are there.")
            state.withLock { $0.awaited = reached(name, to, .arrived(name)) }
        case .face(let name, let seen):
            tell("Hold the phone so that \(name) is \(seen), behind its back.")
        case .turn(let turn, let span):
            tell("Turn the phone \(turn) in \(span). Press return when it is turned.")
            state.withLock { $0.awaited = [.turned] }
        case .present(let tag):
            ask(
                [.presented(tag)],
                "Hold \(tag) to the reader, beside what is there. Press return if nothing happens then.")
        case .remove(let tag):
            ask([.removed(tag)], "Take \(tag) away from the reader. Press return if nothing happens then.")
        case .tearAway(let tag, _):
            ask(
                [.presented(tag), .removed(tag)],
                "Swipe \(tag) over the reader, away before it is read. Press return if nothing happens."
            )
        case .swap(let tag, let other):
            ask(
                [.removed(tag), .presented(other)],
                "Take \(tag) away from the reader, hold \(other) there at once. Press return if nothing happens.")
        case .readerTrouble(.unplugged, let begins):
            tell(begins ? "Pull the reader's cable." : "Put the reader's cable back in.")
        case .power(let name, .cycle):
            tell("Switch \(name) off and on again. Press return when it is on.")
            state.withLock { $0.awaited = [.powered(name)] }
        case .power(let name, .factoryReset):
            tell("Reset \(name) to its factory state, and switch it on. Press return when it is on.")
            state.withLock { $0.awaited = [.powered(name)] }
        case .screen(let name, .openPicker(let service, let platforms)):
            let shown = platforms.map(\.rawValue).joined(separator: ", ")
            ask(at: name, "open the picker for \(service), as it lists \(shown). Press return when it is open")
        case .screen(let name, .pick(let shown)):
            ask(at: name, "choose \(shown). Press return when you have, or when it is not listed")
        case .screen(let name, .leavePicker):
            ask(at: name, "leave the picker, if it is open. Press return when it is closed")
        case .screen(let name, .goOn):
            ask(at: name, "have it connect again, if it asks. Press return when you have, or when it does not ask")
        case .screen(let name, .cancel): ask(at: name, "end the connection. Press return when you have")
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

    private func ask(_ events: [StageEvent], _ text: String) {
        state.withLock { $0.awaited = events }
        tell(text)
    }

    private func ask(at name: ScreenName, _ text: String) {
        askNext("At \(name): \(text).".escapedForDisplay, [.acted(name)])
    }

    /// Asks for an act, after those that the person has to finish first.
    private func askNext(_ text: String, _ events: [StageEvent]) {
        let isBusy = state.withLock { state in
            if state.isBusy { state.later.append((text, events)) } else { state.awaited = events }
            return !state.later.isEmpty
        }
        if !isBusy { tell(text) }
    }

    /// Returns the events that report an accessory at a place, as exactly as a person puts it there.
    private func reached(_ name: AccessoryName, _ place: Distance, _ event: StageEvent) -> [StageEvent] {
        [.readBack(.position(name, place, within: error)), event]
    }

    private func tell(_ text: String) { _ = try? terminal.write(Array("\n>>> \(text)\n".utf8)) }

    private func listen() {
        let poller = Poller(clock: clock)
        while !state.withLock({ $0.isOver }) {
            let ready = poller.wait([PollDescriptor(terminal.number), PollDescriptor(waker.number)])
            if ready.last?.isEmpty == false { waker.drain() }
            guard ready.first?.contains(.readable) == true else { continue }
            guard let line = try? terminal.read(upTo: 256), !line.isEmpty else { return }
            let (events, next) = state.withLock { state in
                let next = state.later.isEmpty ? nil : state.later.removeFirst()
                defer { state.awaited = next?.events ?? [] }
                return (state.awaited, next)
            }
            for event in events { mailbox.post(.stage(event), by: clock) }
            if let next { tell(next.text) }
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
