import ArgumentParser
import Evidence
import Ground
import Journal
import Reports
import Runs
import ScenarioKit
import Simulators
import Vocabulary
import Wording

/// Explains the codes of failures and findings, and the complaints and rules that they are based on.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain a failure code, a complaint, a rule, a defect or a scenario.",
        discussion: """
            Verdicts, reports and journals name every failure and every finding by a code. Its explanation ends with \
            the field complaints (F8) and rules (5.7, NFC B10) that it is based on, and the scenarios that name it. A \
            complaint or a rule is explained by its entry in the fact sheets, with the scenarios that cover it, and a \
            known defect, as the diagnosis names it, by what it does and the code that identifies it.

              trammel explain session.neverStarted
            """)

    @Argument(
        help: ArgumentHelp(
            """
            A code (session.neverStarted), the first word of codes (session), a reference (F26, 5.7, NFC B10), a \
            defect, a scenario, a figure of a run (first distance) or a verdict.
            """,
            valueName: "code"))
    var words: [String] = []

    @Flag(name: .long, help: "List every code with its meaning.")
    var all = false

    func run() throws {
        if all { return StandardOutput.shared.write(Self.list(of: FailureCode.table)) }
        guard !words.isEmpty else { return StandardOutput.shared.write(Self.overview) }
        let text = words.joined(separator: " ")
        let family = Self.families.first { $0.word == text }?.entries
        if let family { return StandardOutput.shared.write(Self.list(of: family)) }
        if let entry = FailureCode.entry(of: FailureCode(rawValue: text)) {
            StandardOutput.shared.write(Self.text(of: entry))
        } else if let (reference, entry) = Self.reference(text) {
            StandardOutput.shared.write(Self.text(of: reference, entry))
        } else if KnownDefect.all.contains(where: { $0.name == text }) {
            // Two zoos may use one name.
            for defect in KnownDefect.all where defect.name == text {
                StandardOutput.shared.write(Self.text(of: defect))
            }
        } else if case let scenarios = Catalogue.scenarios.filter({ $0.name == text || $0.base == text }),
            !scenarios.isEmpty
        {
            StandardOutput.shared.write(CatalogueList(of: scenarios, withRigs: false).table)
        } else if let meaning = Measured.meaning(of: text) {
            StandardOutput.shared.write(
                Paragraph.lines("\(text.escapedForDisplay)  ", meaning).joined(separator: "\n") + "\n")
        } else if let verdict = VerdictKind(text) {
            StandardOutput.shared.write(
                Paragraph.lines("\(verdict.words)  ", verdict.meaning).joined(separator: "\n") + "\n")
        } else {
            let codes = Self.families.map(\.word) + FailureCode.table.map(\.code.rawValue)
            let known =
                codes + KnownDefect.all.map(\.name) + Catalogue.scenarios.map(\.name) + Measured.figureNames
            let near = suggestion(for: text, in: known)
            throw ValidationError(
                "there is no code, reference, defect, scenario, figure or verdict '\(text.escapedForDisplay)'\(near)")
        }
    }

    /// Returns the reference that a person wrote, in any case and without the name of its sheet if that is clear.
    private static func reference(_ text: String) -> (Reference, FactSheet.Entry)? {
        let name = text.uppercased()
        for candidate in [name, "NFC \(name)", "NET \(name)"] {
            let reference = Reference(candidate)
            if let entry = reference.entry { return (reference, entry) }
        }
        return nil
    }

    private static func text(of reference: Reference, _ entry: FactSheet.Entry) -> String {
        var lines = Paragraph.lines("\(reference)  ", entry.title)
        for passage in entry.passages {
            switch passage {
            case .paragraph(let text): lines += Paragraph.lines("  ", text)
            case .row(let cells):
                for (place, cell) in cells.enumerated() {
                    let heading = cell.heading.isEmpty ? "" : "\(cell.heading): "
                    lines += Paragraph.lines(place == 0 ? "  - " : "    ", heading + cell.text)
                }
            }
        }
        lines += Paragraph.lines("  source     ", entry.source)
        let covering = Catalogue.scenarios.filter { $0.covers.contains(reference) }.map(\.name)
        lines += Paragraph.lines("  scenarios  ", covering.isEmpty ? "none" : covering.joined(separator: ", "))
        return lines.joined(separator: "\n") + "\n"
    }

    private static func text(of defect: KnownDefect) -> String {
        var lines = ["\(defect.name)  a known defect of \(defect.subject)"]
        lines += Paragraph.lines("  meaning    ", defect.meaning)
        if let source = defect.source { lines += Paragraph.lines("  based on   ", source) }
        lines += Paragraph.lines("  code       ", defect.sign)
        let named = Catalogue.scenarios.filter { $0.codes.contains(defect.sign) }.map(\.name)
        if !named.isEmpty { lines += Paragraph.lines("  scenarios  ", named.joined(separator: ", ")) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The codes by their first word, in the order of the table.
    private static var families: [(word: String, entries: [FailureCode.Entry])] {
        var families: [(word: String, entries: [FailureCode.Entry])] = []
        for entry in FailureCode.table {
            let word = String(entry.code.rawValue.prefix { $0 != "." })
            if let place = families.firstIndex(where: { $0.word == word }) {
                families[place].entries.append(entry)
            } else {
                families.append((word, [entry]))
            }
        }
        return families
    }

    /// The first words of codes, each with its number of codes: one screen.
    private static var overview: String {
        let words = families.map { "\($0.word) (\($0.entries.count))" }.joined(separator: ", ")
        let lines =
            Paragraph.lines("\(counted(FailureCode.table.count, "code")) by their first word: ", words, indent: 2)
            + Paragraph.lines(
                "", "\(Program.command) explain WORD lists the codes that begin with it, --all lists every code",
                indent: 2)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func list(of entries: [FailureCode.Entry]) -> String {
        let width = entries.map(\.code.rawValue.count).max() ?? 0
        let lines = entries.flatMap {
            Paragraph.lines("\($0.code.rawValue.padded(to: width))  ", $0.meaning)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func text(of entry: FailureCode.Entry) -> String {
        var lines = [entry.code.rawValue]
        lines += Paragraph.lines("  meaning    ", entry.meaning)
        lines += Paragraph.lines("  causes     ", entry.causes)
        let basis = entry.basis.map(\.description).joined(separator: ", ")
        if !basis.isEmpty { lines += Paragraph.lines("  based on   ", basis) }
        let named = Catalogue.scenarios.filter { $0.codes.contains(entry.code) }.map(\.name)
        let raised = named.isEmpty ? finder(of: entry.code) : named.joined(separator: ", ")
        lines += Paragraph.lines("  scenarios  ", raised)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the command that finds a code that no scenario names.
    private static func finder(of code: FailureCode) -> String {
        switch code {
        // Raised by a screen's or a phone app's bytes.
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

/// A defect of one of the zoos.
private struct KnownDefect {
    let name: String
    let subject: String
    let meaning: String
    let sign: FailureCode
    /// The complaint or rule behind it, if it is one of an accessory.
    let source: String?

    static var all: [KnownDefect] {
        Defect.allCases.map {
            KnownDefect(
                name: $0.rawValue, subject: "an accessory", meaning: $0.meaning, sign: $0.facts.sign, source: $0.source)
        } + defects(PeerDefect.self) + defects(ScreenDefect.self) + defects(AppDefect.self)
    }

    private static func defects<Named: NamedDefect>(_: Named.Type) -> [KnownDefect] {
        Named.allCases.map {
            KnownDefect(
                name: $0.rawValue, subject: Named.subject, meaning: $0.meaning, sign: $0.sign, source: nil)
        }
    }
}

extension VerdictKind {
    /// The verdict's meaning, in one sentence with the exit status.
    fileprivate var meaning: String {
        switch self {
        case .passed: "Every step was played, and every expectation that the rig can judge was met (exit status 0)."
        case .failed: "Something under test did not do what the scenario expects (exit status 1)."
        case .error: "The rig or the scenario was at fault, so nothing under test was judged (exit status 3)."
        case .timedOut: "The run took longer than its limit, so nothing under test was judged (exit status 3)."
        case .skipped: "The run was not played, for the reason given; skipped runs alone are no pass (exit status 4)."
        case .aborted: "The run was ended, or never begun, for the reason given (exit status 4)."
        }
    }
}
