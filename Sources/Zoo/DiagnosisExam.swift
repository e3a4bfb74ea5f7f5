public import Diagnosis
import Ground
import RigKit
import Simulators

/// The questions to the diagnosis after a trial's runs were played.
public struct DiagnosisExam: Sendable {
    /// One suite to diagnose.
    struct Question: Sendable {
        let topic: DiagnosisTopic
        let patient: String
        let observations: [Observation]
        /// The accessory's defects: none, one or two.
        let defects: [Defect]
        /// The index of the knowledge to use.
        let knowledge: Int
    }

    let questions: [Question]
    private let knowledge: [Knowledge]

    /// Creates the questions from the observations, which are in the order of the trial's indices. They use the
    /// shipped knowledge or, for unseen firmware and air, knowledge learnt without them.
    public init(_ trial: DiagnosisTrial, played: [Observation], shipped: Knowledge) {
        precondition(played.count == trial.count, "every run of the trial has its observation")
        let lessons = Array(played.prefix(trial.lessons.count))
        let variants = AccessoryVariant.allCases
        let still = trial.lessons.knowledge(of: lessons) { _, rig in rig == trial.rigs.first }
        knowledge =
            [shipped, still]
            + variants.map { strange in trial.lessons.knowledge(of: lessons) { variant, _ in variant != strange } }
        var questions: [Question] = []
        var chance = SeededGenerator(seed: trial.firstSeed)
        let signs = Self.signs(in: lessons)
        for (number, patient) in trial.patients.enumerated() {
            let start = lessons.count + number * trial.scenarios.count
            let suite = Array(played[start..<start + trial.scenarios.count])
            let defects = [patient.accessory.defect, patient.accessory.secondDefect].compactMap(\.self)
            func ask(_ topic: DiagnosisTopic, _ observations: [Observation]? = nil, of knowledge: Int = 0) {
                questions.append(
                    Question(
                        topic: topic, patient: patient.name, observations: observations ?? suite, defects: defects,
                        knowledge: knowledge))
            }
            let isStill = patient.rig == trial.rigs.first
            switch defects.count {
            case 0 where !trial.rigs.contains(patient.rig): ask(.badAir)
            case 0:
                ask(.healthy)
                ask(.healthyBadRig, Self.losing(suite, &chance))
                for strays in (0..<10).map({ 1 + $0 % 5 }) {
                    ask(.strays, Self.straying(suite, strays, signs, &chance))
                }
            case 1:
                ask(isStill ? .otherSeeds : .noise)
                if !isStill { ask(.unseenNoise, of: 1) }
                ask(.unseenFirmware, of: 2 + (variants.firstIndex(of: patient.accessory.variant) ?? 0))
                ask(.badRig, Self.losing(suite, &chance))
                ask(.tenScenarios, Self.part(of: suite, 10, &chance))
            default: ask(.pairs)
            }
        }
        self.questions = questions
    }

    public var count: Int { questions.count }

    /// Answers the question with this index, counted from 0.
    public func answer(at index: Int) -> DiagnosisAnswer {
        let question = questions[index]
        let pattern = SuitePattern(question.observations)
        return DiagnosisAnswer(
            topic: question.topic, patient: question.patient, defects: question.defects,
            Diagnosis(of: pattern, by: knowledge[question.knowledge]))
    }

    // MARK: What is done to a suite

    /// Turns a third of the runs into errors of the rig, keeping one failure if there was any.
    private static func losing(_ suite: [Observation], _ chance: inout SeededGenerator) -> [Observation] {
        let kept = suite.filter(\.hasFailed).randomElement(using: &chance)
        return suite.map { $0 != kept && chance.chance(1 / 3) ? Observation($0.scenario, .silent) : $0 }
    }

    /// Returns a number of scenarios, one of which failed.
    private static func part(
        of suite: [Observation], _ count: Int, _ chance: inout SeededGenerator
    ) -> [Observation] {
        let mixed = suite.shuffled(using: &chance)
        let failed = mixed.first(where: \.hasFailed)
        let others = mixed.filter { $0 != failed }
        return [failed].compactMap(\.self) + others.prefix(count - 1)
    }

