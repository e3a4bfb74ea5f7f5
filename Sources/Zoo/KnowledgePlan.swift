public import Diagnosis
public import RigKit
public import ScenarioKit
import Simulators

/// The runs from which the diagnosis learns: every scenario with every defect and without, of each firmware, in each
/// air, every time with another seed; and with healthy accessories on rigs that measure badly.
public struct KnowledgePlan: Sendable {
    /// The conditions in which all accessories are played once.
    private struct Condition: Sendable {
        let variant: AccessoryVariant
        let rig: Rig
        let seed: UInt64
    }

    /// One accessory that plays all scenarios.
    private struct Lesson: Sendable {
        let subject: Subject
        let condition: Condition
        let bench: ZooBench

        init(_ subject: Subject, _ condition: Condition) {
            self.subject = subject
            self.condition = condition
            let rig =
                if case .rig(let ranging) = subject { condition.rig.filled(with: ranging.world) } else {
                    condition.rig
                }
            bench = ZooBench(ZooAccessory(condition.variant, subject.defect), on: rig)
        }
    }

    private let scenarios: [Scenario]
    private let lessons: [Lesson]

    /// The subjects played in each condition.
    private static let subjects: [Subject] =
        [.healthy] + Defect.allCases.map { .defect($0) } + BadRanging.allCases.map { .rig($0) }

    /// Returns the scenarios that simulated accessories can pass: the zoo has no tags, other phones and screens.
    public static func suite(of scenarios: [Scenario]) -> [Scenario] {
        scenarios.filter { !$0.needs.contains(.nfc) && $0.phones.isEmpty && $0.phone.companions.isEmpty }
    }

    /// Creates a plan of those scenarios that the zoo can play; seeds are counted from 1.
    public init(scenarios: [Scenario], on rigs: [Rig]) {
        let scenarios = Self.suite(of: scenarios)
        self.scenarios = scenarios
        var conditions: [Condition] = []
        for variant in AccessoryVariant.allCases {
            for rig in rigs {
                conditions.append(Condition(variant: variant, rig: rig, seed: UInt64(conditions.count + 1)))
            }
        }
        lessons = conditions.flatMap { condition in Self.subjects.map { Lesson($0, condition) } }
    }

    /// The number of runs.
    public var count: Int { lessons.count * scenarios.count }

    /// Plays the run with this index, counted from 0.
    public func play(at index: Int) -> Observation {
        let (lesson, scenario) = index.quotientAndRemainder(dividingBy: scenarios.count)
        let seed = lessons[lesson].condition.seed
        return Observation(lessons[lesson].bench.play(scenarios[scenario], seed: seed).summary)
    }

    /// Returns the knowledge from all runs, or from those of some firmware on some rigs; runs are in the order of
    /// their indices.
    public func knowledge(
        of observations: [Observation], where isWanted: (AccessoryVariant, Rig) -> Bool = { _, _ in true }
    ) -> Knowledge {
        precondition(observations.count == count, "every run of the plan has its observation")
        var learning = KnowledgeLearning(
            scenarios: scenarios.map(\.name), several: Set(scenarios.filter(\.hasSeveralAccessories).map(\.name)),
            defects: Defect.allCases, rigs: BadRanging.allCases)
        for (index, observation) in observations.enumerated() {
            let (subject, condition) = (
                lessons[index / scenarios.count].subject, lessons[index / scenarios.count].condition
            )
            guard isWanted(condition.variant, condition.rig) else { continue }
            learning.learn(observation, of: subject, firmware: condition.variant.rawValue)
        }
        return learning.knowledge()
    }
}

extension Scenario {
    /// Whether it takes more than one accessory.
    fileprivate var hasSeveralAccessories: Bool {
        needs.count { if case .accessory = $0 { true } else { false } } > 1
    }
}
