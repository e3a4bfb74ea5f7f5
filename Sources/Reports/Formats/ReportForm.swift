public import Journal

/// A report format other than the console's.
public enum ReportForm: Hashable, Sendable, CaseIterable {
    /// JUnit XML, with one case per run.
    case junit
    /// Common Test Report Format, JSON.
    case ctrf
    /// Test Anything Protocol 13.
    case tap
    /// OpenTelemetry spans, OTLP/JSON.
    case otel
    /// GitLab's code quality report, JSON.
    case codeQuality

    /// The command option that names the output file.
    public var option: String {
        switch self {
        case .junit: "--junit"
        case .ctrf: "--ctrf"
        case .tap: "--tap"
        case .otel: "--otel"
        case .codeQuality: "--code-quality"
        }
    }

    /// Returns the report on these runs.
    ///
    /// `evidence` is the folder that they left, and `told` the content of their journals, by the runs' indices.
    public func bytes(
        of tally: RunTally, _ provenance: Provenance, evidence: String? = nil, told: [Int: RunStory] = [:]
    ) -> [UInt8] {
        switch self {
        case .junit: Array(JUnitReport(tally, of: provenance).text.utf8)
        case .otel: SpanReport(tally, of: provenance, told: told).json
        case .ctrf, .tap, .codeQuality: bytes(of: ReportContent(tally, of: provenance, evidence: evidence))
        }
    }

    /// Returns the report on any judged content; empty for formats that concern single runs.
    public func bytes(of content: ReportContent) -> [UInt8] {
        switch self {
        case .ctrf: CTRFReport(content).json
        case .tap: Array(TAPReport(content).text.utf8)
        case .codeQuality: CodeQualityReport(content).json
        case .junit, .otel: []
        }
    }
}

/// The greatest lengths of a device's texts in a report for other programs, in characters.
enum ReportLimit {
    /// A name or a title.
    static let name = 300
    /// A sentence.
    static let message = 4_000
    /// The number of lines that explain a case.
    static let lines = 200
}
