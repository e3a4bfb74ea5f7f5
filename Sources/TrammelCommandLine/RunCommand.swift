import ArgumentParser
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

/// Plays scenarios on a rig and reports their verdicts.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: RunSession.word, abstract: "Play scenarios on a rig and report their verdicts.",
        discussion: """
            Exit status: 0 all passed, 1 a scenario failed, 3 the rig was at fault, 4 nothing passed and nothing \
            failed (all skipped, nothing selected, aborted), 64 usage, 75 another command has the bench.

            A scenario selected by name, suite or tag that the rig cannot play is skipped, with the reason. Without a \
            selection it is left out, and so is the suite robustness on real devices; the summary says how many and \
            why. Without a terminal no person can be asked to walk or to hold a tag: scenarios that need one are left \
            out, or refused if they were named. If --require or --require-all is not met, the status is 3, unless a \
            scenario failed.

            With --firmware, the file is written to the accessory before the first run, by --flash or as the rig says. \
            Nothing is played if the command fails, or if the accessory then reports other firmware.

              trammel run fullFlow
              trammel run --suite conformance --rig deskBench --output results
            """)

    private static let usualSeed: UInt64 = 1
    /// The greatest number of seeds that --last-failed plays.
    private static let mostSeeds = 1_000

    @OptionGroup var selection: ScenarioSelection

    @OptionGroup var bench: BenchOptions

    @OptionGroup var locking: LockOptions

    @Option(name: .long, help: "The seed of the random numbers in a run.")
    var seed = RunCommand.usualSeed

    @Option(name: .long, help: "The number of seeds to play: --seed and the ones after it.")
    var seeds = 1

    @Option(name: .long, help: "The number of times to play everything, each time with the same seeds.")
    var `repeat` = 1

    @Option(
        name: .long,
        help: "A folder for traces, journals, verdicts, report.xml and the page index.html; created if missing.")
    var output: String?

    @OptionGroup(title: "Traces") var trace: TraceOptions

    @Option(name: .long, help: "Write a JUnit XML report to this file.")
    var junit: String?

    @OptionGroup(title: "Other reports") var reports: ReportOptions

    @Option(help: ArgumentHelp("A firmware to write before the first run.", valueName: "file"))
    var firmware: String?

    @OptionGroup(title: "Writing firmware") var flashing: FlashOptions

    @Option(help: KeyLogFile.help) var tlsKeyLog: String?

    @OptionGroup(title: "What to show and require") var showing: RunShowing

    @Flag(
        name: .customLong("no-vm"),
        help: "Bring up a virtual rig on this machine itself, which needs root and the kernel's modules.")
    var noVM = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Play this many runs at once; on the rig virtual each has its own machine.", valueName: "number"))
    var jobs = 1

    /// Plays the runs that the host orders over standard input; used in the virtual machine.
    @Flag(name: .customLong("serve"), help: .hidden)
    var serves = false

    /// A limit far above the number of processors of any machine.
    static let mostJobs = 64

    func validate() throws {
        guard (1...Self.mostJobs).contains(jobs) else {
            throw ValidationError("--jobs takes a number from 1 to \(Self.mostJobs), not \(jobs).")
        }
        if jobs > 1, showing.verbose {
            throw ValidationError("--verbose shows one run at a time: omit --jobs or --verbose.")
        }
        try reports.check(junit, as: .junit)
        let files = selection.scenarios.filter { $0.hasSuffix(".json") || $0.hasSuffix(".swift") }
        try ReportPlaces.check(
            [junit] + reports.files.map(\.path), inputs: files.map { ("a file with scenarios", $0) }, folder: output
        ) { path in
            let name = String(path.prefix { $0 != "/" })
            return EvidenceFolder.number(of: name) != nil || path == EvidenceFolder.reportName
        }
        if firmware == nil, flashing.flash != nil {
            throw ValidationError("--flash needs --firmware: the file that it writes.")
        }
        try FileName.check(tlsKeyLog)
        if jobs > 1, tlsKeyLog != nil {
            throw ValidationError("--tls-key-log is for one run at a time: omit --jobs.")
        }
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
            throw ValidationError("there are fewer than \(seeds) seeds from \(seed) on: the last one is \(UInt64.max).")
        }
    }

    func run() throws {
        let failures =
            try showing.failuresFile.map { FailuresFile(path: $0) }
            ?? FailuresFile(forRig: bench.chosenRig().name)
        var bench = bench
        let (chosen, seed, seeds) = try asked(failures, on: &bench)
        let rig = try bench.soundRig()
        if tlsKeyLog != nil, rig.kind == .simulated {
            throw ValidationError("--tls-key-log is for a live rig: on \(rig.name) nothing is encrypted.")
        }
        let writing = try firmwareWriting(on: rig)
        for missing in selection.unlisted { Warning.tell("\(missing.spot): \(missing.problem)") }
        if let output, !serves, EvidenceFolder.isLeft(in: output) {
            throw ValidationError(
                "\(output) holds the results of an earlier run; name another folder or remove those results.")
        }
        let plan = RunPlan(
            of: chosen, asked: showing.leavesOut ? .forNothing : selection.asking,
            as: showing.leavesOut ? showing.askedFor : selection.inWords, requirement: showing.requirement, on: rig,
            isAttended: rig.isAttended, firstSeed: seed, seeds: seeds, rounds: `repeat`,
            facts: Catalogue.facts(with: rig))
        let results = RunResults(
            output: output, shownAs: showing.outputName, junit: junit, extra: reports.reports, trace: trace.keeping,
            failures: failures, keyLog: tlsKeyLog, isForced: reports.force)
        var session = RunSession(
            plan: plan, overrides: bench.overrides, results: results, detail: showing.detail(forRuns: plan.count),
            stopsAtFirst: showing.stopsAtFirst, players: jobs > 1 && rig.kind == .simulated ? .threads(jobs) : .one)
        // While another command uses a device, it may be off.
        let lock = try locking.lock(rig)
        defer { withExtendedLifetime(lock) {} }
        let lacking = rig.lacks(for: plan.scenarios, onThisMachine: noVM)
        guard lacking.isEmpty else { return try session.leave(for: lacking).leave() }
        if let writing, plan.scenarios.contains(where: { rig.reasonNotToPlay($0, isAttended: true) == nil }) {
            do throws(CommandError) { try session.write(writing) } catch {
                return try session.leave(afterFlash: error).leave()
            }
        }
        if serves { return try session.serve().leave() }
        guard rig.kind == .virtual, !noVM, plan.count > 0 else {
            if let deaf = session.proveHearing() { return try session.leave(for: [deaf]).leave() }
            return try play(session, on: rig)
        }
        let virtual = VirtualRun(
            plan: plan, overrides: bench.overrides, results: results, showing: showing.words,
            leavesOut: !selection.isPicked, asked: selection.inWords, associations: selection.associations,
            files: Catalogue.files(of: selection.scenarios))
        guard jobs > 1, plan.count > 1 else { throw ExitCode(virtual.play()) }
        let detail = showing.detail(forRuns: plan.count)
        try virtual.play(in: jobs, detail: detail, stopsAtFirst: showing.stopsAtFirst).leave()
    }

    /// Returns the scenarios and seeds to play: those of the options, or those that failed last.
    private func asked(
        _ failures: FailuresFile?, on bench: inout BenchOptions
    ) throws -> (scenarios: [Scenario], seed: UInt64, seeds: Int) {
        let chosen = try selection.chosen()
        guard showing.lastFailed else { return (chosen, seed, seeds) }
        let failed = try Self.failed(failures, of: chosen, on: &bench)
        let again = chosen.filter { scenario in failed.contains { $0.scenario == scenario.name } }
        // Another seed could pass where this one failed.
        guard let first = failed.map(\.seed).min(), let last = failed.map(\.seed).max(),
            (seed, seeds) == (Self.usualSeed, 1)
        else { return (again, seed, seeds) }
        let span = Int(clamping: last - first)
        guard span < Self.mostSeeds else {
            throw ValidationError("--last-failed: these failed with seeds from \(first) to \(last): give --seed.")
        }
        return (again, first, span + 1)
    }

    /// Returns the firmware that is written before the first run; nil if none is.
    private func firmwareWriting(on rig: Rig) throws -> FirmwareWriting? {
        guard let firmware else { return nil }
        guard rig.kind == .hardware else {
            throw ValidationError("--firmware is written to a real accessory: \(rig.name) has none.")
        }
        guard let command = try flashing.command(on: rig) else {
            throw ValidationError("--firmware needs a command that writes it: give --flash, or name it in the rig.")
        }
        if let mistake = GateFirmware.mistake(in: firmware) { throw ValidationError(mistake + ".") }
        do throws(CommandError) {
            return FirmwareWriting(try GateFirmware(firmware), by: command, identifying: Catalogue.identifying)
        } catch {
            throw ExitCode(CommandStatus.nothingShown.worsened(by: error).rawValue)
        }
    }

    private func play(_ session: RunSession, on rig: Rig) throws {
        guard jobs == 1 || rig.kind == .simulated else {
            throw ValidationError("--jobs: there is only one \(rig.name), which plays its runs one by one.")
        }
        try session.play().leave()
    }

    /// Returns what is left to play of what did not pass when it was last played. Without other changes to the bench,
    /// those with which it failed are made again.
    private static func failed(
        _ file: FailuresFile?, of chosen: [Scenario], on bench: inout BenchOptions
    ) throws -> [FailuresFile.Failed] {
        guard let all = file?.failed else {
            throw ValidationError("--last-failed: nothing has been played from this folder on this rig yet.")
        }
        let names = Set(chosen.map(\.name))
        let failed = all.filter { names.contains($0.scenario) }
        if failed.isEmpty, !all.isEmpty {
            Warning.tell(
                "--last-failed: none of the selected scenarios is among the \(all.count) that did not pass when last "
                    + "played: \(all.prefix(5).map(\.scenario).joined(separator: ", "))\(all.count > 5 ? " ..." : "")")
        } else if all.isEmpty {
            Warning.tell("--last-failed: everything passed when it was last played from this folder on this rig")
        }
        if bench.overrides != RigOverrides() {
            if let other = failed.first(where: { $0.overrides != bench.overrides }) {
                Warning.tell("\(other.scenario) failed \(other.overrides.inWords), not with these")
            }
            return failed
        }
        guard let overrides = failed.first?.overrides else { return [] }
        if let other = failed.first(where: { $0.overrides != overrides }) {
            throw ValidationError(
                "--last-failed: \(failed[0].scenario) failed \(overrides.inWords), and \(other.scenario) "
                    + "\(other.overrides.inWords). Name scenarios that failed alike, or give the ports.")
        }
        (bench.port, bench.names) = (overrides.ports, overrides.names)
        if overrides != RigOverrides() { Warning.tell("playing again \(overrides.inWords)") }
        return failed
    }
}