    /// Turns a number of passes into failures with a sign that some defect shows somewhere.
    private static func straying(
        _ suite: [Observation], _ count: Int, _ signs: [FailureSign], _ chance: inout SeededGenerator
    ) -> [Observation] {
        let places = Set(suite.indices.shuffled(using: &chance).prefix(count))
        return suite.enumerated().map { index, run in
            guard places.contains(index), let sign = signs.randomElement(using: &chance) else { return run }
            return Observation(run.scenario, .failed(sign), findings: run.findings)
        }
    }

    /// Returns every sign once, in order of occurrence.
    private static func signs(in observations: [Observation]) -> [FailureSign] {
        var seen: Set<FailureSign> = []
        return observations.compactMap { run in
            guard case .failed(let sign) = run.outcome, seen.insert(sign).inserted else { return nil }
            return sign
        }
    }
}

extension Observation {
    fileprivate var hasFailed: Bool { if case .failed = outcome { true } else { false } }
}

/// The topic of a question.
public enum DiagnosisTopic: String, Hashable, Sendable, CaseIterable {
    case otherSeeds = "one defect, other seeds"
    case noise = "one defect, simulatedNoisy, other seeds"
    case unseenNoise = "one defect, simulatedNoisy, no noise learnt"
    case unseenFirmware = "one defect, firmware that was not learnt"
    case badRig = "one defect, a third of the runs rig errors"
    case tenScenarios = "one defect, ten scenarios of which one failed"
    case pairs = "two defects, one of them first"
    case healthy = "healthy"
    case healthyBadRig = "healthy, a third of the runs rig errors"
    case strays = "healthy, 1 to 5 failures by chance"
    case badAir = "healthy, air or a kit that measures badly and does not say so"

    /// The required share of correct answers at first place, and among the first three; nil without a requirement.
    var goal: (first: Double, three: Double)? {
        switch self {
        case .otherSeeds, .noise, .unseenNoise, .unseenFirmware: (0.95, 0.98)
        case .pairs: (0.9, 0.9)
        case .badRig, .tenScenarios, .healthy, .healthyBadRig, .strays, .badAir: nil
        }
    }

    /// Whether confusions are reported.
    var isCompared: Bool { namesNothing || goal != nil && self != .pairs }

    /// Whether nothing may be named.
    var namesNothing: Bool { self == .healthy || self == .healthyBadRig || self == .badAir }
}

/// The answer to a question.
public struct DiagnosisAnswer: Sendable {
    let topic: DiagnosisTopic
    let patient: String
    let defects: [Defect]
    /// The candidates named, in order, nil for the rig, and the number of them that share the first place.
    let named: [Defect?]
    let tied: Int

    init(topic: DiagnosisTopic, patient: String, defects: [Defect], _ diagnosis: Diagnosis) {
        self.topic = topic
        self.patient = patient
        self.defects = defects
        named = diagnosis.candidates.map(\.defect)
        tied = diagnosis.candidates.count { $0.place == 1 }
    }

    /// Whether the first candidate is wrong; for a healthy accessory no defect may be named.
    var isWrong: Bool { defects.isEmpty ? !isDefectless : !isFirst }

    /// Whether no defect was named, or only after the rig.
    var isDefectless: Bool { named.first.map { $0 == nil } ?? true }
    var isFirst: Bool { named.prefix(1).contains(where: has) }
    var isFirstOrTied: Bool { named.prefix(tied).contains(where: has) }
    var isAmongThree: Bool { named.contains(where: has) }

    /// The first candidate, as worded in a table.
    var firstWord: String {
        guard let first = named.first else { return "none" }
        return first?.rawValue ?? "the rig"
    }

    private func has(_ named: Defect?) -> Bool { named.map(defects.contains) ?? false }
}
