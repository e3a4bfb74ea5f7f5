import Ground
import Links
import RigKit
import System

/// Who switches which accessory's power on this bench.
///
/// A person is asked only when it comes to it, so that scenarios without need of one need no terminal.
final class PowerSwitches {
    private let ports: [(name: AccessoryName, port: PowerPort)]
    private let mailbox: Mailbox
    private let clock: MonotonicClock
    private var person: PersonStage?

    init(_ rig: Rig, mailbox: Mailbox, clock: MonotonicClock) {
        ports = rig.accessories.map { ($0.name, $0.power) }
        self.mailbox = mailbox
        self.clock = clock
    }

    /// Begins; `powered`, or what went wrong, comes through the mailbox.
    func perform(_ act: PowerAct, on name: AccessoryName, stage: (any Stage)?) {
        switch ports.first(where: { $0.name == name })?.port {
        case .simulated where stage is SimulatorHost: stage?.perform(.power(name, act))
        case .program(let path): PowerProgram(path: path).perform(act, on: name, mailbox: mailbox, clock: clock)
        case .hand: ask(act, name, stage)
        case .simulated, .some(.none), nil:
            let fault = RigFault(
                "nobody switches the power of \(name) on this rig",
                remedy: "Name somebody with --port \(name).power=hand")
            mailbox.post(.fault(.stage, fault), by: clock)
        }
    }

    func close() {
        person?.close()
        person = nil
    }

    private func ask(_ act: PowerAct, _ name: AccessoryName, _ stage: (any Stage)?) {
        if stage is PersonStage {
            stage?.perform(.power(name, act))
            return
        }
        do throws(RigFault) {
            if person == nil { person = try PersonStage(mailbox: mailbox, clock: clock) }
            person?.perform(.power(name, act))
        } catch {
            mailbox.post(.fault(.stage, error), by: clock)
        }
    }
}
