import Ground
import Links
import OperatingSystem
import RigKit
import ScenarioKit
import Simulators

/// All of a live bench between companions and screens: the agents, and on `virtual` the network with the simulated
/// screens on its other end.
struct ScreenNetwork {
    let agents: CompanionAgents
    private let screens: ScreenHost
    private let troubles: NetworkTroubles
    private let network: SimulatedLAN
    private let stock: BenchStock
    /// The kernel's number of the phone's end of the cable.
    var interface: UInt32 { network.agents.interface }

    /// Brings up what the screens need that are asked for; nil where none is. The network comes from the stock and goes
    /// back there.
    init?(
        _ rig: Rig, needs: [Need], in folder: String, from stock: BenchStock, mailbox: Mailbox, clock: MonotonicClock
    ) throws(RigFault) {
        var builds: [(name: ScreenName, build: ScreenBuild)] = []
        for entry in rig.screens where needs.contains(.screen(entry.name)) {
            guard let model = entry.port.model else { continue }
            builds.append((entry.name, try ScreenBuild(model)))
        }
        guard !builds.isEmpty else { return nil }
        network = try stock.takeNetwork(in: folder)
        self.stock = stock
        do throws(RigFault) {
            troubles = try NetworkTroubles(of: network, mailbox: mailbox, clock: clock)
            let side = network.agents
            agents = CompanionAgents(
                at: side.hosts, interface: side.interface, bus: side.bus, keyLog: stock.keyLog, mailbox: mailbox,
                clock: clock)
            screens = try ScreenHost(
                builds, in: network.screens.namespace, bus: network.screens.bus, mailbox: mailbox, clock: clock)
        } catch {
            network.close()
            throw error
        }
    }

    func perform(_ act: ScreenAct, at name: ScreenName) { screens.perform(act, at: name) }

    func perform(_ trouble: NetworkTrouble, _ begins: Bool) { troubles.perform(trouble, begins) }

    func close() {
        screens.close()
        agents.close()
        troubles.close()
        stock.leave(network)
    }
}
