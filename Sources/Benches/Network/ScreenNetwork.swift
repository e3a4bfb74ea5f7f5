import Glibc
import Ground
import Links
import NetworkDriver
import OperatingSystem
import RigKit
import ScenarioKit
import Simulators

/// Everything between companions and screens on a live bench: the agents, and the other end of the network.
///
/// On `virtual` that is the bench's own network with simulated screens. On hardware it is an interface of this host:
/// the agents listen only on its addresses, and whatever connects there is the screen.
struct ScreenNetwork {
    let agents: CompanionAgents
    private let far: FarSide
    /// The kernel's numbers of the agents' interfaces.
    let interfaces: [UInt32]

    private enum FarSide {
        case simulated(ScreenHost, NetworkDisturber)
        case real(interface: String)
    }

    /// Brings up what the requested simulated screens need; nil if none are requested. The caller keeps the network,
    /// but leaves it alone until `close`.
    init?(
        _ rig: Rig, needs: [Need], consoles: [(name: ScreenName, console: FileDescriptor)] = [],
        on network: SimulatedLAN, keyLog: KeyLog? = nil, mailbox: Mailbox, clock: MonotonicClock
    ) throws(RigFault) {
        var builds: [(name: ScreenName, build: ScreenBuild)] = []
        for entry in rig.screens where needs.contains(.screen(entry.name)) {
            guard let model = entry.port.model else { continue }
            builds.append((entry.name, try ScreenBuild(model)))
        }
        guard !builds.isEmpty else { return nil }
        let troubles = try NetworkDisturber(of: network, mailbox: mailbox, clock: clock)
        let side = network.agents
        agents = CompanionAgents(
            at: side.hosts, interface: nil, bus: side.bus, keyLog: keyLog, mailbox: mailbox, clock: clock)
        do throws(RigFault) {
            let screens = try ScreenHost(
                builds, consoles: consoles, in: network.screens.namespace, bus: network.screens.bus,
                mailbox: mailbox, clock: clock)
            far = .simulated(screens, troubles)
        } catch {
            troubles.close()
            throw error
        }
        interfaces = network.interfaces
    }

    /// Examines the interface of the requested real screens; nil if none are requested. `bus` is the bus of the Avahi
    /// daemon that publishes the agents, nil for the system bus.
    init?(
        ofReal rig: Rig, needs: [Need], bus: String? = nil, keyLog: KeyLog? = nil, mailbox: Mailbox,
        clock: MonotonicClock
    ) throws(RigFault) {
        let named = rig.screens.compactMap { entry -> String? in
            guard case .network(let interface) = entry.port, needs.contains(.screen(entry.name)) else { return nil }
            return interface
        }
        // A rig with screens on several interfaces was refused earlier.
        guard let interface = named.first else { return nil }
        let number = unsafe if_nametoindex(interface)
        agents = CompanionAgents(
            at: try NetworkWay.addresses(on: interface), interface: number, bus: bus, keyLog: keyLog,
            mailbox: mailbox, clock: clock)
        far = .real(interface: interface)
        interfaces = [number]
    }

    /// Lets a simulated screen do something; false if a person must do it.
    @discardableResult func perform(_ act: ScreenAct, at name: ScreenName) -> Bool {
        guard case .simulated(let screens, _) = far else { return false }
        screens.perform(act, at: name)
        return true
    }

    /// Applies a fault to the bench's own network; false if it has none.
    @discardableResult func perform(_ trouble: NetworkDisturbance, _ begins: Bool) -> Bool {
        guard case .simulated(_, let troubles) = far else { return false }
        troubles.perform(trouble, begins)
        return true
    }

    /// Returns what is wrong with this host's end of a real network; a fault in the bench's own network comes from the
    /// scenario.
    func prove() -> RigFault? {
        guard case .real(let interface) = far else { return nil }
        do throws(RigFault) { _ = try NetworkWay.addresses(on: interface) } catch { return error }
        return nil
    }

    func close() {
        guard case .simulated(let screens, let troubles) = far else { return agents.close() }
        screens.close()
        agents.close()
        troubles.close()
    }
}
