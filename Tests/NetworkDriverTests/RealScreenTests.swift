import Engine
import Glibc
import Ground
import Journal
import Links
import NetworkDriver
import OperatingSystem
import RigKit
import ScenarioKit
import Scenarios
import Simulators
import Synchronization
import TestSupport
import Testing

@testable import Benches

// Only one network of this kind can exist at a time, so these tests are serialized with the others.
extension ScreenNetworkTests {
    /// A bench of the kind hardware and a screen outside of it: a simulated one on another host with a separate
    /// daemon, at which a person follows the bench's terminal.
    @Suite struct RealScreenTests {
        /// The person, who reads the prompts, carries out the scenario's next act at the screen, and presses return.
        private final class Person {
            private let thread: DeviceThread
            private let waker: Waker

            private final class Notes: Sendable {
                let asked = Mutex<[String]>([])
                let isOver = Atomic<Bool>(false)
            }

            private let notes: Notes

            init(
                at terminal: FileDescriptor, doing acts: [(ScreenName, ScreenAct)], slowly pause: Lapse,
                clock: MonotonicClock, act: @escaping @Sendable (ScreenAct, ScreenName) -> Void
            ) throws {
                let notes = Notes()
                let waker = try Waker()
                (self.notes, self.waker) = (notes, waker)
                thread = try DeviceThread("person", urgency: .ordinary) {
                    var left = acts[...]
                    var text = ""
                    let poller = Poller(clock: clock)
                    while !notes.isOver.load(ordering: .acquiring) {
                        let ready = poller.wait([PollDescriptor(terminal.number), PollDescriptor(waker.number)])
                        guard ready.first?.contains(.readable) == true,
                            let bytes = try? terminal.read(upTo: 4_096), !bytes.isEmpty
                        else { continue }
                        text += String(decoding: bytes, as: UTF8.self)
                        while let end = text.firstIndex(of: "\n") {
                            let line = String(text[..<end])
                            text = String(text[text.index(after: end)...])
                            guard line.hasPrefix(">>> "), let (name, next) = left.popFirst() else { continue }
                            notes.asked.withLock { $0.append(line) }
                            act(next, name)
                            _ = poller.wait([], until: clock.now + pause)
                            _ = try? terminal.write([0x0A])
                        }
                    }
                }
            }

            var prompts: [String] { notes.asked.withLock { $0 } }

            func leave() {
                notes.isOver.store(true, ordering: .releasing)
                waker.wake()
                thread.join()
            }
        }

        /// The two hosts, the screen on the other one, and the bench's terminal.
        private final class Room {
            let clock = MonotonicClock()
            let lan: SimulatedLAN
            let screens: ScreenHost
            let console: PseudoTerminal
            let terminal: PseudoTerminal
            private let scratch: Scratch
            var interface: String { "trm\(getpid())a" }

            init(_ defects: Set<ScreenDefect> = [], prints: Bool = false) throws {
                scratch = try Scratch()
                lan = try SimulatedLAN(in: scratch.path, clock: clock)
                console = try PseudoTerminal(link: scratch("console"))
                terminal = try PseudoTerminal(link: scratch("terminal"))
                let name: ScreenName = "tv"
                screens = try ScreenHost(
                    [(name, ScreenBuild(defects: defects))], consoles: prints ? [(name, console.master)] : [],
                    in: lan.screens.namespace, bus: lan.screens.bus, mailbox: Mailbox(), clock: clock)
            }

            deinit {
                screens.close()
                lan.close()
            }

            func rig(_ interface: String? = nil, console port: ConsolePort = .none) -> Rig {
                Rig(
                    name: "room", summary: "a room with a screen", kind: .hardware, bluetooth: .none, uwb: .none,
                    nfc: .none, accessories: [], tags: [], motion: .none,
                    screens: [
                        ScreenEntry(
                            "tv", .network(interface: interface ?? self.interface), console: port, has: .game)
                    ])
            }

