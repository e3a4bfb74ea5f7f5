import Ground
import JSON
public import Journal
import Wording

/// Runs as OpenTelemetry spans, in OTLP/JSON: one span for the command, below it one per run, and below that one per
/// step.
///
/// Attributes follow the semantic conventions for tests, which are still in development (`test.suite.name`,
/// `test.case.name`, `test.case.result.status`). Ids are hexadecimal and derived from what was played; 64-bit numbers
/// are texts. A run begins at its journal's time, or else when the previous one ended in rig time, so pauses are not
/// shown.
public struct SpanReport {
    private let tally: RunTally
    private let provenance: Provenance
    private let told: [Int: RunStory]
    /// The command's name and its exit status.
    private let command: String
    private let status: CommandStatus

    /// Creates a report; `told` is the content of the journals by the runs' indices, and runs without a journal have
    /// no steps.
    ///
    /// A command that judges the runs together, as a gate does, passes its exit status.
    public init(
        _ tally: RunTally, of provenance: Provenance, told: [Int: RunStory] = [:], command: String = "run",
        status: CommandStatus? = nil
    ) {
        (self.tally, self.provenance, self.told) = (tally, provenance, told)
        (self.command, self.status) = (command, status ?? tally.exitStatus)
    }

    public var json: [UInt8] {
        let resource = OTLP.Resource(attributes: [
            OTLP.Attribute("service.name", "trammel"), OTLP.Attribute("service.version", provenance.program),
            OTLP.Attribute("host.name", provenance.host), OTLP.Attribute("trammel.rig", provenance.rig),
            OTLP.Attribute("trammel.rig.kind", provenance.kind),
        ])
        let scope = OTLP.ScopeSpans(scope: OTLP.Scope(name: "trammel"), spans: spans)
        return JSON.document(
            OTLP.Document(resourceSpans: [OTLP.ResourceSpans(resource: resource, scopeSpans: [scope])]))
    }

    private var trace: String {
        let seed =
            [provenance.program, provenance.host, provenance.date, provenance.rig]
            + tally.summaries.map { "\($0.scenario) \($0.seed) \($0.verdict) \($0.elapsed.nanoseconds)" }
        return Fingerprint(seed).text
    }

    private var spans: [OTLP.Span] {
        let trace = trace
        let begin = (ReportContent.milliseconds(of: provenance.date) ?? 0) * 1_000_000
        let root = Fingerprint([trace, "command"]).short
        var now = begin
        var spans: [OTLP.Span] = []
        for (place, run) in tally.summaries.enumerated() {
            let story = told[place]
            if let date = story?.date, let start = ReportContent.milliseconds(of: date) {
                now = max(now, start * 1_000_000)
            }
            let own = Fingerprint([trace, "\(place)"]).short
            spans.append(span(of: run, story, OTLP.Place(trace: trace, span: own, parent: root), from: now))
            for step in story?.steps ?? [] {
                let id = Fingerprint([trace, "\(place)", "\(step.record.number)"]).short
                spans.append(
                    Self.span(of: step, OTLP.Place(trace: trace, span: id, parent: own), from: now, run.elapsed))
            }
            now += run.elapsed.nanoseconds
        }
        let whole = OTLP.Span(
            OTLP.Place(trace: trace, span: root, parent: nil), "trammel \(command)", from: begin, to: now,
            attributes: [
                OTLP.Attribute("test.suite.name", provenance.rig),
                OTLP.Attribute("test.suite.run.status", Self.word(of: status)),
                OTLP.Attribute("trammel.exit_status", Int64(status.rawValue)),
                OTLP.Attribute("trammel.runs", Int64(tally.summaries.count)),
                OTLP.Attribute("trammel.runs_with_steps", Int64(told.count)),
            ], status: status == .passed ? nil : OTLP.Status(code: 2, message: nil))
        return [whole] + spans
    }

    private func span(of run: RunSummary, _ story: RunStory?, _ place: OTLP.Place, from begin: Int64) -> OTLP.Span {
        let status = ReportCase.Status(run.verdict.kind)
        var attributes = [
            OTLP.Attribute("test.suite.name", run.rig), OTLP.Attribute("test.case.name", run.scenario),
            OTLP.Attribute("test.case.result.status", Self.word(of: run.verdict.kind)),
            OTLP.Attribute("trammel.seed", "\(run.seed)"),
            OTLP.Attribute("code.file.path", run.spot.file), OTLP.Attribute("code.line.number", Int64(run.spot.line)),
        ]
        if let code = run.code { attributes.append(OTLP.Attribute("trammel.code", code.rawValue)) }
        let message = (run.meaning ?? run.explanation)?.shown(ReportLimit.message)
        let events = (story?.frames ?? []).map { frame in
            OTLP.Event(
                timeUnixNano: "\(begin + frame.instant.nanoseconds)",
                name: frame.link.description.shown(ReportLimit.name),
                attributes: [
                    OTLP.Attribute("trammel.frame", Int64(frame.number)),
                    OTLP.Attribute("trammel.frame.text", frame.words),
                ])
        }
        return OTLP.Span(
            place, Sentence.scenario(run.scenario, seed: run.seed).description, from: begin,
            to: begin + run.elapsed.nanoseconds, attributes: attributes, events: events,
            droppedEvents: story?.droppedFrames ?? 0,
            status: status == .failed || status == .error ? OTLP.Status(code: 2, message: message) : nil)
    }

    private static func span(
        of step: RunStory.Step, _ place: OTLP.Place, from begin: Int64, _ elapsed: Lapse
    ) -> OTLP.Span {
        let start = begin + step.start.nanoseconds
        let end = step.end.map { begin + $0.nanoseconds } ?? begin + elapsed.nanoseconds
        return OTLP.Span(
            place, step.record.text, from: start, to: max(start, end),
            attributes: [OTLP.Attribute("code.line.number", Int64(step.record.spot.line))],
            status: step.failure.map { OTLP.Status(code: 2, message: $0.shown(ReportLimit.message)) })
    }

    private static func word(of verdict: VerdictKind) -> String {
        switch verdict {
        case .passed: "pass"
        case .failed: "fail"
        case .error: "error"
        case .timedOut: "timed_out"
        case .skipped: "skipped"
        case .aborted: "aborted"
        }
    }

    private static func word(of status: CommandStatus) -> String {
        switch status {
        case .passed: "success"
        case .failed, .rigWrong: "failure"
        case .nothingShown: "aborted"
        }
    }
}
