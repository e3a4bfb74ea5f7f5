public import Diagnosis
import Ground
import Simulators

/// A zoo with four scenarios and four defects, in two firmwares.
enum SmallZoo {
    static let scenarios = ["connects", "ranges", "stops", "tells"]

    /// The failures of the defects, by scenario; the others pass.
    static let failures: [Defect: [String: FailureSign]] = [
        .neverStarts: ["ranges": "session.neverStarted", "stops": "session.neverStarted"],
        .saysItStarts: ["ranges": "session.rangesNot", "stops": "session.neverStarted"],
        .ignoresStop: ["stops": "session.stopUnanswered"],
        .blocksOnStop: ["stops": "session.stopUnanswered", "tells": "session.slowStop"],
    ]

    static let defects: [Defect] = [.neverStarts, .saysItStarts, .ignoresStop, .blocksOnStop]

    /// Returns the results of an accessory with these defects: the first one that fails a scenario determines its
    /// failure.
    static func suite(of defects: Defect..., scenarios: [String] = Self.scenarios) -> [Observation] {
        scenarios.map { scenario in
            let sign = defects.compactMap { failures[$0]?[scenario] }.first
            return Observation(scenario, sign.map { .failed($0) } ?? .passed)
        }
    }

    static let knowledge: Knowledge = learnt()

    /// Returns the knowledge, learnt with several defective accessories in these scenarios.
    static func learnt(several: Set<String> = []) -> Knowledge {
        var learning = KnowledgeLearning(scenarios: scenarios, several: several, defects: defects)
        for firmware in ["a", "b", "c"] {
            for one in suite() { learning.learn(one, of: .healthy, firmware: firmware) }
            for defect in defects {
                for one in suite(of: defect) { learning.learn(one, of: .defect(defect), firmware: firmware) }
            }
        }
        return learning.knowledge()
    }

    static func diagnosis(of observations: [Observation]) -> Diagnosis {
        Diagnosis(of: SuitePattern(observations), by: knowledge)
    }
}

extension FailureSign: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(FailureCode(rawValue: value)) }
}

extension Diagnosis {
    var named: [Defect] { candidates.compactMap(\.defect) }

    var word: String {
        switch conclusion {
        case .nothingPlayed: "nothingPlayed"
        case .nothingFailed: "nothingFailed"
        case .nothingKnown: "nothingKnown"
        case .fitsNone: "fitsNone"
        case .ranked: "ranked"
        }
    }
}
