import FoundationEssentials
import Ground
public import Journal
import Vocabulary
import Wording

/// One run's verdict as a JSON document for other programs, written when everything else of the run is on disk.
public struct VerdictDocument {
    /// The version of the document's format.
    public static let formatVersion = 3
    public let summary: RunSummary
    /// The conditions under which the run was played.
    public let provenance: Provenance
    /// The rig's faults before and after the verdict.
    public let faults: RigFaults
    /// The seal of the files beside it; nil if they could not be kept.
    public let seal: RunSeal?
    /// The gate to which the run belongs; nil for none.
    public let gate: GateMark?
    /// The firmware with which a search played it; nil for none.
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

    /// Encodes the document with sorted keys and a final line feed: the same bytes for the same run.
    ///
    /// Throws the encoder's errors, which no summary made by this project causes.
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
    /// The code of a run that did not pass, and the link concerned.
    let code: FailureCode?
    let link: LinkID?
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
        link = summary.failures.first?.link ?? summary.errorLink
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

/// A failure of a step.
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
    let link: LinkID?
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

/// A noteworthy observation about a peer's data.
private struct FindingContent: Encodable {
    let code: FailureCode
    let weight: Finding.Weight
    let link: LinkID
    /// The offset of the byte concerned.
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

/// A fault of the rig.
private struct FaultContent: Encodable {
    struct Words: Encodable {
        let what: String
        let remedy: String
    }

    let instant: Instant
    let link: LinkID?
    let words: Words

    init(_ fault: RigFaults.Entry) {
        instant = fault.instant
        link = fault.link
        words = Words(what: fault.what, remedy: fault.remedy)
    }
}

/// A measured amount, as `nanoseconds` or another unit, with its limit as `limitNanoseconds`.
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
