public import GateKit
import Ground
import History
import Journal
import Reports
public import RigKit
public import ScenarioKit

/// A check for quantities that a plan asks for and its scenarios do not measure; such a proof would end inconclusive
/// after all runs.
///
/// The measurements of a scenario depend on its steps, so each affected scenario is played once, with healthy
/// accessories in virtual time. One that does not pass there, such as a scenario for a team's own devices, is not
/// judged.
public struct PlanQuantities {
    private let scenarios: [Scenario]
    private let facts: [ScenarioFacts]
    private let bench: BenchFacts
    private let rig: Rig
    private let isSimulated: Bool
    /// The quantities measured by scenarios, by name; nil for one that did not pass.
    private var known: [String: [String: Quantity.WrittenUnit]?] = [:]

    /// Creates the check. `rig` is a simulated one; `bench` has the names on all rigs. `isSimulated` says whether the
    /// plan's own rig is simulated.
    public init(
        _ scenarios: [Scenario], _ facts: [ScenarioFacts], on rig: Rig, _ bench: BenchFacts, isSimulated: Bool
    ) {
        (self.scenarios, self.facts, self.rig, self.bench) = (scenarios, facts, rig, bench)
        self.isSimulated = isSimulated
    }

    /// Returns a notice for each proof whose quantity is not measured by some of its scenarios.
    public mutating func notices(of plan: GatePlan) -> [PlanProblem] {
        var found: [PlanProblem] = []
        for entry in plan.entries {
            guard case .prove(let selection, let proof) = entry.content, let (name, unit) = proof.asked else {
                continue
            }
            var (without, others): ([String], Set<String>) = ([], [])
            var mistaken: [String] = []
            for scenario in scenarios where isChosen(scenario, by: selection) {
                guard let measured = measured(by: scenario) else { continue }
                switch measured[name] {
                case unit: continue
                case nil:
                    without.append(scenario.name)
                    others.formUnion(measured.keys)
                case .some: mistaken.append(scenario.name)
                }
            }
            func complain(_ message: String) {
                found.append(PlanProblem(plan: plan.name, spot: entry.spot, message: message))
            }
            if !without.isEmpty {
                complain(
                    "\(Self.list(without)) \(Self.verb(without)) no \(name.shown())"
                        + suggestion(for: name, in: others.sorted()))
            }
            if !mistaken.isEmpty {
                complain("\(Self.list(mistaken)) \(Self.verb(mistaken)) \(name.shown()), but not in \(unit.rawValue)")
            }
        }
        return found
    }

    private func isChosen(_ scenario: Scenario, by selection: ScenarioSelection) -> Bool {
        facts.contains { $0.name == scenario.name && selection.contains($0) }
    }

    private mutating func measured(by scenario: Scenario) -> [String: Quantity.WrittenUnit]? {
        if let found = known[scenario.name] { return found }
        let summary = BenchRun(scenario: scenario, rig: rig, seed: 1, facts: bench)
            .play(recorder: JournalRecorder(keepsEntries: false), warn: { _ in })
        var units: [String: Quantity.WrittenUnit]?
        if summary.verdict == .passed {
            units = [:]
            // Only runs in virtual time measure this.
            for measurement in RunMeasurement.all(of: summary.measured)
            where isSimulated || measurement.quantity != Measured.processorTime {
                units?[measurement.quantity] = measurement.unit
            }
        }
        known[scenario.name] = .some(units)
        return units
    }

    private static func list(_ names: [String]) -> String {
        names.count < 4
            ? names.map { $0.shown() }.joined(separator: " and ")
            : "\(names[0].shown()) and \(names.count - 1) other scenarios"
    }

    private static func verb(_ names: [String]) -> String { names.count == 1 ? "measures" : "measure" }
}

extension Proof {
    /// The quantity that runs must measure for the proof, and its unit.
    fileprivate var asked: (name: String, unit: Quantity.WrittenUnit)? {
        switch self {
        case .limit(let quantity, _, _, let limit, _): (quantity, limit.parts.unit)
        case .noWorseQuantity(let quantity, let margin, _, _): (quantity, margin.parts.unit)
        case .clean, .sequential, .noWorseRate, .smoke: nil
        }
    }
}