            func play(
                _ name: String, on rig: Rig? = nil, bus: String? = nil, slowly pause: Lapse = .milliseconds(300),
                first: @escaping @Sendable () -> Void = {}
            ) throws -> (summary: RunSummary, prompts: [String]) {
                let scenario = Scenario.named(name)
                let rig = rig ?? self.rig()
                let slave = try FileDescriptor("open a terminal") { open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC) }
                let bench = try LiveBench.open(
                    rig, needs: scenario.needs, seed: 1, from: BenchPool(),
                    around: LiveBench.Around(bus: bus ?? lan.agents.bus, terminal: slave), clock: clock)
                defer { bench.close() }
                let (screens, flag) = (screens, Flag())
                let person = try Person(
                    at: terminal.master, doing: scenario.steps.flatMap(\.actsAtScreens), slowly: pause, clock: clock
                ) { act, name in
                    if flag.take() { first() }
                    screens.perform(act, at: name)
                }
                defer { person.leave() }
                let summary = ScenarioRun(scenario: scenario, rig: rig, seed: 1)
                    .play(on: bench, recorder: JournalRecorder())
                return (summary, person.prompts)
            }
        }

        private final class Flag: Sendable {
            private let isUp = Atomic<Bool>(true)
            func take() -> Bool { isUp.exchange(false, ordering: .acquiringAndReleasing) }
        }

        @Test(arguments: ["picksAndPlays", "backgroundOnce", "leavesWhileListed", "consentRefused", "personEnds"])
        func aHealthyScreenPasses(name: String) throws {
            let (summary, prompts) = try Room().play(name)
            #expect(summary.verdict == .passed, "\(summary.reason ?? "")")
            #expect(prompts.count == Scenario.named(name).steps.flatMap(\.actsAtScreens).count)
        }

        /// The screen is connected long before its person confirms that the device is chosen.
        @Test func aSlowPersonIsNotTheScreensFault() throws {
            let (summary, _) = try Room().play("picksAndPlays", slowly: .seconds(6))
            #expect(summary.verdict == .passed, "\(summary.reason ?? "")")
        }

        @Test func whatAScreenDoesWrongIsItsFailure() throws {
            let twice = try Room([.connectsTwice]).play("backgroundOnce").summary
            #expect(twice.verdict == .failed && twice.failures.map(\.code) == ["screen.connectsTwice"])
            let silent = try Room([.doesNothing]).play("picksAndPlays").summary
            #expect(silent.verdict == .failed && silent.failures.map(\.code) == ["screen.notConnected"])
        }

        @Test(arguments: [true, false]) func itsConsoleIsReadBesideTheNetwork(prints: Bool) throws {
            let room = try Room(prints: prints)
            let rig = room.rig(console: .serial(path: room.console.path, baud: 115_200))
            let summary = try room.play("showsStates", on: rig).summary
            #expect(summary.verdict == (prints ? .passed : .error), "\(summary.reason ?? "")")
            #expect(summary.errorLink == (prints ? nil : .console("tv")))
        }

        @Test func aCableThatFallsOutIsTheRigs() throws {
            let room = try Room()
            nonisolated(unsafe) let lan = room.lan
            let summary = try room.play("picksAndPlays") { try? lan.perform(.cableOut, true) }.summary
            #expect(summary.verdict == .error && summary.errorLink == .discovery, "\(summary.reason ?? "")")
        }

        @Test func whatThisHostLacksIsTheRigs() throws {
            let room = try Room()
            #expect(throws: RigFault.self) { try room.play("picksAndPlays", on: room.rig("nowhere0")) }
            try Programs.run(["ip", "address", "flush", "dev", room.interface])
            #expect(throws: RigFault.self) { try room.play("picksAndPlays") }
            try Programs.run(["ip", "link", "set", room.interface, "down"])
            #expect(throws: RigFault.self) { try room.play("picksAndPlays") }
            let other = try room.play("picksAndPlays", on: room.rig("lo"), bus: "unix:path=/nowhere").summary
            #expect(other.verdict == .error && other.errorLink == .discovery, "\(other.reason ?? "")")
        }
    }
}

extension Step {
    /// The acts at screens in the step, in order.
    fileprivate var actsAtScreens: [(ScreenName, ScreenAct)] {
        if case .screen(let act, let name) = action { return [(name, act)] }
        return action.innerSteps.flatMap(\.actsAtScreens)
    }
}
