import Ground
import JSON

/// A report in the Common Test Report Format (ctrf.io, schema of version 1.0.0, which calls itself a draft).
///
/// Several runs of a scenario are one test with attempts, which failed if any of them did. `flaky` is never written:
/// in CTRF it means a pass after failures, whereas here every failure counts.
public struct CTRFReport {
    private let content: ReportContent

    public init(_ content: ReportContent) { self.content = content }

    /// The document with sorted keys: the same bytes for the same runs.
    public var json: [UInt8] { JSON.document(Document(content)) }
}

private struct Document: Encodable {
    let reportFormat = "CTRF"
    let specVersion = "1.0.0"
    let results: Results

    init(_ content: ReportContent) { results = Results(content) }
}

private struct Results: Encodable {
    struct Tool: Encodable {
        let name: String
        let version: String?
    }

    struct Environment: Encodable {
        let testEnvironment: String
        let extra: [String: String]
    }

    struct Extra: Encodable {
        let exitStatus: Int32
        let headline: String
        let remarks: [String]
    }

    let tool: Tool
    let summary: Summary
    let tests: [Test]
    let environment: Environment
    let extra: Extra

    init(_ content: ReportContent) {
        let words = content.program.split(separator: " ", maxSplits: 1).map(String.init)
        tool = Tool(
            name: words.first ?? "trammel",
            version: words.count > 1 ? words[1].shown(ReportLimit.name) : nil)
        summary = Summary(content)
        tests = content.cases.map(Test.init)
        environment = Environment(
            testEnvironment: content.rig.shown(ReportLimit.name), extra: ["host": content.host.shown(ReportLimit.name)])
        extra = Extra(
            exitStatus: content.status.rawValue, headline: content.headline.shown(ReportLimit.message),
            remarks: content.remarks.prefix(ReportLimit.lines).map { $0.shown(ReportLimit.message) })
    }
}

private struct Summary: Encodable {
    let tests: Int
    let passed: Int
    let failed: Int
    let skipped: Int
    let pending = 0
    let other: Int
    let start: Int64
    let stop: Int64

    init(_ content: ReportContent) {
        func count(_ status: ReportCase.Status) -> Int { content.cases.count { $0.status == status } }
        tests = content.cases.count
        (passed, failed, skipped, other) = (count(.passed), count(.failed), count(.skipped), count(.error))
        start = content.start
        stop = content.start + content.elapsed.wholeMilliseconds
    }
}

private struct Test: Encodable {
    struct Attempt: Encodable {
        let attempt: Int
        let status: String
        let duration: Int64
        let message: String?
    }

    struct Attachment: Encodable {
        let name: String
        let contentType: String
        let path: String
    }

    let name: String
    let status: String
    let rawStatus: String
    let duration: Int64
    let suite: [String]
    let filePath: String?
    let line: Int?
    let message: String?
    let trace: String?
    let retries: Int?
    let retryAttempts: [Attempt]?
    let attachments: [Attachment]?
    let labels: [String: String]?

    /// The greatest number of attempts listed per test.
    private static let mostAttempts = 10_000

    init(_ one: ReportCase) {
        name = one.name.isEmpty ? "_" : one.name.shown(ReportLimit.name)
        status = one.status.word
        rawStatus = one.word.shown(ReportLimit.name)
        duration = one.elapsed.wholeMilliseconds
        suite = one.suite.isEmpty ? ["_"] : one.suite.map { $0.shown(ReportLimit.name) }
        filePath = one.spot?.file.shown(ReportLimit.name)
        line = one.spot?.line
        message = one.message?.shown(ReportLimit.message)
        let lines = one.details.prefix(ReportLimit.lines).map { $0.shown(ReportLimit.message) }
        trace = lines.isEmpty ? nil : lines.joined(separator: "\n")
        retries = one.attempts.count > 1 ? one.attempts.count - 1 : nil
        retryAttempts =
            one.attempts.count > 1
            ? one.attempts.prefix(Self.mostAttempts).enumerated().map { place, attempt in
                Attempt(
                    attempt: place + 1, status: attempt.status.word, duration: attempt.elapsed.wholeMilliseconds,
                    message: attempt.message?.shown(ReportLimit.message))
            } : nil
        let files = one.files.map { file in
            let name = file.split(separator: "/").last.map(String.init) ?? file
            return Attachment(
                name: name.shown(ReportLimit.name), contentType: Self.type(of: name),
                path: file.shown(ReportLimit.message))
        }
        attachments = files.isEmpty ? nil : files
        let shown = one.labels.map { ($0.key.shown(ReportLimit.name), $0.value.shown(ReportLimit.name)) }
        labels = shown.isEmpty ? nil : Dictionary(shown, uniquingKeysWith: { first, _ in first })
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "json": "application/json"
        case "jsonl": "application/x-ndjson"
        case "html": "text/html"
        case "pcapng": "application/vnd.tcpdump.pcap"
        default: "application/octet-stream"
        }
    }
}

extension ReportCase.Status {
    /// The format's status word.
    fileprivate var word: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .skipped: "skipped"
        case .error: "other"
        }
    }
}

extension Lapse {
    var wholeMilliseconds: Int64 { nanoseconds / 1_000_000 }
}
