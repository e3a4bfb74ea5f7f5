import Ground
import JSON
import Journal

/// The fields of the JSON document of a zoo of rig faults.
struct RigDocument: Encodable {
    struct Row: Encodable {
        let fault: String
        let part: String
        let meaning: String
        let evidence: String
        /// The codes, one of which must name it; none for a harmless fault.
        let codes: [String]
        let results: [Result]

        init?(_ row: [RigResult]) {
            guard let facts = row.first?.fault.facts, let name = row.first?.fault.rawValue else { return nil }
            (fault, part, meaning, evidence) = (name, facts.part.rawValue, facts.meaning, facts.evidence)
            codes = facts.codes.map(\.rawValue)
            results = row.map(Result.init)
        }
    }

    struct Result: Encodable {
        let scenario: String
        let keepsPromise: Bool
        let runs: [Run]

        init(_ result: RigResult) {
            scenario = result.scenario
            keepsPromise = !result.isBroken
            runs = result.sightings.map(Run.init)
        }
    }

    struct Run: Encodable {
        /// The start of the fault, in nanoseconds of the run.
        let begins: Int64
        let verdict: String
        let namesFault: Bool
        let code: String?
        let link: String?
        let reason: String?
        /// The probe that would have been missed; nil if nothing was lost.
        let missing: String?

        init(_ sighting: RigSighting) {
            begins = (sighting.moment - .start).nanoseconds
            verdict = sighting.summary.verdict.description
            namesFault = sighting.mark == .named
            code = sighting.summary.code?.rawValue
            link = sighting.summary.errorLink?.description
            reason = sighting.summary.reason
            missing = sighting.missing
        }
    }

    let format = 1
    let seed: UInt64
    let scenarios: [String]
    let faults: [Row]
    let unnamed: [String]
    let blamed: Int
    let wronglyPassed: Int
    let isComplete: Bool
    /// Whether everything was played.
    let isEnded: Bool

    init(_ matrix: RigMatrix, seed: UInt64) {
        self.seed = seed
        scenarios = matrix.scenarios
        faults = matrix.rows.compactMap(Row.init)
        unnamed = matrix.unnamed.map(\.rawValue)
        let marks = matrix.rows.joined().map(\.mark)
        blamed = marks.count { $0 == .blamed }
        wronglyPassed = marks.count { $0 == .wronglyPassed }
        isComplete = matrix.isComplete
        isEnded = !matrix.isEmpty
    }

    /// The document's bytes, ending with a line feed: the same for the same seed.
    var json: [UInt8] { JSON.document(self) }
}
