import FirmwareIdentity
import Gate
import Ground
import Reports

/// The console text of a gate: the result first, then the reasons, what it proves and what it does not.
struct GateText {
    /// The maximum number of scenarios listed; the page has all.
    private static let mostScenarios = 40
    private static let mostReasons = 8
    /// The maximum number of failed scenarios named in the last line.
    private static let mostFailed = 5

    private let document: GateDocument
    private let folder: String

    init(_ document: GateDocument, in folder: String) { (self.document, self.folder) = (document, folder) }

    func write(to output: StandardOutput) { for line in lines { output.write(line + "\n") } }

    var lines: [String] {
        let firmware = document.firmware
        var lines = Paragraph.lines(
            "",
            "\(document.result.rawValue): \(firmware.file), plan \(document.plan.name), bench \(document.bench.name)",
            indent: 2)
        if document.rehearsal { lines.append("  a rehearsal: no accessory's own firmware ran") }
        let told = document.reasons.prefix(Self.mostReasons)
        lines += told.flatMap { Paragraph.lines("  ", $0, indent: 4) }
        if document.reasons.count > told.count { lines.append("  and \(document.reasons.count - told.count) more") }
        lines += section("which firmware ran: \(document.identityWord)", firmware.identity.reasons ?? [])
        lines += scenarioLines
        lines += section("proves", document.proves) + section("does not prove", document.doesNotProve)
        lines += Paragraph.lines("", "page \(folder)/gate.html, document \(folder)/gate.json", indent: 2)
        return lines + closingLines
    }

    /// The scenarios that failed, at the end, where a person looks first.
    private var closingLines: [String] {
        let failed = document.scenarios.filter { $0.decision == .failed }
        guard document.result == .failed, !failed.isEmpty else { return [] }
        let shown = failed.prefix(Self.mostFailed).map { scenario in
            let share = "\(scenario.failures) of \(counted(scenario.trials, "run"))"
            return scenario.name + (scenario.failures > 0 ? " (\(share))" : "")
        }
        let rest = failed.count - shown.count
        return Paragraph.lines(
            "failed: ", shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : ""), indent: 2)
    }

    /// The scenarios that did not pass, then those that did, with one line for all with the same figures, except those
    /// that failed.
    private var scenarioLines: [String] {
        var rows: [(decision: GateDecision, names: [String], figures: String)] = []
        for scenario in document.scenarios {
            let figures = Self.figures(of: scenario)
            if scenario.decision != .failed,
                let place = rows.firstIndex(where: { row in
                    row.decision == scenario.decision && row.figures == figures
                })
            {
                rows[place].names.append(scenario.name)
            } else {
                rows.append((scenario.decision, [scenario.name], figures))
            }
        }
        let sorted = rows.filter { $0.decision != .passed } + rows.filter { $0.decision == .passed }
        let shown = sorted.prefix(Self.mostScenarios).map { row in
            let name = row.names.count == 1 ? row.names[0].escapedForDisplay : "\(row.names.count) scenarios"
            return (row.decision, name, row.names.count == 1 ? row.figures : "each " + row.figures)
        }
        let width = shown.map(\.1.count).max() ?? 0
        var lines = shown.map { decision, name, figures in
            "  \(decision.rawValue.padded(to: 9))  \(name.padded(to: width))  \(figures)"
        }
        if sorted.count > shown.count { lines.append("  and \(sorted.count - shown.count) more, all on the page") }
        return lines
    }

    /// The failed runs with the limit of the failure rate, unless it says nothing.
    private static func figures(of scenario: GateDocument.Scenario) -> String {
        let limit = GateFigures.percent(up: scenario.upperLimit)
        return "\(scenario.failures) of \(scenario.trials) failed"
            + (scenario.assumedFailures > 0 ? " (\(scenario.assumedFailures) assume that the rig can hear)" : "")
            + (scenario.upperLimit < 0.5 ? ", below \(limit) with \(scenario.confidence) confidence" : "")
            + (scenario.leftOut.isEmpty ? "" : ", \(scenario.leftOut.count) left out")
    }

    private func section(_ title: String, _ sentences: [String]) -> [String] {
        guard !sentences.isEmpty else { return [] }
        return [title + ":"] + sentences.prefix(8).flatMap { Paragraph.lines("  ", $0, indent: 4) }
            + (sentences.count > 8 ? ["  and \(sentences.count - 8) more, all on the page"] : [])
    }
}
