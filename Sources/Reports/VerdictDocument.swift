import FoundationEssentials
import Ground
public import Journal

/// One run's verdict as a JSON document for other programs, written when everything else of the run is on disk.
public struct VerdictDocument {
    /// The version of the document's format.
    public static let formatVersion = 1

    public let summary: RunSummary

    public init(_ summary: RunSummary) { self.summary = summary }

    /// The document with sorted keys and a line feed at its end: the same bytes for the same run.
    ///
    /// Throws what the encoder throws, which no summary made by this project gives cause for.
    public func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return Array(try encoder.encode(Content(summary))) + [0x0A]
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
    let stepsPassed: Int
    let stepsInAll: Int
    let elapsedNanoseconds: Int64
    let measured: [Amount]
    let failures: [Failure]
    let findings: [LinkFinding]
    let findingsBesides: Int?

    init(_ summary: RunSummary) {
        scenario = summary.scenario
        file = summary.spot.file
        line = summary.spot.line
        rig = summary.rig
        seed = summary.seed
        verdict = summary.verdict.description
        reason = summary.explanation
        stepsPassed = summary.stepsPassed
        stepsInAll = summary.stepsInAll
        elapsedNanoseconds = summary.elapsed.nanoseconds
        measured = summary.measured.map(Amount.init)
        failures = summary.failures
        findings = summary.findings
        findingsBesides = summary.findingsBesides
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
