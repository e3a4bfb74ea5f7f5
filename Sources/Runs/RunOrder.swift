import Evidence
public import Reports
public import ScenarioKit

/// One run that somebody orders: what is played, and where its evidence goes.
public struct RunOrder: Codable, Hashable, Sendable {
    /// By which the answer is known.
    public let index: Int
    /// The name of a scenario of the plan.
    public let scenario: String
    public let seed: UInt64
    /// The number of its folder, from 1.
    public let number: Int
    /// A folder inside of the output folder; nil for that itself.
    public let place: String?
    /// Of which gate it is; nil for none.
    public let gate: GateMark?
    /// With which firmware a search plays it; nil for no search.
    public let search: SearchMark?
    /// The characteristic of the maker's own that the scenario asks for beside the usual ones; nil for none.
    public let shown: HashPlace?
    /// By what it asks over the serial console; nil for not at all.
    public let console: ConsoleProtocol?

    /// How many runs the command began before it with the same accessories: what a simulated one counts goes on.
    public let playedBefore: Int

    public init(
        index: Int, scenario: String, seed: UInt64, number: Int, in place: String? = nil, gate: GateMark? = nil,
        search: SearchMark? = nil, reading shown: HashPlace? = nil, console: ConsoleProtocol? = nil,
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
    /// The folder of the run in that for evidence.
    func folder(in evidence: String) -> String {
        let name = EvidenceFolder.name(of: number, of: scenario, seed: seed)
        return [evidence, place, name].compactMap(\.self).joined(separator: "/")
    }
}

extension RunPlan {
    /// The run at this place, as an order.
    func order(at index: Int) -> RunOrder {
        let run = run(at: index)
        return RunOrder(
            index: index, scenario: run.scenario.name, seed: run.seed, number: index + 1, playedBefore: index)
    }

    /// What is ordered; nil where there is no such scenario.
    func run(_ order: RunOrder) -> BenchRun? {
        guard let scenario = scenarios.first(where: { $0.name == order.scenario }) else { return nil }
        let played = scenario.identifying(by: order.shown, console: order.console)
        return BenchRun(
            scenario: played, rig: rig, seed: order.seed, facts: facts, playedBefore: order.playedBefore)
    }
}
