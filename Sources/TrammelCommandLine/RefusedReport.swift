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
                    guard let path = value(of: form.option, in: words), isFree(path, form.mark) else { continue }
                    try ReportFile(begun: path, as: form, with: nowhere)
                        .refuse(words[0], because: firstLine(of: reason))
                }
            case ZooCommand.word?:
                guard let path = value(of: "--json", in: words), isFree(path, .zoo) else { return }
                try UnfinishedFile.write(unended(words).json, to: path, .replacingOwn(.zoo), isShared: true)
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

    /// Returns the last value of an option, as the argument parser reads it; nil if it has none.
    private static func value(of option: String, in words: [String]) -> String? {
        var value: String?
        let options = words.prefix { $0 != "--" }
        for (word, next) in zip(options, Array(options.dropFirst()) + [""]) {
            if word == option, !next.isEmpty, !next.hasPrefix("-") { value = next }
            if word.hasPrefix(option + "=") { value = String(word.dropFirst(option.count + 1)) }
        }
        return value
    }

    private static func firstLine(of text: String) -> String {
        let line = text.split(separator: "\n").first.map(String.init) ?? ""
        return line.hasPrefix("Error: ") ? String(line.dropFirst(7)) : line
    }
}
