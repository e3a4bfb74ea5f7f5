import ArgumentParser
import Catalogues
import Engine
import Evidence
import Ground
import Journal
import Links
import OperatingSystem
import Reports
import RigKit
import Runs
import ScenarioKit
import Terminal

/// Plays scenarios on a rig and gives their verdicts.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: RunSession.word, abstract: "Play scenarios on a rig and give their verdicts.",
        discussion: """
            Exit status: 0 all passed, 1 a scenario failed, 3 the rig was wrong, 4 nothing passed and nothing failed \
            (all skipped, nothing selected, aborted), 64 usage.

            What was asked for by name, suite or tag and the rig cannot play is skipped with the reason; without any \
            of them it is left out, with real devices the suite robustness too, and the summary says how many and why. \
            Less than --require or --require-all ask for is an error, and so the status is 3 unless a scenario failed.
            """)

    @OptionGroup var selection: ScenarioSelection

    @OptionGroup var bench: BenchOptions

    @Option(name: .long, help: "The seed of the random numbers in a run.")
    var seed: UInt64 = 1

    @Option(name: .long, help: "How many seeds to play: --seed and the ones after it.")
    var seeds = 1

    @Option(name: .long, help: "How many times to play everything, each time with the same seeds.")
    var `repeat` = 1

    @Option(
        name: .long,
        help: "A folder for traces, journals, verdicts, report.xml and the page index.html; made when it is missing.")
    var output: String?

    @OptionGroup(title: "Traces") var trace: TraceOptions

    @Option(name: .long, help: "Write a JUnit XML report to this file.")
    var junit: String?

    @Option(help: KeyLogFile.help) var tlsKeyLog: String?

    @OptionGroup(title: "What to show and require") var showing: RunShowing

    @Flag(
        name: .customLong("no-vm"),
        help: "Bring up a virtual rig on this machine itself, which needs root and the kernel's modules.")
    var noVM = false

    func validate() throws {
        try FileName.check(junit, .replacing)
        try FileName.check(tlsKeyLog)
        if output == nil, trace.traceLimit != nil {
            throw ValidationError("--trace-limit needs --output: without a folder no trace is kept.")
        }
        for (option, number) in [("--repeat", `repeat`), ("--seeds", seeds)] {
            guard (1...RunPlan.limit).contains(number) else {
                throw ValidationError("\(option) takes a number from 1 to \(RunPlan.limit), not \(number).")
            }
        }
        guard seeds * `repeat` <= RunPlan.limit else {
            throw ValidationError("--seeds times --repeat is at most \(RunPlan.limit), not \(seeds * `repeat`).")
        }
        guard seed <= .max - UInt64(seeds - 1) else {
            throw ValidationError("there are no \(seeds) seeds from \(seed) on: the last one is \(UInt64.max).")
        }
    }

    func run() throws {
        let rig = try bench.soundRig()
        let chosen = try selection.chosen()
        if tlsKeyLog != nil, rig.kind == .simulated {
            throw ValidationError("--tls-key-log is for a live rig: on \(rig.name) nothing is encrypted.")
        }
        for missing in selection.unlisted { Doubt.tell("\(missing.spot): \(missing.problem)") }
        if let output, EvidenceFolder.isLeft(in: output) {
            throw ValidationError(
                "\(output) holds the results of an earlier run; name another folder or remove those results.")
        }
        let failures = showing.failuresFile.map { FailuresFile(path: $0) } ?? FailuresFile(forRig: rig.name)
        let plan = RunPlan(
            of: try showing.lastFailed ? Self.failed(of: chosen, failures) : chosen,
            isPicked: selection.isPicked && !showing.leavesOut,
            asked: showing.leavesOut ? showing.askedFor : selection.inWords, requirement: showing.requirement, on: rig,
            firstSeed: seed, seeds: seeds, rounds: `repeat`, facts: Catalogue.facts(with: rig))
        let results = RunResults(
            output: output, shownAs: showing.outputName, junit: junit, trace: trace.keeping, failures: failures,
            keyLog: tlsKeyLog)
        let session = RunSession(
            plan: plan, overrides: bench.overrides, results: results, detail: showing.detail(forRuns: plan.count),
            stopsAtFirst: showing.stopsAtFirst)
        let lacking = rig.lacks(for: plan.scenarios, onThisMachine: noVM)
        guard lacking.isEmpty else { return try session.leave(for: lacking).leave() }
        guard rig.kind == .virtual, !noVM, plan.count > 0 else { return try session.play().leave() }
        throw ExitCode(
            VirtualRun(
                plan: plan, overrides: bench.overrides, results: results, showing: showing.words,
                leavesOut: !selection.isPicked, asked: selection.inWords, associations: selection.associations
            ).play())
    }

    /// Those of the scenarios that did not pass when they were last played.
    private static func failed(of chosen: [Scenario], _ file: FailuresFile?) throws -> [Scenario] {
        guard let names = file?.names else {
            throw ValidationError("--last-failed: nothing was played from this folder on this rig before.")
        }
        return chosen.filter { names.contains($0.name) }
    }
}
