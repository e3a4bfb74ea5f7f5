import Ground
import Links
import OperatingSystem
import RigKit

/// The power switches of the accessories on this bench.
///
/// A person is asked only when needed, so that other scenarios need no terminal.
final class PowerSwitches {
    private let rig: Rig
    private let ports: [(name: AccessoryName, port: PowerPort)]
    private let mailbox: Mailbox
    private let clock: MonotonicClock
    private var person: PersonStage?
    /// The threads that switch power; what is off must be on again before the bench closes.
    private var threads: [DeviceThread] = []

    init(_ rig: Rig, mailbox: Mailbox, clock: MonotonicClock) {
        self.rig = rig
        ports = rig.accessories.map { ($0.name, $0.power) }
        self.mailbox = mailbox
        self.clock = clock
    }

    /// Begins an act; the mailbox receives `powered`, or what went wrong.
    func perform(_ act: PowerAct, on name: AccessoryName, stage: (any Stage)?) {
        switch ports.first(where: { $0.name == name })?.port {
        case .simulated where stage is SimulatorHost: stage?.perform(.power(name, act))
        case .program(let path):
            let program = PowerProgram(path: path)
            if let thread = program.perform(act, on: name, mailbox: mailbox, clock: clock) { threads.append(thread) }
        case .usb(let first, let others):
            let ports = USBPower(locations: [first] + others)
            if let thread = ports.perform(act, on: name, mailbox: mailbox, clock: clock) { threads.append(thread) }
        case .hand: ask(act, name, stage)
        case .simulated, .some(.none), nil:
            let fault = RigFault(
                "nothing switches the power of \(name) on this rig",
                remedy: "Name a person with --port \(name).power=hand")
            mailbox.post(.fault(.stage, fault), by: clock)
        }
    }

    /// Waits for the acts in progress, so that no accessory is left without power, or meets the next run while it is
    /// switched: at most 63 s for a program.
    func close() {
        for thread in threads { thread.join() }
        threads = []
        person?.close()
        person = nil
    }

    private func ask(_ act: PowerAct, _ name: AccessoryName, _ stage: (any Stage)?) {
        if stage is PersonStage {
            stage?.perform(.power(name, act))
            return
        }
        do throws(RigFault) {
            if person == nil { person = try PersonStage(of: rig, mailbox: mailbox, clock: clock) }
            person?.perform(.power(name, act))
        } catch {
            mailbox.post(.fault(.stage, error), by: clock)
        }
    }
}

/// The bench owner's program that switches an accessory's power, called with one word.
///
/// `cycle` asks for off and on, `factory-reset` also for the state in which the accessory left the factory. The last
/// line of its standard output is the state of the power as far as the program can read it back: `off on` if it was
/// off and then on, `on`, `off` or `unknown`. Only `off on` shows that a cycle was carried out, and no line that a
/// firmware was reset; otherwise, the act was only commanded. A process that the program leaves behind goes on, because
/// some programs hold a relay with one.
struct PowerProgram: Sendable {
    enum Answer: String, Sendable {
        case offAndOn = "off on"
        case on, off, unknown
    }

    let path: String

    /// Returns whether the program read back that the power was off and is on again; throws if it is off.
    private static func isReadBack(
        _ program: BenchProgram, _ word: String, clock: MonotonicClock
    ) throws(RigFault) -> Bool {
        let output = try program.call([word], clock: clock)
        let answer = try program.answer(
            in: output, to: [word], form: "off on, on, off or unknown", isNeeded: false, read: Answer.init(rawValue:))
        switch answer {
        case .offAndOn: return true
        case .on, .unknown, nil: return false
        case .off: throw program.fault("ended with status 0, but answered \(word) with off", [word])
        }
    }

    /// Calls the program on its own thread; the mailbox receives the outcome.
    func perform(
        _ act: PowerAct, on accessory: AccessoryName, mailbox: Mailbox, clock: MonotonicClock
    ) -> DeviceThread? {
        let word =
            switch act {
            case .cycle: "cycle"
            case .factoryReset: "factory-reset"
            }
        let program = BenchProgram(path: path, task: "switches the power of \(accessory)", leftovers: .stay)
        do throws(SystemError) {
            return try DeviceThread("power", urgency: .ordinary) {
                do throws(RigFault) {
                    if try Self.isReadBack(program, word, clock: clock), act == .cycle {
                        mailbox.post(.stage(.readBack(.power(accessory))), by: clock)
                    }
                    mailbox.post(.stage(.powered(accessory)), by: clock)
                } catch {
                    mailbox.post(.fault(.stage, error), by: clock)
                }
            }
        } catch {
            mailbox.post(.fault(.stage, program.fault("did not start: \(error)", [word])), by: clock)
            return nil
        }
    }
}
