import ArgumentParser
import Engine
import Evidence
import Ground
import Journal
import Links
import Reports
import RigKit
import Runs
import ScenarioKit
import System

/// Plays scenarios on a rig and gives their verdicts.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: word, abstract: "Play scenarios on a rig and give their verdicts.",
        discussion: """
            Exit status: 0 all passed, 1 a scenario failed, 3 the rig was wrong, 4 nothing passed and nothing failed \
            (all skipped, nothing selected, aborted), 64 usage.

            What was asked for by name, suite or tag and the rig cannot play is skipped with the reason; without any \
            of them it is left out, with real devices the suite robustness too, and the summary says how many and why. \
            Less than --require or --require-all ask for is an error, and so the status is 3 unless a scenario failed.
            """)

    @OptionGroup var selection: ScenarioSelection

    @OptionGroup var bench: BenchOptions

    @Option(name: .long, help: "The number from which all chance in a run comes.")
    var seed: UInt64 = 1

    @Option(name: .long, help: "With how many seeds to play it all: --seed and those after it.")
    var seeds = 1

    @Option(name: .long, help: "How many times to play it all, each time with the same seeds.")
    var `repeat` = 1

    @Option(name: .long, help: "A folder for traces, journals, verdicts and report.xml; made when it is missing.")
    var output: String?

    @OptionGroup(title: "Traces") var trace: TraceOptions

    @Option(name: .long, help: "Write a JUnit XML report to this file.")
    var junit: String?

    @OptionGroup(title: "What is shown and required") var showing: RunShowing

    @Flag(
        name: .customLong("no-vm"),
        help: "Bring a virtual rig up on this very machine, which needs root and the kernel's modules.")
    var noVM = false

    func validate() throws {
        try FileName.check(junit, .replacing)
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
        for missing in selection.unlisted { Doubt.tell("\(missing.spot): \(missing.problem)") }
        if let output, EvidenceFolder.isLeft(in: output) {
            throw ValidationError(
                "\(output) holds the results of an earlier run; name another folder or remove those results.")
        }
        let failures = showing.failuresFile.map { FailuresFile(path: $0) } ?? FailuresFile(forRig: rig.name)
        let plan = plan(of: try showing.lastFailed ? Self.failed(of: chosen, failures) : chosen, on: rig)
        let lacking = rig.lacks(for: plan.scenarios, onThisMachine: noVM)
        guard lacking.isEmpty else { return try leave(plan, lacking).leave() }
        guard rig.kind == .virtual, !noVM, plan.count > 0 else { return try play(plan, failures).leave() }
        throw ExitCode(
            VirtualRun(
                plan: plan, overrides: bench.overrides, showing: showing, leavesOut: !selection.isPicked,
                asked: selection.inWords, failures: failures, output: output, junit: junit, trace: trace.keeping,
                associations: selection.associations
            ).play())
    }

    /// The word on the command line.
    static let word = "run"

    /// Says once what the rig lacks, and counts every run as the rig's error: none of them is begun.
    private func leave(_ plan: RunPlan, _ lacking: [RigFault]) -> CommandStatus {
        let more = lacking.count > 1 ? ", and \(lacking.count - 1) more" : ""
        let reason = "not played, because the rig lacks something: \(lacking[0].what)\(more)"
        var tally = RunTally((0..<plan.count).map { plan.run(at: $0).summary(RunError("rig.notReady", reason)) })
        tally.coverage = plan.coverage
        var status = tally.exitStatus
        let provenance = Provenance(of: plan.rig, with: bench.overrides)
        StandardOutput.error.write(
            "trammel: nothing was played (\(counted(plan.count, "run"))), for this is missing on the rig:\n")
        for fault in lacking {
            for line in Paragraph.lines("  ", plan.rig.line(about: fault), indent: 6) {
                StandardOutput.error.write(line + "\n")
            }
        }
        do throws(CommandTrouble) {
            let places = try RunPlaces(
                with: provenance, output: output, shownAs: showing.outputName, trace: trace.keeping,
                junit: junit, of: Self.word)
            try places.evidence?.end(tally)
            try places.junit?.end(tally)
        } catch {
            status = status.worsened(by: error)
        }
        return status
    }

    /// What is to be played of the scenarios that were chosen.
    private func plan(of chosen: [Scenario], on rig: Rig) -> RunPlan {
        let isPicked = selection.isPicked && !showing.leavesOut
        let reasons = chosen.map { (scenario: $0, reason: isPicked ? nil : rig.reasonToLeaveOut($0)) }
        let coverage = RunCoverage(
            asked: showing.leavesOut ? showing.askedFor : selection.inWords, scenarios: chosen.count,
            leftOut: reasons.compactMap { scenario, reason in
                reason.map { RunCoverage.LeftOut(scenario.name, because: $0) }
            }, requirement: showing.requirement)
        return RunPlan(
            scenarios: reasons.filter { $0.reason == nil }.map(\.scenario), rig: rig, firstSeed: seed, seeds: seeds,
            rounds: `repeat`, coverage: coverage, facts: Catalogue.facts(with: rig))
    }

    /// Those of the scenarios that did not pass when they were last played.
    private static func failed(of chosen: [Scenario], _ file: FailuresFile?) throws -> [Scenario] {
        guard let names = file?.names else {
            throw ValidationError("--last-failed: nothing was played from this folder on this rig before.")
        }
        return chosen.filter { names.contains($0.name) }
    }

    private func play(_ plan: RunPlan, _ failures: FailuresFile?) -> CommandStatus {
        Interruption.listen()
        let report = ConsoleReport(
            to: StandardOutput.shared, terminal: StandardOutput.shared.terminal,
            detail: showing.detail(forRuns: plan.count), runs: plan.count)
        var tally = RunTally()
        tally.coverage = plan.coverage
        tally.proving = Set(plan.scenarios.filter { $0.phone.shareable.probe != nil }.map(\.name))
        let provenance = Provenance(of: plan.rig, with: bench.overrides)
        let places: RunPlaces
        do throws(CommandTrouble) {
            places = try RunPlaces(
                with: provenance, output: output, shownAs: showing.outputName, trace: trace.keeping,
                junit: junit, of: Self.word)
        } catch {
            return tally.exitStatus.worsened(by: error)
        }
        // Whatever cannot be written, the reports of what was played are.
        var troubles: [CommandTrouble] = []
        func attempt(_ act: () throws(CommandTrouble) -> Void) {
            do throws(CommandTrouble) { try act() } catch { troubles.append(error) }
        }
        let series = RunSeries(
            plan: plan, report: report, evidence: places.evidence, stopsAtFirst: showing.stopsAtFirst,
            warn: Doubt.tell)
        do throws(CommandTrouble) { try series.play(into: &tally) } catch { troubles.append(error) }
        report.finish(tally, of: provenance)
        failures?.remember(tally.summaries)
        attempt { () throws(CommandTrouble) in try places.evidence?.end(tally) }
        attempt { () throws(CommandTrouble) in try places.junit?.end(tally) }
        return troubles.reduce(tally.exitStatus) { $0.worsened(by: $1) }
    }
}

extension Rig {
    /// Why the rig does not play a scenario that nobody asked for by name, suite or tag; nil when it does.
    fileprivate func reasonToLeaveOut(_ scenario: Scenario) -> String? {
        if let reason = ScenarioRun.reasonToSkip(scenario, on: self) { return reason }
        guard kind == .hardware, scenario.suite == .robustness else { return nil }
        return "no phone does what the suite robustness does: ask for it with --suite robustness"
    }
}
