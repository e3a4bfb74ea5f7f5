import ArgumentParser
import Engine
import Evidence
import Ground
import OperatingSystem
import Reports
import RigKit
import Runs
import ScenarioKit
import Statistics
import Vocabulary

/// Finds the first version of a firmware in which a scenario fails.
struct BisectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: BisectSession.word,
        abstract: "Find the first version of a firmware in which a scenario fails, even if it fails only sometimes.",
        discussion: """
            Builds a version, writes it to the accessory and plays the scenarios, until the first bad version is \
            known. Both ends are tested first: the bad one must fail, and the good one must not. The versions come \
            from --list, a file with one name per line and the oldest first, or from the git repository of --git or \
            the current folder: the commits between both ends along first parents. With --list and without --build, \
            the names are firmware files.

            A version is bad if it fails as the bad end did, and good if enough rounds passed that a failure at --rate \
            would have shown. A round that fails in another way counts neither way; a version that does so three \
            times, or that cannot be built, is skipped. The rig's faults are never held against a firmware: three in a \
            row end the search.

            Before a first bad version is named, one is played again: the last good one must pass again, or the first \
            bad one must fail again. Versions with the same bytes count as one.

            The commands run in the shell, with the version's name in $\(BisectVariable.version). --build writes the \
            file $\(FlashCommand.variable); for a commit it runs in $\(BisectVariable.source), a separate working \
            tree. --flash writes that file to the accessory, verifies it and exits with 0. It may write ports of the \
            rig to the file $\(BisectVariable.ports), one per line in the form of --port: for an accessory with \
            another address, or a simulated one.

              trammel bisect fullFlow --list versions --flash ./flash.sh --rig deskBench

            Exit status: 0 the first bad version was found, 3 the rig, a command or the evidence was at fault, 4 it \
            was not found (the bad end does not fail, the good one does, an end cannot be tested, several versions may \
            be the first, something other than the version decides, ended by a person or --runs), 64 usage, including \
            versions that do not exist, 75 another command has the bench.
            """)

    @OptionGroup var selection: ScenarioSelection

    @Option(help: ArgumentHelp("A good version; with --list, its first one by default.", valueName: "version"))
    var good: String?

    @Option(help: ArgumentHelp("A later, bad version; with --list, its last one by default.", valueName: "version"))
    var bad: String?

    @Option(
        help: ArgumentHelp("The versions, one per line, oldest first.", valueName: "file"), completion: .file())
    var list: String?

    @Option(
        help: ArgumentHelp(
            "A git repository: the versions are its commits from --good to --bad. By default the current folder's.",
            valueName: "folder"),
        completion: .directory)
    var git: String?

    @Option(
        help: ArgumentHelp(
            "A shell command that builds a version and writes it to $\(FlashCommand.variable).",
            valueName: "command"))
    var build: String?

    @OptionGroup(title: "Writing firmware") var flashing: FlashOptions

    @Option(help: ArgumentHelp("The time limit of --build.", valueName: "seconds"))
    var buildLimit = 3_600

    @OptionGroup var bench: BenchOptions

    @OptionGroup var locking: LockOptions

    @Option(
        help: ArgumentHelp("The least share of its rounds in which a bad version fails.", valueName: "percent"))
    var rate = 50.0

    @Option(
        help: ArgumentHelp(
            "The greatest share of its rounds in which a good version fails in the same way.", valueName: "percent"))
    var goodRate = 0.0

    @Option(help: ArgumentHelp("The required confidence in the answer.", valueName: "percent"))
    var confidence = 95.0

    @Option(help: ArgumentHelp("End the search after this many rounds.", valueName: "number"))
    var runs = 10_000

    @Option(
        help: ArgumentHelp(
            """
            Look for failures with this code; by default for the first failure that the bad end shows. May be \
            repeated.
            """, valueName: "code"))
    var failure: [String] = []

    @Flag(help: "Count every failure as the one to look for.")
    var anyFailure = false

    @Option(help: ArgumentHelp("A folder for the results; created if it does not exist.", valueName: "folder"))
    var output = "bisect"

    @Flag(help: "Resume the interrupted search in the output folder.")
    var resume = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Play this many runs at once; not on a hardware rig.", valueName: "number"))
    var jobs = 1

    @OptionGroup(title: "Traces") var trace: TraceOptions

    func validate() throws {
        guard (1...RunCommand.mostJobs).contains(jobs) else {
            throw ValidationError("--jobs takes a number from 1 to \(RunCommand.mostJobs), not \(jobs).")
        }
        guard (1...RunPlan.limit).contains(runs) else {
            throw ValidationError("--runs takes a number from 1 to \(RunPlan.limit), not \(runs).")
        }
        guard (1...FlashOptions.longestLimit).contains(buildLimit) else {
            throw ValidationError("--build-limit takes 1 to \(FlashOptions.longestLimit) seconds, not \(buildLimit).")
        }
        if list != nil, git != nil {
            throw ValidationError("Name the versions with either --list or --git.")
        }
        if list == nil, good == nil || bad == nil {
            throw ValidationError(
                "The commits of a repository need --good and --bad, the good one being earlier. For versions "
                    + "of another kind use --list.")
        }
        if list == nil, build == nil {
            throw ValidationError("The commits of a repository need --build: a commit is not firmware.")
        }
        if anyFailure, !failure.isEmpty {
            throw ValidationError("Give either --failure or --any-failure.")
        }
        for code in failure where FailureCode.entry(of: FailureCode(rawValue: code)) == nil {
            let near = suggestion(for: code, in: FailureCode.table.map(\.code.rawValue))
            throw ValidationError("there is no failure code '\(code.escapedForDisplay)'\(near)")
        }
        _ = try settings()
    }

    /// The commands that write a version.
    private func flash(on rig: Rig) throws -> FlashCommand {
        guard let command = try flashing.command(on: rig) else {
            throw ValidationError(
                "bisect needs a command that writes each version: give --flash, or name it in the rig.")
        }
        return command
    }

    func run() throws {
        let rig = try bench.soundRig()
        let flash = try flash(on: rig)
        guard selection.isPicked else {
            throw ValidationError("Name the failing scenario: a search plays it with many versions.")
        }
        let scenarios = try selection.chosen()
        guard !scenarios.isEmpty else { return try CommandStatus.nothingShown.leave() }
        for scenario in scenarios {
            guard let reason = ScenarioRun.reasonToSkip(scenario.whole, on: rig) else { continue }
            throw ValidationError("\(scenario.name) cannot be played: \(reason).".escapedForDisplay)
        }
        if jobs > 1, rig.kind == .hardware {
            throw ValidationError("--jobs: there is only one \(rig.name), which plays its runs one by one.")
        }
        if !resume, EvidenceFolder.isLeft(in: output) || BisectSession.isLeft(in: output) {
            throw ValidationError("\(output) holds earlier results: name another folder, or give --resume.")
        }
        let lock = try locking.lock(rig)
        let lacking = rig.lacks(for: scenarios, onThisMachine: rig.kind != .virtual)
        guard lacking.isEmpty else {
            StandardOutput.error.write("\(Program.command): nothing was played, because the rig is missing:\n")
            for fault in lacking { StandardOutput.error.write("  \(rig.line(about: fault))\n") }
            return try CommandStatus.rigWrong.leave()
        }
        let source: BisectRequest.Source
        do throws(GitVersions.Problem) {
            source = try self.source()
        } catch {
            switch error {
            case .mistake(let what): throw ValidationError(what.escapedForDisplay)
            case .trouble(let trouble): return try CommandStatus.nothingShown.worsened(by: trouble).leave()
            }
        }
        try BisectSession(request(source, try settings(), flash, scenarios, on: rig), lock).play().leave()
    }

    private func settings() throws -> BisectSettings {
        do {
            return try BisectSettings(
                badRate: rate / 100, goodRate: goodRate / 100, confidence: confidence / 100)
        } catch {
            throw ValidationError("--rate, --good-rate, --confidence: \(error).")
        }
    }

    /// Returns the versions; a problem with them is a usage error.
    private func source() throws(GitVersions.Problem) -> BisectRequest.Source {
        guard let path = list else {
            return .git(try GitVersions(in: git ?? ".", good: good ?? "", bad: bad ?? ""))
        }
        let (shown, most) = (path.escapedForDisplay, VersionList.mostBytes)
        // Opening anything but a regular file could block the command forever.
        guard let size = Files.size(of: path) else {
            throw .mistake(
                Files.kind(of: path) == nil ? "--list: there is no \(shown)" : "\(shown) is not a regular file")
        }
        guard size <= most else { throw .mistake("\(shown) has \(size) bytes, and a list has \(most) at most") }
        do {
            let bytes = try Files.bytes(of: path, atMost: most)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw VersionList.Problem(line: nil, what: "it is not UTF-8 text")
            }
            return .names(try VersionList(text).between(good: good, bad: bad).names)
        } catch {
            throw .mistake("\(shown): \(error)")
        }
    }

    private func request(
        _ source: BisectRequest.Source, _ settings: BisectSettings, _ flash: FlashCommand, _ scenarios: [Scenario],
        on rig: Rig
    ) -> BisectRequest {
        let identifying = Catalogue.identifying.flatMap { ScenarioRun.reasonToSkip($0, on: rig) == nil ? $0 : nil }
        let target: BisectSearch.Target = anyFailure ? .any : failure.isEmpty ? .asAtBadEnd : .codes(oneOf: failure)
        return BisectRequest(
            source: source, settings: settings, target: target, mostRounds: runs,
            build: build.map { ($0, .seconds(buildLimit)) }, flash: flash,
            scenarios: scenarios, identifying: identifying,
            bench: { ports throws(CommandError) in
                try self.bench(with: ports, playing: scenarios + [identifying].compactMap(\.self))
            }, folder: output, resumes: resume, trace: trace.keeping, jobs: jobs)
    }

    /// Returns the bench with the ports that the flash command reported.
    private func bench(
        with ports: [String], playing scenarios: [Scenario]
    ) throws(CommandError) -> BisectRequest.Bench {
        let overrides = RigOverrides(ports: bench.port + ports, names: bench.names)
        let rig: Rig
        do {
            rig = try BenchOptions.rig(named: bench.rig, with: overrides).sound()
        } catch {
            let what = (error as? ValidationError)?.message ?? "\(error)"
            throw CommandError(
                what: "the ports that the command of --flash named cannot be used: \(what)",
                remedy: "Write lines in the form of --port to $\(BisectVariable.ports)")
        }
        var played: [Scenario] = []
        for one in scenarios where !played.contains(where: { $0.name == one.name }) { played.append(one) }
        let plan = RunPlan(
            scenarios: played, rig: rig, firstSeed: 1, seeds: 1, rounds: 1,
            coverage: .init(asked: nil, scenarios: played.count, leftOut: [], requirement: nil),
            facts: Catalogue.facts(with: rig))
        let players: RunPlayers =
            switch rig.kind {
            case .simulated: .threads(jobs)
            case .hardware: .threads(1)
            case .virtual:
                VirtualRun(
                    plan: plan, overrides: overrides,
                    results: RunResults(output: output, shownAs: nil, junit: nil, trace: trace.keeping, failures: nil),
                    showing: [], leavesOut: false, asked: nil, associations: selection.associations,
                    files: Catalogue.files(of: selection.scenarios)
                ).players(jobs)
            }
        return BisectRequest.Bench(overrides: overrides, plan: plan, players: players)
    }
}
