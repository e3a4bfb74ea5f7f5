public import Journal

/// A format in which a report can be written besides the console's.
public enum ReportForm: Hashable, Sendable, CaseIterable {
    /// JUnit XML, a case a run.
    case junit
    /// Common Test Report Format, JSON.
    case ctrf
    /// Test Anything Protocol 13.
    case tap
    /// OpenTelemetry spans, OTLP/JSON.
    case otel
    /// GitLab's code quality report, JSON.
    case codeQuality

    /// The option of a command that names its file.
    public var option: String {
        switch self {
        case .junit: "--junit"
        case .ctrf: "--ctrf"
        case .tap: "--tap"
        case .otel: "--otel"
        case .codeQuality: "--code-quality"
        }
    }

    /// What it says of these runs.
    ///
    /// `evidence` is the folder that they left, and `told` what their journals tell, by their places.
    public func bytes(
        of tally: RunTally, _ provenance: Provenance, evidence: String? = nil, told: [Int: RunStory] = [:]
    ) -> [UInt8] {
        switch self {
        case .junit: Array(JUnitReport(tally, of: provenance).text.utf8)
        case .otel: SpanReport(tally, of: provenance, told: told).json
        case .ctrf, .tap, .codeQuality: bytes(of: ReportContent(tally, of: provenance, evidence: evidence))
        }
    }

    /// The same of anything that was judged; nothing for the formats that are about single runs.
    public func bytes(of content: ReportContent) -> [UInt8] {
        switch self {
        case .ctrf: CTRFReport(content).json
        case .tap: Array(TAPReport(content).text.utf8)
        case .codeQuality: CodeQualityReport(content).json
        case .junit, .otel: []
        }
    }
}

/// How long a text of a device may be in a report for other programs, in characters.
enum ReportLimit {
    /// A name or a title.
    static let name = 300
    /// A sentence.
    static let message = 4_000
    /// Lines that explain a case.
    static let lines = 200
}
