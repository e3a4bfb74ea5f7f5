import Evidence
public import Journal
import ScenarioKit

/// An order for one run: what to play and where its evidence goes.
public struct RunOrder: Codable, Hashable, Sendable {
    /// The number that identifies the answer.
    public let index: Int
    /// The name of a scenario of the plan.
    public let scenario: String
    public let seed: UInt64
    /// The number of its folder, starting at 1.
    public let number: Int
    /// A subfolder of the output folder; nil for the output folder itself.
    public let place: String?
    /// The gate that the run belongs to; nil for none.
    public let gate: GateMembership?
    /// The firmware with which a search plays the run; nil outside a search.
    public let search: SearchMembership?
    /// The vendor-specific characteristic that the scenario reads in addition to the usual ones; nil for none.
    public let shown: HashPlace?
    /// The protocol for queries over the serial console; nil for no queries.
    public let console: ConsoleProtocol?

    /// The number of earlier runs of the command with the same accessories; a simulated accessory's counters continue
    /// from there.
    public let playedBefore: Int

    public init(
        index: Int, scenario: String, seed: UInt64, number: Int, in place: String? = nil, gate: GateMembership? = nil,
        search: SearchMembership? = nil, reading shown: HashPlace? = nil, console: ConsoleProtocol? = nil,
        playedBefore: Int = 0
    ) {
        self.playedBefore = playedBefore
        self.search = search
        self.console = console
        (self.index, self.scenario, self.seed, self.number) = (index, scenario, seed, number)
        (self.place, self.gate, self.shown) = (place, gate, shown)
    }
}

extension RunOrder {
    /// Returns the run's folder within the evidence folder.
    func folder(in evidence: String) -> String {
        let name = EvidenceFolder.name(of: number, of: scenario, seed: seed)
        return [evidence, place, name].compactMap(\.self).joined(separator: "/")
    }
}

extension RunPlan {
    /// Returns the order for the run at an index.
    func order(at index: Int) -> RunOrder {
        let run = run(at: index)
        return RunOrder(
            index: index, scenario: run.scenario.name, seed: run.seed, number: index + 1, playedBefore: index)
    }

    /// Returns the run that is ordered; nil if there is no such scenario.
    func run(_ order: RunOrder) -> BenchRun? {
        guard let scenario = scenarios.first(where: { $0.name == order.scenario }) else { return nil }
        let played = scenario.identifying(by: order.shown, console: order.console)
        return BenchRun(
            scenario: played, rig: rig, seed: order.seed, facts: facts, playedBefore: order.playedBefore,
            notes: notes)
    }
}
