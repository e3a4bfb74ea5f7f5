import ArgumentParser
import Engine
import Ground
import Reports
import RigKit
import ScenarioKit
import Scenarios

/// Plays scenarios on a rig and gives their verdicts.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Play scenarios on a rig and give their verdicts.",
        discussion: """
            Exit status: 0 all passed, 1 a scenario failed, 3 the rig was wrong, 4 nothing passed and nothing failed \
            (all skipped, nothing selected, aborted), 64 usage.
            """)

    @Argument(help: "Scenarios, by name or by file; all that the rig can play when there are none.")
    var scenarios: [String] = []

    @OptionGroup var bench: BenchOptions

    @Option(name: .long, help: "The number from which all chance in a run comes.")
    var seed: UInt64 = 1

    @Option(name: .long, help: "How many times to play it all, each time with the same seed.")
    var `repeat` = 1

    @Option(name: .long, help: "A folder for journals, verdicts and report.xml; made when it is missing.")
    var output: String?

    @Option(name: .long, help: "Write a JUnit XML report to this file.")
    var junit: String?

    @Flag(name: .long, help: "Show frames and the phone's events too.")
    var verbose = false

    @Flag(
        name: .customLong("no-vm"),
        help: "Bring a virtual rig up on this very machine, which needs root and the kernel's modules.")
    var noVM = false

    func validate() throws {
        guard (1...RunPlan.roundLimit).contains(`repeat`) else {
            throw ValidationError("--repeat takes a number from 1 to \(RunPlan.roundLimit), not \(`repeat`).")
        }
    }

    func run() throws {
        let rig = try bench.chosenRig()
        let named = try ScenarioArguments.chosen(scenarios)
        if let output, Evidence.isLeft(in: output) {
            throw ValidationError(
                "\(output) holds the results of an earlier run; name another folder or remove those results.")
        }
        let playable = named ?? Scenario.all.filter { Run.reasonToSkip($0, on: rig) == nil }
        let plan = RunPlan(scenarios: playable, rig: rig, seed: seed, rounds: `repeat`)
        guard rig.kind == .virtual, !noVM, plan.count > 0 else { return try play(plan).leave() }
        let run = VirtualRun(
            scenarios: playable.map(\.name), rig: bench.rig, ports: bench.port, seed: seed, rounds: `repeat`,
            isVerbose: verbose, output: output, junit: junit)
        throw ExitCode(run.play())
    }

    private func play(_ plan: RunPlan) -> CommandStatus {
        Interruption.listen()
        let report = ConsoleReport(
            to: StandardOutput.shared, terminal: StandardOutput.shared.terminal, isVerbose: verbose)
        var tally = RunTally()
        do throws(CommandTrouble) {
            let evidence = try output.map { path throws(CommandTrouble) in try Evidence(in: path) }
            try RunSeries(plan: plan, report: report, evidence: evidence).play(into: &tally)
            report.finish(tally)
            try evidence?.end(tally)
            if let junit { try Evidence.writeReport(tally, to: junit) }
        } catch {
            return tally.exitStatus.worsened(by: error)
        }
        return tally.exitStatus
    }
}
