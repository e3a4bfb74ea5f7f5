import FoundationEssentials
import Ground
public import Journal

/// One run's verdict as a JSON document for other programs, written when everything else of the run is on disk.
public struct VerdictDocument {
    /// The version of the document's format.
    public static let formatVersion = 1

    public let summary: RunSummary
    /// With what it was played.
    public let provenance: Provenance
    /// What was wrong with the rig, whenever it was: before the verdict, and after it too.
    public let faults: RigFaults

    public init(_ summary: RunSummary, of provenance: Provenance, faults: RigFaults = RigFaults()) {
        self.summary = summary
        self.provenance = provenance
        self.faults = faults
    }

    /// The document with sorted keys and a line feed at its end: the same bytes for the same run.
    ///
    /// Throws what the encoder throws, which no summary made by this project gives cause for.
    public func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return Array(try encoder.encode(Content(summary, provenance, faults))).escapedAsJSON + [0x0A]
    }
}

/// The fields of the document; spans are in nanoseconds, distances in millimetres.
private struct Content: Encodable {
    let format = VerdictDocument.formatVersion
    let scenario: String
    let file: String
    let line: Int
    let rig: String
    let seed: UInt64
    let verdict: String
    let reason: String?
    let meaning: String?
    /// Of a run that did not pass.
    let code: FailureCode?
    let stepsPassed: Int
    let stepsInAll: Int
    let elapsedNanoseconds: Int64
    let measured: [Amount]
    let failures: [FailureContent]
    let findings: [LinkFinding]
    let findingsBesides: Int?
    let provenance: Provenance
    let faults: [RigFaults.Entry]
    let faultsBesides: Int?

    init(_ summary: RunSummary, _ provenance: Provenance, _ faults: RigFaults) {
        scenario = summary.scenario
        file = summary.spot.file
        line = summary.spot.line
        rig = summary.rig
        seed = summary.seed
        verdict = summary.verdict.description
        reason = summary.explanation
        meaning = summary.meaning
        code = summary.code
        stepsPassed = summary.stepsPassed
        stepsInAll = summary.stepsInAll
        elapsedNanoseconds = summary.elapsed.nanoseconds
        measured = summary.measured.map(Amount.init)
        failures = summary.failures.map(FailureContent.init)
        findings = summary.findings
        findingsBesides = summary.findingsBesides
        self.provenance = provenance
        self.faults = faults.entries
        faultsBesides = faults.besides > 0 ? faults.besides : nil
    }
}

/// Why a step did not pass.
private struct FailureContent: Encodable {
    let code: FailureCode
    let seenCode: FailureCode
    let expected: String
    let seen: String
    let meaning: String?
    let spot: SourceSpot
    let instant: Instant
    let link: String?
    let lastFrames: [FrameRecord]

    init(_ failure: Failure) {
        code = failure.code
        seenCode = failure.seenCode
        expected = failure.expected
        seen = failure.seen
        meaning = failure.meaning
        spot = failure.spot
        instant = failure.instant
        link = failure.link
        lastFrames = failure.lastFrames
    }
}

/// Something measured, as a number and its unit.
private struct Amount: Encodable {
    let what: String
    let value: Int64
    let limit: Int64?
    let unit: String
    let times: Int?

    init(_ measured: Measured) {
        what = measured.what
        (value, unit) = Self.parts(of: measured.value)
        times = measured.times
        limit = measured.limit.map { Self.parts(of: $0).value }
    }

    private static func parts(of quantity: Quantity) -> (value: Int64, unit: String) {
        switch quantity {
        case .span(let span): (span.nanoseconds, "ns")
        case .distance(let distance): (Int64(distance.millimetres), "mm")
        case .rate(let rate): (rate.millihertz, "mHz")
        case .share(let share): (share.permille, "permille")
        case .count(let count): (Int64(count), "")
        }
    }
}
