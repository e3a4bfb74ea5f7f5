import Ground
import JSON
import Simulators
import Wording

/// A diagnosis as one JSON document for other programs.
public struct DiagnosisDocument {
    /// The version of the document's format.
    public static let formatVersion = 2

    private let content: Content

    public init(_ diagnosis: Diagnosis) { content = Content(diagnosis) }

    /// Returns the document's bytes, ending with a line feed.
    public func json() -> [UInt8] {
        JSON.document(content)
    }
}

/// The fields of the document.
private struct Content: Encodable {
    struct Failed: Encodable {
        let scenario: String
        let code: FailureCode
        let seenCode: FailureCode

        init(_ failed: CandidateEvidence.Failed) {
            (scenario, code, seenCode) = (failed.scenario, failed.sign.code, failed.sign.seenCode)
        }
    }

    struct Entry: Encodable {
        let place: Int
        /// `defect`, or `rig` if the rig may measure badly; then there is no defect.
        let suspect: String
        let defect: String?
        let source: String?
        let meaning: String
        let isBesideFirst: Bool
        let mayBeRig: Bool
        let explained: [Failed]
        let otherwise: [Failed]
        let unexplained: [Failed]
        let missed: [String]
        let agreeingPasses: Int

        init(_ candidate: Candidate) {
            place = candidate.place
            suspect = candidate.defect == nil ? "rig" : "defect"
            defect = candidate.defect?.rawValue
            source = candidate.defect?.source
            meaning = candidate.defect?.meaning ?? Sentence.rigMeasuresBadly.description
            isBesideFirst = candidate.isBesideFirst
            mayBeRig = candidate.mayBeRig
            let evidence = candidate.evidence
            explained = evidence.explained.map(Failed.init)
            otherwise = evidence.otherwise.map(Failed.init)
            unexplained = evidence.unexplained.map(Failed.init)
            missed = evidence.missed
            agreeingPasses = evidence.agreeingPasses
        }
    }

    enum Conclusion: String, Encodable {
        case nothingPlayed, nothingFailed, nothingKnown, fitsNone, ranked
    }

    let format = DiagnosisDocument.formatVersion
    let conclusion: Conclusion
    let candidates: [Entry]
    let isOfTwo: Bool
    let tellingApart: [String]
    let scenarios: Int
    let failed: Int
    /// The scenarios among them that the zoo plays.
    let knownScenarios: Int
    let knownFailed: Int
    let silentRuns: Int
    /// The failed runs among them whose failure is one of a tag.
    let tagFailures: Int
    let words = Sentence.isNoProof.description

    init(_ diagnosis: Diagnosis) {
        conclusion =
            switch diagnosis.conclusion {
            case .nothingPlayed: .nothingPlayed
            case .nothingFailed: .nothingFailed
            case .nothingKnown: .nothingKnown
            case .fitsNone: .fitsNone
            case .ranked: .ranked
            }
        candidates = diagnosis.candidates.map(Entry.init)
        isOfTwo = diagnosis.isOfTwo
        tellingApart = diagnosis.tellingApart
        scenarios = diagnosis.pattern.rows.count
        failed = diagnosis.pattern.failed.count
        knownScenarios = diagnosis.knownScenarios
        knownFailed = diagnosis.knownFailed
        silentRuns = diagnosis.pattern.silentRuns
        tagFailures = diagnosis.pattern.tagFailures
    }
}
