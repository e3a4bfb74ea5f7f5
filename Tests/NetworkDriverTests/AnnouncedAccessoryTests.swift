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
import TestSupport
import Testing

@testable import Benches

// Only one network of this kind can exist at a time, so these tests are serialized with the others.
extension ScreenNetworkTests {
    /// An accessory on another host that announces itself through its daemon, for a bench of the kind hardware with a
    /// kit on a serial device.
    @Suite struct AnnouncedAccessoryTests {
        private final class Street {
            let clock = MonotonicClock()
            let lan: SimulatedLAN
            private let kit: PseudoTerminal
            private let accessory: SimulatorHost
            private let daemon: NetworkHost
            private let port: UInt16
            private let scratch: Scratch

            init() throws {
                scratch = try Scratch()
                lan = try SimulatedLAN(in: scratch.path, clock: clock)
                kit = try PseudoTerminal(link: scratch("kit"))
                let listener = try AccessoryListener(at: lan.farHosts, in: lan.screens.namespace)
                port = listener.port
                let build = AccessoryBuild(isOnNetwork: true, role: .responder, advertisedName: "Door")
                var wiring = SimulatorHost.Wiring()
                wiring.listeners = [("door", listener)]
                wiring.kit = kit.master
                accessory = try SimulatorHost(
                    SimulatedEnvironment(EnvironmentModel(accessories: [("door", build)]), seed: 1), wiring: wiring,
                    mailbox: Mailbox(), clock: clock)
                daemon = try NetworkHost(bus: lan.screens.bus, clock: clock) { _ in }
            }

            deinit {
                daemon.close()
                accessory.close()
                lan.close()
            }

            func announce(_ name: String) {
                daemon.send(
                    .publish(1, ServicePublication(name: name, type: "_door._tcp", port: port, txt: TXTRecord([]))))
            }

            /// Returns the summary of a configuration exchange with the accessory of this name.
            func exchange(with name: String? = "Front Door", bus: String? = nil) throws -> RunSummary {
                let scenario = Scenario.named("configurationExchange")
                let rig = Rig(
                    name: "street", summary: "a door down the street", kind: .hardware, bluetooth: .none,
                    uwb: .serial(path: kit.path), nfc: .none,
                    accessories: [AccessoryEntry("door", .lan(.service(type: "_door._tcp", name: name)))], tags: [],
                    motion: .none)
                #expect(rig.problems() == [])
                let bench = try LiveBench.open(
                    rig, needs: scenario.needs, seed: 1, from: BenchPool(),
                    around: LiveBench.Around(bus: bus ?? lan.agents.bus), clock: clock)
                defer { bench.close() }
                return ScenarioRun(scenario: scenario, rig: rig, seed: 1).play(on: bench, recorder: JournalRecorder())
            }
        }

        @Test func oneThatIsAnnouncedIsFoundAndExchangesItsConfiguration() throws {
            let street = try Street()
            street.announce("Front Door")
            let summary = try street.exchange()
            #expect(summary.verdict == .passed, "\(summary.reason ?? "")")
            #expect(summary.stepsPassed == summary.stepsInAll)
            // Without a name, any accessory of its type is taken.
            let anyOne = try street.exchange(with: nil)
            #expect(anyOne.verdict == .passed, "\(anyOne.reason ?? "")")
        }

        @Test func oneThatIsNotAnnouncedHasFailed() throws {
            let street = try Street()
            let absent = try street.exchange()
            #expect(absent.verdict == .failed, "\(absent.reason ?? "")")
            // Another accessory is not mistaken for it, and is named in the failure.
            street.announce("Back Door")
            let other = try street.exchange()
            #expect(other.verdict == .failed, "\(other.reason ?? "")")
            let seen = other.failures.first?.seen ?? ""
            #expect(seen.contains("no service named \"Front Door\" of type _door._tcp was found"), "\(seen)")
            #expect(seen.contains("\"Back Door\""), "\(seen)")
        }

        @Test func whatThisHostLacksIsTheRigs() throws {
            let street = try Street()
            street.announce("Front Door")
            let summary = try street.exchange(bus: "unix:path=/nowhere")
            #expect(summary.verdict == .error && summary.code == "rig.fault", "\(summary.reason ?? "")")
            #expect(summary.errorLink == .stream(.dataChannel(of: "door")))
        }
    }
}
