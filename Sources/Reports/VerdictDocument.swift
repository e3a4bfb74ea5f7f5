import FoundationEssentials
import Ground
public import Journal
import Wording

/// One run's verdict as a JSON document for other programs, written when everything else of the run is on disk.
public struct VerdictDocument {
    /// The version of the document's format.
    public static let formatVersion = 3
    /// The first format whose runs are sealed.
    public static let firstSealedFormat = 3

    public let summary: RunSummary
    /// With what it was played.
    public let provenance: Provenance
    /// What was wrong with the rig, whenever it was: before the verdict, and after it too.
    public let faults: RigFaults
    /// What the files beside it are; nil where they could not be kept.
    public let seal: RunSeal?
    /// Of which gate the run is; nil for none.
    public let gate: GateMark?
    /// With which firmware a search played it; nil for no search.
    public let search: SearchMark?

    public init(
        _ summary: RunSummary, of provenance: Provenance, faults: RigFaults = RigFaults(), seal: RunSeal? = nil,
        gate: GateMark? = nil, search: SearchMark? = nil
    ) {
        self.summary = summary
        self.provenance = provenance
        self.faults = faults
        self.seal = seal
        (self.gate, self.search) = (gate, search)
    }

    /// The document with sorted keys and a line feed at its end: the same bytes for the same run.
    ///
    /// Throws what the encoder throws, which no summary made by this project gives cause for.
    public func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return Array(try encoder.encode(Content(self))).escapedAsJSON + [0x0A]
    }
}

/// The fields of the document: values with their unit in the key, and under `words` the sentences for people.
private struct Content: Encodable {
    struct Words: Encodable {
        let reason: String?
        let meaning: String?
    }

    let format = VerdictDocument.formatVersion
    let scenario: String
    let file: String
    let line: Int
    let rig: String
    let seed: UInt64
    let verdict: VerdictKind
    /// Of a run that did not pass, and the link that it is about.
    let code: FailureCode?
    let link: String?
    let stepsPassed: Int
    let stepsInAll: Int
    let elapsedNanoseconds: Int64
    let measured: [Amount]
    let failures: [FailureContent]
    let findings: [FindingContent]
    let findingsBesides: Int?
    let provenance: Provenance
    let faults: [FaultContent]
    let faultsBesides: Int?
    let seal: RunSeal?
    let gate: GateMark?
    let search: SearchMark?
    let words: Words

    init(_ document: VerdictDocument) {
        let (summary, faults) = (document.summary, document.faults)
        scenario = summary.scenario
        file = summary.spot.file
        line = summary.spot.line
        rig = summary.rig
        seed = summary.seed
        verdict = summary.verdict.kind
        code = summary.code
        link = summary.failures.first?.link ?? summary.errorLink?.description
        stepsPassed = summary.stepsPassed
        stepsInAll = summary.stepsInAll
        elapsedNanoseconds = summary.elapsed.nanoseconds
        measured = summary.measured.map(Amount.init)
        failures = summary.failures.map(FailureContent.init)
        findings = summary.findings.map(FindingContent.init)
        findingsBesides = summary.findingsBesides
        provenance = document.provenance
        self.faults = faults.entries.map(FaultContent.init)
        faultsBesides = faults.besides > 0 ? faults.besides : nil
        (seal, gate, search) = (document.seal, document.gate, document.search)
        words = Words(reason: summary.explanation, meaning: summary.meaning)
    }
}

/// Why a step did not pass.
private struct FailureContent: Encodable {
    struct Words: Encodable {
        let expected: String
        let seen: String
        let meaning: String?
    }

    let code: FailureCode
    let seenCode: FailureCode
    let measured: Amount?
    let spot: SourceSpot
    let instant: Instant
    let link: String?
    let lastFrames: [FrameRecord]
    let words: Words

    init(_ failure: Failure) {
        code = failure.code
        seenCode = failure.seenCode
        measured = failure.measured.map(Amount.init)
        spot = failure.spot
        instant = failure.instant
        link = failure.link
        lastFrames = failure.lastFrames
        words = Words(expected: failure.expected, seen: failure.seen, meaning: failure.meaning)
    }
}

/// Something worth knowing about what a peer sent.
private struct FindingContent: Encodable {
    let code: FailureCode
    let weight: Finding.Weight
    let link: String
    /// The byte that it is about.
    let offset: Int?
    let words: String

    init(_ found: LinkFinding) {
        code = found.finding.code
        weight = found.finding.weight
        link = found.link
        offset = found.finding.offset
        words = found.finding.meaning
    }
}

/// Something that was wrong with the rig.
private struct FaultContent: Encodable {
    struct Words: Encodable {
        let what: String
        let remedy: String
    }

    let instant: Instant
    let link: String
    let words: Words

    init(_ fault: RigFaults.Entry) {
        instant = fault.instant
        link = fault.link
        words = Words(what: fault.what, remedy: fault.remedy)
    }
}

/// Something measured, as `nanoseconds` or another unit, and its limit as `limitNanoseconds`.
private struct Amount: Encodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    private let measured: Measured

    init(_ measured: Measured) { self.measured = measured }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        let (number, unit) = measured.value.parts
        try container.encode(measured.what, forKey: Key("what"))
        try container.encode(number, forKey: Key(unit.rawValue))
        let limit = Key("limit" + unit.rawValue.prefix(1).uppercased() + unit.rawValue.dropFirst())
        try container.encodeIfPresent(measured.limit?.parts.number, forKey: limit)
        try container.encodeIfPresent(measured.times, forKey: Key("times"))
    }
}
