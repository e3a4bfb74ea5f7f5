import Evidence
import Journal
import Reports
import Runs
import Zoo

/// The report of a command that was rejected because of its arguments, if they name a file for it, so that no older
/// report with passes remains there.
enum RefusedReport {
    /// Writes the report for a command line's arguments, with the error message.
    static func write(for words: [String], _ reason: String) {
        do throws(CommandError) {
            switch words.first {
            case RunSession.word?, GateSession.word?:
                for form in ReportForm.allCases {
                    for path in values(of: form.option, in: words) where isFree(path, form.mark) {
                        try ReportFile(begun: path, as: form, with: nowhere)
                            .refuse(words[0], because: firstLine(of: reason))
                    }
                }
            case ZooCommand.word?:
                for path in values(of: "--json", in: words) where isFree(path, .zoo) {
                    try UnfinishedFile.write(unended(words).json, to: path, .replacingOwn(.zoo), isShared: true)
                }
            default: return
            }
        } catch {
            _ = CommandStatus.nothingShown.worsened(by: error)
        }
    }

    /// Returns the report of the zoo that the arguments name, with no result.
    private static func unended(_ words: [String]) -> ZooReport {
        if words.contains("--rig") { return RigMatrix.unended.report(seed: 0) }
        if words.contains("--phones") { return PeerZoo.unended }
        if words.contains("--screens") { return ScreenZoo.unended }
        return words.contains("--apps") ? AppZoo.unended : ZooMatrix.unended.report(seed: 0)
    }

    /// The provenance of a command that played nothing.
    private static var nowhere: Provenance {
        Provenance(
            program: Program.name, host: Program.host, system: Program.system, date: Program.date, rig: "none",
            kind: "none", parts: [], overrides: [])
    }

    private static func isFree(_ path: String, _ mark: FileSignature) -> Bool {
        FileName.obstacle(path, .replacingOwn(mark)) == nil
    }

    /// Returns the values of an option: a repeated one is a mistake, and then none of the files may keep its passes.
    private static func values(of option: String, in words: [String]) -> [String] {
        let options = words.prefix { $0 != "--" }
        return zip(options, Array(options.dropFirst()) + [""]).compactMap { word, next in
            if word == option { return next.isEmpty || next.hasPrefix("-") ? nil : next }
            return word.hasPrefix(option + "=") ? String(word.dropFirst(option.count + 1)) : nil
        }
    }

    private static func firstLine(of text: String) -> String {
        let line = text.split(separator: "\n").first.map(String.init) ?? ""
        return line.hasPrefix("Error: ") ? String(line.dropFirst(7)) : line
    }
}
