import ArgumentParser
import BisectRuns
import Bisecting
import Catalogues
import Engine
import Evidence
import Gating
import Ground
import OperatingSystem
import Reports
import RigKit
import Runs
import ScenarioKit
import Statistics
import Terminal
import Vocabulary

/// Finds the first version of a firmware in which a scenario fails.
struct BisectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: BisectSession.word,
        abstract: "Find the first version of a firmware in which a scenario fails, also where it fails only sometimes.",
        discussion: """
            Builds a version, writes it into the accessory and plays the scenarios, until it is known which version \
            is the first bad one. Both ends are tested first: the bad one has to fail, and the good one not. Which \
            versions there are is told by --list, a file with a name a line and the oldest first, or by a git \
            repository, that of --git or of the current folder: the commits between both along first parents. With a \
            list and without --build the names are those of firmware files.

            A version is bad when it fails as the bad end did, and good when so many rounds passed that one of --rate \
            would have shown. A round that fails in another way counts neither way; a version that fails so three \
            times, or that cannot be built, is left out. What is the rig's fault is never held against a firmware: \
            three times one after the other end the search.

            Before a first bad version is named, one is played once more: the last good one has to pass again, or the \
            first bad one to fail. Versions with the same bytes are one.

            The commands are run by the shell, and find the version's name in $\(BisectVariable.version). That of \
            --build writes the file $\(FlashCommand.variable); for a commit it is run in $\(BisectVariable.source), a \
            working tree of its own. That of --flash writes the file into the accessory, verifies it and ends with 0. \
            It may write ports of the rig into the file $\(BisectVariable.ports), as --port takes them, a line each: \
            for an accessory with another address, or a simulated one.

            Exit status: 0 the first bad version was found, 3 the rig, a command or the evidence was wrong, 4 it was \
            not found (the bad end does not fail, the good one does, an end cannot be tested, several versions may be \
            the first, something else than the version decides, ended by a person or --runs), 64 usage, also of \
            versions that do not exist.
            """)

    @OptionGroup var selection: ScenarioSelection

    @Option(help: ArgumentHelp("A version that is good; with --list its first one by itself.", valueName: "version"))
    var good: String?

    @Option(help: ArgumentHelp("A later one that is bad; with --list its last one by itself.", valueName: "version"))
    var bad: String?

    @Option(
        help: ArgumentHelp("The versions, one a line, the oldest first.", valueName: "file"), completion: .file())
    var list: String?

    @Option(
        help: ArgumentHelp(
            "A git repository: the versions are its commits from --good to --bad. The current folder's by itself.",
            valueName: "folder"),
        completion: .directory)
    var git: String?

    @Option(
        help: ArgumentHelp(
            "A command for the shell that builds a version and writes it to $\(FlashCommand.variable).",
            valueName: "command"))
    var build: String?

    @Option(
        help: ArgumentHelp(
            "A command for the shell that writes $\(FlashCommand.variable) into the accessory and verifies it.",
            valueName: "command"))
    var flash: String

    @Option(help: ArgumentHelp("How long --build may take.", valueName: "seconds"))
    var buildLimit = 3_600

    @Option(help: ArgumentHelp("How long --flash may take.", valueName: "seconds"))
    var flashLimit = 600

    @OptionGroup var bench: BenchOptions

    @Option(
        help: ArgumentHelp("In which share of its rounds a bad version fails, at least.", valueName: "percent"))
    var rate = 50.0

    @Option(
        help: ArgumentHelp(
            "In which share of its rounds a good version fails in the same way, at most.", valueName: "percent"))
    var goodRate = 0.0

    @Option(help: ArgumentHelp("How surely the answer has to be right.", valueName: "percent"))
    var confidence = 95.0

    @Option(help: ArgumentHelp("End the search after so many rounds in all.", valueName: "number"))
    var runs = 10_000

    @Option(
        help: ArgumentHelp(
            """
            Look for failures with this code; without it for the first failure that the bad end shows. May be repeated.
            """, valueName: "code"))
    var failure: [String] = []

    @Flag(help: "Take every failure for the one that is looked for.")
    var anyFailure = false

    @Option(help: ArgumentHelp("A folder for the results; made when it is missing.", valueName: "folder"))
    var output = "bisect"

    @Flag(help: "Go on with the search in the output folder, which was interrupted.")
    var resume = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Play so many runs at once; not on a hardware rig.", valueName: "number"))
    var jobs = 1

    @OptionGroup(title: "Traces") var trace: TraceOptions

    /// The maximum time limit of a command in seconds: a week.
    private static let longestLimit = 604_800

    func validate() throws {
        guard (1...RunCommand.mostJobs).contains(jobs) else {
            throw ValidationError("--jobs takes a number from 1 to \(RunCommand.mostJobs), not \(jobs).")
        }
        guard (1...RunPlan.limit).contains(runs) else {
            throw ValidationError("--runs takes a number from 1 to \(RunPlan.limit), not \(runs).")
        }
        for (option, limit) in [("--build-limit", buildLimit), ("--flash-limit", flashLimit)] {
            guard (1...Self.longestLimit).contains(limit) else {
                throw ValidationError("\(option) takes 1 to \(Self.longestLimit) seconds, not \(limit).")
            }
        }
        if list != nil, git != nil {
            throw ValidationError("Name the versions with --list or with --git, and not with both.")
        }
        if list == nil, good == nil || bad == nil {
            throw ValidationError(
                "The commits of a repository need --good and --bad: two of them, the earlier one good. For versions "
                    + "of another kind there is --list.")
        }
        if list == nil, build == nil {
            throw ValidationError("The commits of a repository need --build: a commit is no firmware.")
        }
        if anyFailure, !failure.isEmpty {
            throw ValidationError("Give --failure or --any-failure, and not both.")
        }
        for code in failure where FailureCode.entry(of: FailureCode(rawValue: code)) == nil {
            let near = suggestion(for: code, in: FailureCode.table.map(\.code.rawValue))
            throw ValidationError("there is no failure code '\(code.escapedForDisplay)'\(near)")
        }
        _ = try settings()
    }

    func run() throws {
        let rig = try bench.soundRig()
        guard selection.isPicked else {
            throw ValidationError("Name the scenario that fails: a search plays it with many versions.")
        }
        let scenarios = try selection.chosen()
        guard !scenarios.isEmpty else { return try CommandStatus.nothingShown.leave() }
        for scenario in scenarios {
            guard let reason = ScenarioRun.reasonToSkip(scenario, on: rig) else { continue }
            throw ValidationError("\(scenario.name) cannot be played: \(reason).".escapedForDisplay)
        }
        if jobs > 1, rig.kind == .hardware {
            throw ValidationError("--jobs: there is one \(rig.name), which plays one run after the other.")
        }
        if !resume, EvidenceFolder.isLeft(in: output) || BisectSession.isLeft(in: output) {
            throw ValidationError("\(output) holds earlier results: name another folder, or give --resume.")
        }
        let lacking = rig.lacks(for: scenarios, onThisMachine: rig.kind != .virtual)
        guard lacking.isEmpty else {
            StandardOutput.error.write("\(Program.command): nothing was played, because the rig lacks this:\n")
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
        try BisectSession(request(source, try settings(), scenarios, on: rig)).play().leave()
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
            throw .mistake(Files.kind(of: path) == nil ? "--list: there is no \(shown)" : "\(shown) is no regular file")
        }
        guard size <= most else { throw .mistake("\(shown) has \(size) bytes, and a list has \(most) at most") }
        do {
            let bytes = try Files.bytes(of: path, atMost: most)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw VersionList.Problem(line: nil, what: "it is no text in UTF-8")
            }
            return .names(try VersionList(text).between(good: good, bad: bad).names)
        } catch {
            throw .mistake("\(shown): \(error)")
        }
    }

    private func request(
        _ source: BisectRequest.Source, _ settings: BisectSettings, _ scenarios: [Scenario], on rig: Rig
    ) -> BisectRequest {
        let identify = Catalogue.scenarios.first { $0.name == "identify" }
        let identifying = identify.flatMap { ScenarioRun.reasonToSkip($0, on: rig) == nil ? $0 : nil }
        let target: BisectSearch.Target = anyFailure ? .any : failure.isEmpty ? .asAtBadEnd : .codes(oneOf: failure)
        return BisectRequest(
            source: source, settings: settings, target: target, mostRounds: runs,
            build: build.map { ($0, .seconds(buildLimit)) }, flash: (flash, .seconds(flashLimit)),
            scenarios: scenarios, identifying: identifying,
            bench: { ports throws(CommandTrouble) in
                try self.bench(with: ports, playing: scenarios + [identifying].compactMap(\.self))
            }, folder: output, resumes: resume, trace: trace.keeping, jobs: jobs)
    }

    /// Returns the bench with the ports that the flash command reported.
    private func bench(
        with ports: [String], playing scenarios: [Scenario]
    ) throws(CommandTrouble) -> BisectRequest.Bench {
        let overrides = RigOverrides(ports: bench.port + ports, names: bench.names)
        let rig: Rig
        do {
            rig = try BenchOptions.rig(named: bench.rig, with: overrides).sound()
        } catch {
            let what = (error as? ValidationError)?.message ?? "\(error)"
            throw CommandTrouble(
                what: "the ports that the command of --flash named cannot be used: \(what)",
                remedy: "Write lines into $\(BisectVariable.ports) as --port takes them")
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
                    showing: [], leavesOut: false, asked: nil, associations: selection.associations
                ).players(jobs)
            }
        return BisectRequest.Bench(overrides: overrides, plan: plan, players: players)
    }
}
