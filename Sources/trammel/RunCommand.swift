import ArgumentParser
import Engine
import Ground
import Reports
import RigKit
import ScenarioKit

/// Plays scenarios on a rig and gives their verdicts.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Play scenarios on a rig and give their verdicts.",
        discussion: """
            Exit status: 0 all passed, 1 a scenario failed, 3 the rig was wrong, 4 nothing passed and nothing failed \
            (all skipped, nothing selected, aborted), 64 usage.

            What was asked for by name, suite or tag and the rig cannot play is skipped with the reason; without any \
            of them it is left out.
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

    @Flag(name: .long, help: "Show frames and the phone's events too.")
    var verbose = false

    @Flag(
        name: .customLong("no-vm"),
        help: "Bring a virtual rig up on this very machine, which needs root and the kernel's modules.")
    var noVM = false

    func validate() throws {
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
        let rig = try bench.chosenRig()
        let chosen = try selection.chosen()
        if let output, Evidence.isLeft(in: output) {
            throw ValidationError(
                "\(output) holds the results of an earlier run; name another folder or remove those results.")
        }
        let wanted = selection.isPicked ? chosen : chosen.filter { Run.reasonToSkip($0, on: rig) == nil }
        let plan = RunPlan(scenarios: wanted, rig: rig, firstSeed: seed, seeds: seeds, rounds: `repeat`)
        guard rig.kind == .virtual, !noVM, plan.count > 0 else { return try play(plan).leave() }
        throw ExitCode(
            VirtualRun(
                plan: plan, ports: bench.port, isVerbose: verbose, output: output, junit: junit,
                trace: trace, associations: selection.associations
            ).play())
    }

    private func play(_ plan: RunPlan) -> CommandStatus {
        Interruption.listen()
        let report = ConsoleReport(
            to: StandardOutput.shared, terminal: StandardOutput.shared.terminal, isVerbose: verbose)
        var tally = RunTally()
        let evidence: Evidence?
        do throws(CommandTrouble) {
            evidence = try output.map { path throws(CommandTrouble) in try Evidence(in: path, options: trace) }
        } catch {
            return tally.exitStatus.worsened(by: error)
        }
        // Whatever cannot be written, the reports of what was played are.
        var troubles: [CommandTrouble] = []
        func attempt(_ act: () throws(CommandTrouble) -> Void) {
            do throws(CommandTrouble) { try act() } catch { troubles.append(error) }
        }
        let series = RunSeries(plan: plan, report: report, evidence: evidence)
        do throws(CommandTrouble) { try series.play(into: &tally) } catch { troubles.append(error) }
        report.finish(tally)
        attempt { () throws(CommandTrouble) in try evidence?.end(tally) }
        if let junit { attempt { () throws(CommandTrouble) in try Evidence.writeReport(tally, to: junit) } }
        return troubles.reduce(tally.exitStatus) { $0.worsened(by: $1) }
    }
}
