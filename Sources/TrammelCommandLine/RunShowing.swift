import ArgumentParser
import Reports

/// How much of the runs is shown, and which of them are played at all.
struct RunShowing: ParsableArguments {
    @Flag(name: .long, help: "Show every step, frames, the phone's events and the figures of the rig too.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Show only the summary of all runs.")
    var quiet = false

    @Flag(name: .long, help: "Show only runs that did not pass, and the summary.")
    var failedOnly = false

    @Flag(
        name: [.customShort("x"), .customLong("exit-first")], help: "Stop after the first run that does not pass.")
    var stopsAtFirst = false

    @Flag(name: .long, help: "Play only what did not pass when it was last played from this folder on this rig.")
    var lastFailed = false

    @Flag(name: .long, help: "Report an error if a chosen scenario has no verdict.")
    var requireAll = false

    @Option(
        name: .long,
        help: ArgumentHelp("Report an error if fewer scenarios have a verdict.", valueName: "number"))
    var require: Int?

    /// Whether what the rig cannot play is left out: this is for a run in the virtual machine, which names everything.
    @Flag(name: .customLong("leave-out"), help: .hidden)
    var leavesOut = false

    /// What the host was asked for, in words, for a run in the virtual machine.
    @Option(name: .customLong("asked-for"), help: .hidden)
    var askedFor: String?

    /// What the output folder is called on the host.
    @Option(name: .customLong("output-name"), help: .hidden)
    var outputName: String?

    /// Where the host remembers what did not pass.
    @Option(name: .customLong("failures-file"), help: .hidden)
    var failuresFile: String?

    func validate() throws {
        if [verbose, quiet, failedOnly].count(where: { $0 }) > 1 {
            throw ValidationError("Choose one of --verbose, --quiet and --failed-only.")
        }
        if requireAll, require != nil { throw ValidationError("Choose one of --require-all and --require.") }
        if let require, require < 1 { throw ValidationError("--require takes a number from 1, not \(require).") }
    }

    /// What suits so many runs, unless something else was asked for.
    func detail(forRuns count: Int) -> ReportDetail {
        if verbose { return .everything }
        if quiet { return .summary }
        return failedOnly ? .failures : ReportDetail(forRuns: count)
    }

    var requirement: RunCoverage.Requirement? {
        requireAll ? .all : require.map { .atLeast($0) }
    }

    /// The words that give the same on another command line.
    var words: [String] {
        var words = [(verbose, "--verbose"), (quiet, "--quiet"), (failedOnly, "--failed-only"), (stopsAtFirst, "-x")]
            .filter(\.0).map(\.1)
        if requireAll { words.append("--require-all") }
        if let require { words += ["--require", "\(require)"] }
        return words
    }
}
