import Ground
import JSON
import Journal
import Simulators

/// The fields of a zoo's JSON document.
struct ZooDocument: Encodable {
    struct Row: Encodable {
        let name: String
        let variant: String
        let defect: String?
        let source: String?
        let meaning: String?
        /// The scenarios with a failure that names the defect.
        let caughtBy: [String]
        let runs: [Run]

        init(_ accessory: ZooAccessory, _ results: [ZooResult]) {
            name = accessory.name
            variant = accessory.variant.rawValue
            defect = accessory.defect?.rawValue
            source = accessory.defect?.source
            meaning = accessory.defect?.meaning
            caughtBy = results.filter { $0.mark == .caught }.map(\.scenario)
            runs = results.map(Run.init)
        }
    }

    struct Run: Encodable {
        let scenario: String
        let verdict: String
        let namesDefect: Bool
        let reason: String?
        let words: String?

        init(_ result: ZooResult) {
            scenario = result.scenario
            verdict = result.summary.verdict.description
            namesDefect = result.mark == .caught
            reason = result.reason
            words = result.words
        }
    }

    /// The results of the data channel's defects and of healthy accessories on a rig without a UWB kit.
    struct WithoutKit: Encodable {
        let accessories: [Row]
        let escaped: [String]
        let falseAlarms: Int
        let rigBlamed: Int

        init(_ matrix: ZooMatrix) {
            accessories = matrix.rows.map(Row.init)
            escaped = matrix.escaped.map(\.name)
            falseAlarms = matrix.falseAlarms.count
            rigBlamed = matrix.errors.count
        }
    }

    let format = 3
    let seed: UInt64
    let scenarios: [String]
    let accessories: [Row]
    let escaped: [String]
    let falseAlarms: Int
    let rigBlamed: Int
    /// Nil if that was not played.
    let accessoriesWithoutKit: WithoutKit?
    let isComplete: Bool
    /// Whether everything was played.
    let isEnded: Bool

    init(_ matrix: ZooMatrix, seed: UInt64) {
        self.seed = seed
        scenarios = matrix.scenarios
        accessories = matrix.rows.map(Row.init)
        escaped = matrix.escaped.map(\.name)
        falseAlarms = matrix.falseAlarms.count
        rigBlamed = matrix.errors.count
        accessoriesWithoutKit = matrix.withoutKit.map(WithoutKit.init)
        isComplete = matrix.isComplete
        isEnded = !matrix.isEmpty
    }

    /// The document's bytes, ending with a line feed: the same for the same seed.
    var json: [UInt8] { JSON.document(self) }
}
