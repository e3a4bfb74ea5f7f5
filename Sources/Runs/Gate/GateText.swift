import FirmwareIdentity
import Gate
import Ground
import Reports

/// The console text of a gate: the result first, then the reasons, what it proves and what it does not.
struct GateText {
    /// The maximum number of scenarios listed; the page has all.
    private static let mostScenarios = 40
    private static let mostReasons = 20

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
        return lines
    }

    private var scenarioLines: [String] {
        // Scenarios that did not pass come first; beyond the maximum they are only counted.
        let sorted =
            document.scenarios.filter { $0.decision != .passed } + document.scenarios.filter { $0.decision == .passed }
        let shown = sorted.prefix(Self.mostScenarios)
        let width = shown.map(\.name.count).max() ?? 0
        var lines = shown.map { scenario in
            let limit = GateFigures.percent(up: scenario.upperLimit)
            return
                "  \(scenario.decision.rawValue.padded(to: 9))  \(scenario.name.escapedForDisplay.padded(to: width))  "
                + "\(scenario.failures) of \(scenario.trials) failed, below \(limit) "
                + "with \(scenario.confidence) confidence"
                + (scenario.leftOut.isEmpty ? "" : ", \(scenario.leftOut.count) left out")
        }
        if sorted.count > shown.count { lines.append("  and \(sorted.count - shown.count) more, all on the page") }
        return lines
    }

    private func section(_ title: String, _ sentences: [String]) -> [String] {
        guard !sentences.isEmpty else { return [] }
        return [title + ":"] + sentences.prefix(8).flatMap { Paragraph.lines("  ", $0, indent: 4) }
            + (sentences.count > 8 ? ["  and \(sentences.count - 8) more, all on the page"] : [])
    }
}
