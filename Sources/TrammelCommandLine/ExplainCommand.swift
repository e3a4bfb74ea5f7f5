import ArgumentParser
import Catalogues
import Ground
import Reports
import ScenarioKit
import Terminal
import Vocabulary

/// Explains the codes of failures and findings.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain what a failure code means, and what usually causes it.",
        discussion: """
            Verdicts, reports and journals name every failure and every finding by such a code. Behind the meaning \
            stand the complaints from the field (F8) and the rules, by their section, on which it rests, and the \
            scenarios that name it.
            """)

    @Argument(help: "A code, such as session.neverStarted; without one, all are listed.")
    var code: String?

    func run() throws {
        guard let code else { return StandardOutput.shared.write(Self.list) }
        guard let entry = FailureCode.entry(of: FailureCode(rawValue: code)) else {
            let near = suggestion(for: code, in: FailureCode.table.map(\.code.rawValue))
            throw ValidationError("there is no failure code '\(code.escapedForDisplay)'\(near)")
        }
        StandardOutput.shared.write(Self.text(of: entry))
    }

    private static var list: String {
        let width = FailureCode.table.map(\.code.rawValue.count).max() ?? 0
        let lines = FailureCode.table.flatMap {
            Paragraph.lines("\($0.code.rawValue.padded(to: width))  ", $0.meaning)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func text(of entry: FailureCode.Entry) -> String {
        var lines = [entry.code.rawValue]
        lines += Paragraph.lines("  meaning    ", entry.meaning)
        lines += Paragraph.lines("  causes     ", entry.causes)
        let basis = entry.basis.map(\.description).joined(separator: ", ")
        if !basis.isEmpty { lines += Paragraph.lines("  rests on   ", basis) }
        let named = Catalogue.scenarios.filter { $0.codes.contains(entry.code) }.map(\.name)
        let raised = named.isEmpty ? finder(of: entry.code) : named.joined(separator: ", ")
        lines += Paragraph.lines("  scenarios  ", raised)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the command that finds a code that no scenario names.
    private static func finder(of code: FailureCode) -> String {
        switch code {
        // Found in the bytes of a screen or of a phone's app.
        case "services.outOfOrder", "services.control":
            "any with companions; none names it; trammel screen finds it too"
        case "services.framing", "services.halfFrame":
            "any with companions; none names it; trammel screen and trammel services meet find it too"
        case "services.record": "none: trammel screen finds it"
        default:
            switch code.rawValue.prefix(while: { $0 != "." }) {
            case "plist": "none: trammel check --plist finds it"
            case "services": "none: trammel services check finds it, or any run with companions"
            default: "any scenario; none names it"
            }
        }
    }
}
