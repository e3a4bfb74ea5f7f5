import Ground
import JSON
import Journal
import Simulators

/// The fields of a defect zoo's JSON document.
struct DefectZooDocument: Encodable {
    struct Row: Encodable {
        /// Nil for a healthy part.
        let defect: String?
        let meaning: String?
        /// The code of the failure that names the defect.
        let code: String?
        /// The scenarios with such a failure.
        let caughtBy: [String]
        let runs: [Run]

        init<Defect>(_ defect: Defect?, _ results: [DefectZoo<Defect>.Result]) {
            self.defect = defect?.rawValue
            meaning = defect?.meaning
            code = defect?.sign.rawValue
            caughtBy = results.filter(\.isNamed).map(\.scenario)
            runs = results.map { result in
                Run(
                    scenario: result.scenario, verdict: result.verdict.rawValue, namesDefect: result.isNamed,
                    codes: result.codes.map(\.rawValue))
            }
        }
    }

    struct Run: Encodable {
        let scenario: String
        let verdict: String
        let namesDefect: Bool
        /// The codes of its failures.
        let codes: [String]
    }

    let format = 2
    let seed: UInt64
    /// The part that has the defects.
    let subject: String
    let scenarios: [String]
    let rows: [Row]
    let escaped: [String]
    let falseAlarms: Int
    let rigBlamed: Int
    let isComplete: Bool
    /// Whether everything was played; without that nothing counts as escaped.
    let isEnded: Bool

    init<Defect>(_ zoo: DefectZoo<Defect>, _ results: [DefectZoo<Defect>.Result]) {
        seed = zoo.seed
        subject = Defect.subject
        scenarios = results.isEmpty ? [] : zoo.scenarios
        let played: [Defect?] = results.map(\.defect).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        rows = played.map { defect in Row(defect, results.filter { $0.defect == defect }) }
        isEnded = !results.isEmpty
        escaped = isEnded ? zoo.escaped(of: results).map(\.rawValue) : []
        falseAlarms = results.count(where: \.isFalseAlarm)
        rigBlamed = results.count(where: \.blamesRig)
        isComplete = zoo.isComplete(results)
    }

    /// The document's bytes, ending with a line feed.
    var json: [UInt8] { JSON.document(self) }
}
