import ArgumentParser
import Reports

/// The options for the amount of output, and for which runs are played.
struct RunShowing: ParsableArguments {
    @Flag(name: .long, help: "Also show every step, frames, the phone's events and the figures of the rig.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Show only the summary of all runs.")
    var quiet = false

    @Flag(name: .long, help: "Show only runs that did not pass, and the summary.")
    var failedOnly = false

    @Flag(
        name: [.customShort("x"), .customLong("exit-first")], help: "Stop after the first run that does not pass.")
    var stopsAtFirst = false

    @Flag(
        name: .long,
        help: """
            Play only scenarios that did not pass when last played from this folder on this rig, with the same ports \
            unless others are given.
            """)
    var lastFailed = false

    @Flag(name: .long, help: "Report an error if a chosen scenario is not judged completely.")
    var requireAll = false

    @Option(
        name: .long,
        help: ArgumentHelp("Report an error if fewer scenarios are judged completely.", valueName: "number"))
    var require: Int?

    /// Whether to leave out what the rig cannot play; used in the virtual machine, where every scenario is named.
    @Flag(name: .customLong("leave-out"), help: .hidden)
    var leavesOut = false

    /// The host's request in words, for a run in the virtual machine.
    @Option(name: .customLong("asked-for"), help: .hidden)
    var askedFor: String?

    /// The name of the output folder on the host.
    @Option(name: .customLong("output-name"), help: .hidden)
    var outputName: String?

    /// The host's file that remembers the scenarios that did not pass.
    @Option(name: .customLong("failures-file"), help: .hidden)
    var failuresFile: String?

    func validate() throws {
        if [verbose, quiet, failedOnly].count(where: { $0 }) > 1 {
            throw ValidationError("Choose one of --verbose, --quiet and --failed-only.")
        }
        if requireAll, require != nil { throw ValidationError("Choose one of --require-all and --require.") }
        if let require, require < 1 { throw ValidationError("--require takes a number of 1 or more, not \(require).") }
    }

    /// Returns the level of detail that suits this number of runs, unless an option sets it.
    func detail(forRuns count: Int) -> ReportDetail {
        if verbose { return .everything }
        if quiet { return .summary }
        return failedOnly ? .failures : ReportDetail(forRuns: count)
    }

    var requirement: RunCoverage.Requirement? {
        requireAll ? .all : require.map { .atLeast(scenarios: $0) }
    }

    /// The arguments that have the same effect on another command line.
    var words: [String] {
        var words = [(verbose, "--verbose"), (quiet, "--quiet"), (failedOnly, "--failed-only"), (stopsAtFirst, "-x")]
            .filter(\.0).map(\.1)
        if requireAll { words.append("--require-all") }
        if let require { words += ["--require", "\(require)"] }
        return words
    }
}
