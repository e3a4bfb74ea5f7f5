import Evidence
import FoundationEssentials
import Ground
import Journal
import Reports
import Simulators
import Zoo

/// What a zoo came to as one JSON document for other programs: the same bytes for the same seed.
struct ZooDocument {
    private let content: Content

    init(_ matrix: ZooMatrix, seed: UInt64) { content = Content(matrix, seed: seed) }

    /// What stands in the file until there is a matrix: nothing was caught.
    static func unended(seed: UInt64) -> ZooDocument { ZooDocument(ZooMatrix(scenarios: [], rows: []), seed: seed) }

    /// Writes it in the place of an older one.
    func write(to path: String) throws(CommandTrouble) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let bytes: [UInt8]
        do { bytes = Array(try encoder.encode(content)).escapedAsJSON + [0x0A] } catch {
            throw .cannotWrite(path, error)
        }
        try UnfinishedFile.write(bytes, to: path, .replacing)
    }
}

/// The fields of the document.
private struct Content: Encodable {
    struct Row: Encodable {
        let name: String
        let variant: String
        let defect: String?
        let source: String?
        let meaning: String?
        /// The scenarios with a failure that names the defect.
        let caughtBy: [String]
        let runs: [Run]

        init(_ animal: Animal, _ sightings: [Sighting]) {
            name = animal.name
            variant = animal.variant.rawValue
            defect = animal.defect?.rawValue
            source = animal.defect?.source
            meaning = animal.defect?.meaning
            caughtBy = sightings.filter { $0.mark == .caught }.map(\.scenario)
            runs = sightings.map(Run.init)
        }
    }

    struct Run: Encodable {
        let scenario: String
        let verdict: String
        let namesDefect: Bool
        let reason: String?
        let words: String?

        init(_ sighting: Sighting) {
            scenario = sighting.scenario
            verdict = sighting.summary.verdict.description
            namesDefect = sighting.mark == .caught
            reason = sighting.reason
            words = sighting.words
        }
    }

    let format = 1
    let seed: UInt64
    let scenarios: [String]
    let animals: [Row]
    let escaped: [String]
    let falseAlarms: Int
    let rigBlamed: Int
    let isComplete: Bool

    init(_ matrix: ZooMatrix, seed: UInt64) {
        self.seed = seed
        scenarios = matrix.scenarios
        animals = matrix.rows.map(Row.init)
        escaped = matrix.escaped.map(\.name)
        falseAlarms = matrix.falseAlarms.count
        rigBlamed = matrix.errors.count
        isComplete = matrix.isComplete
    }
}
