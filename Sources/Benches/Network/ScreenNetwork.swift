import Glibc
import Ground
import Links
import NetworkDriver
import OperatingSystem
import RigKit
import ScenarioKit
import Simulators

/// All of a live bench between companions and screens: the agents, and what is on the other end of the network.
///
/// On `virtual` that is a network of the bench's own with simulated screens. On hardware it is an interface of this
/// host: the agents listen on its addresses alone, and whatever connects there is the screen.
struct ScreenNetwork {
    let agents: CompanionAgents
    private let far: FarSide
    /// The kernel's numbers of the interfaces at which the agents are.
    let interfaces: [UInt32]

    private enum FarSide {
        case simulated(ScreenHost, NetworkTroubles)
        case real(interface: String)
    }

    /// Brings up what the simulated screens need that are asked for; nil where none is. The network stays its owner's,
    /// who leaves it alone until `close`.
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
        let troubles = try NetworkTroubles(of: network, mailbox: mailbox, clock: clock)
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

    /// Looks at the interface of the real screens that are asked for; nil where none is. `bus` is where Avahi's daemon
    /// is that publishes the agents, nil for the system's bus.
    init?(
        ofReal rig: Rig, needs: [Need], bus: String? = nil, keyLog: KeyLog? = nil, mailbox: Mailbox,
        clock: MonotonicClock
    ) throws(RigFault) {
        let named = rig.screens.compactMap { entry -> String? in
            guard case .network(let interface) = entry.port, needs.contains(.screen(entry.name)) else { return nil }
            return interface
        }
        // A rig with screens behind several is refused before.
        guard let interface = named.first else { return nil }
        let number = unsafe if_nametoindex(interface)
        agents = CompanionAgents(
            at: try NetworkWay.addresses(on: interface), interface: number, bus: bus, keyLog: keyLog,
            mailbox: mailbox, clock: clock)
        far = .real(interface: interface)
        interfaces = [number]
    }

    /// Has a simulated screen do something; false where a person must.
    @discardableResult func perform(_ act: ScreenAct, at name: ScreenName) -> Bool {
        guard case .simulated(let screens, _) = far else { return false }
        screens.perform(act, at: name)
        return true
    }

    /// Troubles a network of the bench's own; false where it is none.
    @discardableResult func perform(_ trouble: NetworkTrouble, _ begins: Bool) -> Bool {
        guard case .simulated(_, let troubles) = far else { return false }
        troubles.perform(trouble, begins)
        return true
    }

    /// What is wrong with this host's own end of a real network; what a network of the bench's own lacks, a scenario
    /// has taken from it.
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
