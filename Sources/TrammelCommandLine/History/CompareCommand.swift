import ArgumentParser
import Evidence
import Ground
import History
import Reports
import Runs

/// Compares two firmwares over all their runs.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Show where a firmware is worse than an earlier one, over all their runs.",
        usage: "trammel compare <baseline> <candidate> [<options>]",
        discussion: """
            Compares how often each scenario failed, and how the measured quantities shifted, on benches and rig \
            versions on which both firmwares were tested with the same version of the scenario. It says so if there \
            are too few runs to show anything.

            It never passes a firmware: one that is not shown to be worse need not be as good. A release gate shows \
            that.

              trammel compare door-1.4.1.bin door-1.4.2.bin

            Exit status: 0 something is compared, whatever it says, 3 the history is damaged and cannot be rebuilt, 4 \
            there is nothing to compare, 64 usage.
            """)

    @Argument(help: ArgumentHelp("The earlier one: the first digits of its hash, or its name.", valueName: "baseline"))
    var baseline: String

    @Argument(help: ArgumentHelp("The later one.", valueName: "candidate"))
    var candidate: String

    @Flag(help: "Also list the quantities that are not shown to have shifted.")
    var all = false

    @OptionGroup var filter: HistoryFilterOptions
    @OptionGroup var options: HistoryOptions

    func run() throws {
        let history = try options.history()
        try CommandStatus.leave {
            let groups = try history.groups().value(or: NothingShown.noHistory)
            let (old, new) = (try Self.firmware(baseline, groups), try Self.firmware(candidate, groups))
            guard old != new else { throw ValidationError("Both names mean the same firmware.") }
            let wanted = HistoryFilter(scenario: filter.scenario, bench: filter.bench)
            let comparison = try history.compare(baseline: old, candidate: new, wanted)
                .value(or: NothingShown.noHistory)
            if options.json {
                HistoryOptions.write(ComparisonDocument(comparison).json())
            } else {
                HistoryOptions.write(ComparisonText(comparison, isWhole: all).lines)
            }
            return comparison.rates.isEmpty ? .nothingShown : .passed
        }
    }

    /// Returns the firmware that a text identifies; no match or several are a usage error.
    private static func firmware(_ text: String, _ groups: HistoryGroups) throws -> TestedFirmware {
        switch groups.firmware(named: text) {
        case .one(let firmware): return firmware
        case .none: throw ValidationError("The history knows no firmware '\(text.shown())'.")
        case .several(let all):
            let hashes = all.prefix(5).map { $0.sha256.isEmpty ? HistoryFilter.unnamed : String($0.sha256.prefix(16)) }
            throw ValidationError("'\(text.shown())' means several: \(hashes.joined(separator: ", ")).")
        }
    }
}
