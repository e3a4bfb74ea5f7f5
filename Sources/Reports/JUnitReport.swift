import Ground
public import Journal
import Wording

/// Runs as a JUnit XML document: one suite per rig, one test case per run.
///
/// It is limited to what the strictest common reader accepts: not all versions of the schema junit-10.xsd of Jenkins'
/// xunit plugin allow properties, or file and line, on a test case, and the document as a whole has no count of
/// skipped ones. GitLab merges test cases of equal class and name, and shows a failure's text instead of its message.
public struct JUnitReport {
    public let tally: RunTally
    /// The conditions under which the runs were played.
    public let provenance: Provenance

    public init(_ tally: RunTally, of provenance: Provenance) {
        self.tally = tally
        self.provenance = provenance
    }

    public init(_ summaries: [RunSummary], of provenance: Provenance) { self.init(RunTally(summaries), of: provenance) }

    public var text: String {
        var xml = XMLText()
        let all = Counts(tally.summaries, lack: lack)
        xml.open("testsuites", [("name", "trammel")] + all.attributes)
        for (place, rig) in rigs.enumerated() {
            // A shortfall counts once, in the last suite.
            let missing = place == rigs.count - 1 ? lack : nil
            write(rig, missing: missing, to: &xml)
        }
        if rigs.isEmpty, lack != nil { write("none", missing: lack, to: &xml) }
        xml.close()
        return xml.text
    }

    private var lack: String? { tally.lack?.description }

    /// The rigs in order of first use.
    private var rigs: [String] {
        tally.summaries.reduce(into: []) { if !$0.contains($1.rig) { $0.append($1.rig) } }
    }

    /// The host and the timestamp, as readers of such reports expect it: without a time zone, in UTC.
    private var place: [(String, String)] {
        let time = provenance.date.hasSuffix("Z") ? String(provenance.date.dropLast()) : provenance.date
        return [("timestamp", time), ("hostname", provenance.host.escapedForDisplay)]
    }

    private func write(_ rig: String, missing: String?, to xml: inout XMLText) {
        let runs = tally.summaries.enumerated().filter { $0.element.rig == rig }
        let counts = Counts(runs.map(\.element), lack: missing)
        xml.open(
            "testsuite",
            [("name", rig.escapedForDisplay)] + counts.attributes + [("skipped", "\(counts.skipped)")] + place)
        writeProperties(of: rig, to: &xml)
        var rounds: [String: Int] = [:]
        for (place, run) in runs {
            let name = "\(run.scenario), seed \(run.seed)"
            rounds[name, default: 0] += 1
            let round = rounds[name] ?? 1
            write(run, name: round > 1 ? "\(name), round \(round)" : name, tally.evidence[place] ?? [], to: &xml)
        }
        if let missing {
            xml.open("testcase", attributes("coverage", ofClass: "\(Self.word(rig)).trammel.coverage", time: .zero))
            xml.element("error", [("type", "error"), ("message", missing.escapedForDisplay)], content: missing)
            xml.close()
        }
        xml.close()
    }

    private func writeProperties(of rig: String, to xml: inout XMLText) {
        var fields =
            [
                ("program", provenance.program), ("system", provenance.system), ("date", provenance.date),
                ("kind", provenance.kind), ("rig", rig),
            ] + provenance.overrides.map { ("override", $0) } + provenance.parts.map { ("port.\($0.role)", $0.port) }
        var reasons: [String] = []
        for left in tally.coverage?.leftOut ?? [] where !reasons.contains(left.reason) { reasons.append(left.reason) }
        for reason in reasons {
            let count = tally.coverage?.leftOut.count { $0.reason == reason } ?? 0
            fields.append(("left out: \(reason)", "\(count)"))
        }
        let remarks = [tally.partlyJudged].compactMap(\.self) + (tally.coverage?.unjudged ?? [])
        fields += remarks.map { ("remark", $0) }
        xml.open("properties")
        for (name, value) in fields {
            xml.element("property", [("name", name.escapedForDisplay), ("value", value.escapedForDisplay)])
        }
        xml.close()
    }

    private func write(_ run: RunSummary, name: String, _ files: [String], to xml: inout XMLText) {
        xml.open("testcase", attributes(name, ofClass: Self.className(of: run), time: run.elapsed))
        let message = [("message", ((run.meaning ?? run.explanation) ?? run.verdict.description).escapedForDisplay)]
        let type = [("type", run.verdict.description)]
        let code = [("type", (run.code?.rawValue ?? run.verdict.description).escapedForDisplay)]
        switch Outcome(run.verdict) {
        case .success: break
        case .failure: xml.element("failure", code + message, content: details(of: run))
        case .error: xml.element("error", type + message, content: details(of: run))
        case .skipped: xml.element("skipped", message)
        }
        let partly = run.verdict == .passed && run.isPartlyJudged ? ["\(Sentence.measurementsNotJudged)"] : []
        let notes = partly + run.measured.map { "\($0)".escapedForDisplay } + attachments(files, of: run)
        if !notes.isEmpty { xml.element("system-out", content: "\n" + notes.joined(separator: "\n") + "\n") }
        xml.close()
    }

    private func attributes(_ name: String, ofClass className: String, time: Lapse) -> [(String, String)] {
        [("classname", className), ("name", name.escapedForDisplay), ("time", seconds(time))]
    }

    /// Returns the rig and the scenario's file, with dots: `deskBench.Scenarios.Conformance.Exchange`.
    ///
    /// Jenkins takes the text after the last dot for the class and the text before it for the package.
    private static func className(of run: RunSummary) -> String {
        let file = run.spot.file.hasSuffix(".swift") ? String(run.spot.file.dropLast(6)) : run.spot.file
        return ([run.rig] + file.split(separator: "/").map(String.init)).map(word).joined(separator: ".")
    }

    /// Returns a part of a class name, without dots.
    private static func word(_ text: String) -> String {
        let word = String(text.escapedForDisplay.map { $0 == "." || $0 == " " ? "_" : $0 })
        return word.isEmpty ? "_" : word
    }

    /// Returns the failing line, then failures and findings as on the console.
    private func details(of run: RunSummary) -> String {
        let spot = (run.failures.first?.spot ?? run.spot).description.escapedForDisplay
        let head = "\(spot): \(((run.meaning ?? run.explanation) ?? "").escapedForDisplay)"
        return "\n" + ([head] + VerdictText(run, terminal: .plain).lines).joined(separator: "\n") + "\n"
    }

    /// Returns the files that a run left, for a reader that shows them with a failure.
    private func attachments(_ files: [String], of run: RunSummary) -> [String] {
        guard !run.isPassedOrSkipped else { return [] }
        return files.filter { file in !file.contains { "[]|".contains($0) } }.map {
            "[[ATTACHMENT|\($0.escapedForDisplay)]]"
        }
    }
}

/// The number of a suite's test cases of each kind, and their duration.
private struct Counts {
    let tests: Int
    let failures: Int
    let errors: Int
    let skipped: Int
    let time: Lapse

    init(_ runs: [RunSummary], lack: String?) {
        let outcomes = runs.map { Outcome($0.verdict) }
        let missing = lack == nil ? 0 : 1
        tests = runs.count + missing
        failures = outcomes.count { $0 == .failure }
        errors = outcomes.count { $0 == .error } + missing
        skipped = outcomes.count { $0 == .skipped }
        time = runs.reduce(.zero) { $0 + $1.elapsed }
    }

    var attributes: [(String, String)] {
        [("tests", "\(tests)"), ("failures", "\(failures)"), ("errors", "\(errors)"), ("time", seconds(time))]
    }
}

private func seconds(_ span: Lapse) -> String { decimal(span.seconds, places: 3) }

/// The four outcomes of a JUnit test.
private enum Outcome {
    case success, failure, error, skipped

    init(_ verdict: Verdict) {
        self =
            switch verdict {
            case .passed: .success
            case .failed: .failure
            case .error, .timedOut, .aborted: .error
            case .skipped: .skipped
            }
    }
}
