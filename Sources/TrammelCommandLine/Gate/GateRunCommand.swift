import ArgumentParser
import Evidence
import FirmwareIdentity
import Gate
import GateKit
import Ground
import JSON
import OperatingSystem
import Reports
import RigKit
import Runs
import ScenarioKit

/// Plays the runs of a plan, and states the confidence with which a firmware is good.
struct GateRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Play a plan, and decide whether the firmware may be released.",
        discussion: """
            A plan says which scenarios must be shown good, and with what confidence. Without one, every scenario that \
            the rig can play must fail in less than 5 % of its runs, with 95 % confidence: that takes 59 clean runs of \
            each. Scenarios that are left out are then listed with the reason. A custom plan is played as written: a \
            scenario that the rig cannot play is not shown, and the gate does not pass, unless RequireCoverage says \
            how many scenarios are enough.

            A gate covers one unit on one bench: a plan that asks for more of either is refused.

            The bench is reserved for this gate. The running firmware is read before the first run, after the last one \
            and after each reset. Every run that was started counts; none is repeated to get another verdict. A gate \
            that a person or a signal (SIGINT, SIGTERM, SIGHUP) ends is over. One that was killed, or lost power, can \
            be resumed with --resume.

            The folder gets gate.json, gate.html and gate.xml. Other reports go to the files of --ctrf, --tap, --otel \
            and --code-quality, outside that folder: a scenario is a case, and the plan's decision its status. In a \
            GitHub workflow each kind of failure is an annotation on the scenario's line, and the job summary says \
            what was shown.

              trammel gate release --firmware door-1.4.2.bin --output gate-1.4.2

            Exit status: 0 everything in the plan was shown, 1 something was shown to be bad, 3 another firmware ran, \
            or the rig or the evidence was at fault, 4 nothing failed but something is not shown, as always on benches \
            without an accessory's own firmware, 64 usage, 75 another command has the bench.
            """)

    @Argument(help: ArgumentHelp("A plan, by its name or as a JSON file.", valueName: "plan"))
    var plan: String?

    @Option(help: ArgumentHelp("The candidate firmware.", valueName: "file"))
    var firmware: String

    @Option(help: ArgumentHelp("A firmware to compare it with; needs --flash.", valueName: "file"))
    var baseline: String?

    @OptionGroup(title: "Writing firmware") var flashing: FlashOptions

    @Flag(help: "Play the firmware that is in the accessory, although the rig names programs that write it.")
    var noFlash = false

    @Option(
        help: ArgumentHelp(
            "The address of an image in a merged file: 0=0xC000. May be repeated.", valueName: "image=address"))
    var slot: [String] = []

    @OptionGroup var bench: BenchOptions

    @OptionGroup var locking: LockOptions

    @Option(help: ArgumentHelp("Known failures, one entry per line.", valueName: "file"))
    var quarantine: String?

    @Flag(help: "Let a gate pass even if known failures were excused.")
    var allowQuarantine = false

    @Flag(help: "Accept matching version texts as the firmware's identity.")
    var acceptClaimed = false

    @Flag(help: "Continue after the first decisive failure.")
    var keepGoing = false

    @Option(help: ArgumentHelp("A folder for the results; created if it does not exist.", valueName: "folder"))
    var output = "gate"

    @Flag(help: "Print scenarios, runs and time, and play nothing.")
    var dryRun = false

    @Flag(help: "Resume the killed gate in the output folder; a gate ended by a signal is over.")
    var resume = false

    @Option(
        help: ArgumentHelp(
            "Sign a passed gate's statements with this Ed25519 key (mode 0600).", valueName: "file"))
    var key: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Play this many runs at once; not on a hardware rig.", valueName: "number"))
    var jobs = 1

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The root of the paths by which scenarios name association files.",
            valueName: "folder"))
    var associations = "Scenarios"

    @OptionGroup(title: "Traces") var trace: TraceOptions

    @Option(name: .long, help: "Also write a JUnit XML report to this file, with a case for each scenario.")
    var junit: String?

    @OptionGroup(title: "Other reports") var reports: ReportOptions

    func validate() throws {
        try reports.check(junit, as: .junit)
        try ReportPlaces.check(
            [junit] + reports.files.map(\.path),
            inputs: [
                ("the firmware", firmware), ("the baseline", baseline), ("the key", key),
                ("the quarantine", quarantine), ("the plan", plan.flatMap { $0.hasSuffix(".json") ? $0 : nil }),
            ], folder: output)
        guard (1...RunCommand.mostJobs).contains(jobs) else {
            throw ValidationError("--jobs takes a number from 1 to \(RunCommand.mostJobs), not \(jobs).")
        }
        if noFlash, flashing.flash != nil { throw ValidationError("--flash writes firmware, and --no-flash does not.") }
        _ = try slots()
    }

    func run() throws {
        let rig = try bench.soundRig()
        if jobs > 1, rig.kind == .hardware {
            throw ValidationError("--jobs: there is only one \(rig.name), which plays its runs one by one.")
        }
        if !resume, !dryRun, EvidenceFolder.isLeft(in: output) {
            throw ValidationError("\(output) holds earlier results: name another folder, or give --resume.")
        }
        for path in [firmware, baseline].compactMap(\.self) {
            if let mistake = GateFirmware.mistake(in: path) { throw ValidationError(mistake + ".") }
        }
        let flash = noFlash ? nil : try flashing.command(on: rig)
        if baseline != nil, flash == nil {
            throw ValidationError("--baseline needs a command that writes both firmwares in turn: give --flash.")
        }
        let scenarios = Catalogue.scenarios.map { $0.readingAssociations(below: associations) }
        let (chosen, kind) = try chosenPlan(of: GateRequest.facts(of: scenarios, on: rig))
        for notice in Catalogue.unmeasured(in: [chosen], of: scenarios, on: rig) { Warning.tell("\(notice)") }
        let part = PlayablePart(
            of: scenarios, chosen, isStandard: kind == .standard, on: rig, isAttended: rig.isAttended)
        let lacks = PlanLacks(chosen, of: scenarios, on: rig, isAttended: rig.isAttended)
        for notice in part.map({ [$0.notice].compactMap(\.self) }) ?? lacks.sentences { Warning.tell(notice) }
        var request: GateRequest
        do throws(CommandError) {
            if let shortage = part?.shortage { throw shortage }
            request = try self.request(chosen, kind, part?.scenarios ?? scenarios, on: rig)
        } catch {
            RefusedReport.write(for: Array(CommandLine.arguments.dropFirst()), error.what)
            return try CommandStatus.passed.worsened(by: error).leave()
        }
        request.flash = flash
        request.unplayed = part?.unplayed ?? []
        request.identifying = scenarios.first { $0.name == "identify" }
        if let mistake = request.spreadMistake { throw ValidationError("\(mistake).") }
        if let mistake = request.consoleMistake { throw ValidationError("\(mistake).") }
        if let mistake = request.mistake { throw ValidationError("--baseline: \(mistake).") }
        throw ExitCode(try play(request, on: rig))
    }

    private func request(
        _ chosen: GatePlan, _ kind: GateDocument.Plan.Kind, _ scenarios: [Scenario], on rig: Rig
    ) throws(CommandError) -> GateRequest {
        var request = GateRequest(
            plan: chosen, planKind: kind, scenarios: scenarios, rig: rig, overrides: bench.overrides,
            facts: Catalogue.facts(with: rig), candidate: try GateFirmware(firmware, slots: (try? slots()) ?? []),
            folder: output,
            options: GateOptions(
                acceptClaimed: acceptClaimed, allowQuarantine: allowQuarantine, keepGoing: keepGoing,
                hasBaseline: baseline != nil, today: Self.today), trace: trace.keeping)
        request.baseline = try baseline.map { path throws(CommandError) in try GateFirmware(path) }
        request.key = try key.map { path throws(CommandError) in try KeyFile.signingKey(path) }
        request.resumes = resume
        request.reports = reports.reports
        request.junit = junit
        request.isForced = reports.force
        return request
    }

    private func play(_ request: GateRequest, on rig: Rig) throws -> Int32 {
        let lock = dryRun ? nil : try locking.lock(rig)
        defer { withExtendedLifetime(lock) {} }
        var runs = request.runPlan()
        let lacking = rig.lacks(for: runs.scenarios, onThisMachine: rig.kind != .virtual)
        if dryRun { for fault in lacking { Warning.tell("rig \(rig.name): \(fault.what). \(fault.remedy)") } }
        guard lacking.isEmpty || dryRun else {
            return GateSession(request, plan: runs, players: .threads(1))
                .leave(for: lacking.map { rig.line(about: $0) })
        }
        if rig.kind == .hardware, !dryRun, let deaf = runs.proveHearing(warn: Warning.tell) {
            return GateSession(request, plan: runs, players: .threads(1)).leave(for: [rig.line(about: deaf)])
        }
        let players: RunPlayers =
            switch rig.kind {
            case .simulated: .threads(jobs)
            case .hardware: .threads(1)
            case .virtual:
                VirtualRun(
                    plan: runs, overrides: bench.overrides,
                    results: RunResults(output: output, shownAs: nil, junit: nil, trace: trace.keeping, failures: nil),
                    showing: [], leavesOut: false, asked: nil, associations: associations
                ).players(jobs)
            }
        let session = GateSession(request, plan: runs, players: players)
        return dryRun ? session.announce() : session.play()
    }

    /// Returns the selected plan with additional quarantine entries; any problem in it is a usage error.
    private func chosenPlan(of facts: [ScenarioFacts]) throws -> (GatePlan, GateDocument.Plan.Kind) {
        let (chosen, kind) = try Self.plan(plan, quarantine: quarantine)
        let problems = chosen.problems(scenarios: facts)
        guard problems.isEmpty else {
            throw ValidationError(problems.map { "\($0)".escapedForDisplay }.joined(separator: "\n"))
        }
        for notice in chosen.notices(on: Self.today) + chosen.endedQuarantine(on: Self.today) {
            Warning.tell("\(notice)")
        }
        return (chosen, kind)
    }

    /// Returns a plan by its name or from a file, or the standard one for nil, with the known failures of another
    /// file.
    static func plan(
        _ plan: String?, quarantine: String?
    ) throws -> (plan: GatePlan, kind: GateDocument.Plan.Kind) {
        var chosen = GatePlan.standard
        var kind = GateDocument.Plan.Kind.standard
        do {
            if let plan, plan.hasSuffix(".json") {
                chosen = try Self.plan(in: plan)
                kind = .json
            } else if let plan {
                chosen = try Catalogue.plan(named: plan)
                kind = plan == GatePlan.standard.name ? .standard : .swift
            }
            if let quarantine {
                let text = try Self.text(of: quarantine)
                let entries = try Self.located(in: quarantine) { () throws(JSONFileError) in
                    try QuarantineFile.entries(from: text, file: quarantine)
                }
                chosen = chosen.adding(quarantine: entries)
            }
        } catch let error as ValidationError {
            throw error
        } catch {
            throw ValidationError("\(error)".escapedForDisplay)
        }
        return (chosen, kind)
    }

    /// Reads a plan from a file; one that cannot be read is a usage error with the file's name and the line.
    static func plan(in path: String) throws -> GatePlan {
        let text = try text(of: path)
        return try located(in: path) { () throws(JSONFileError) in try PlanFile.plan(from: text, file: path) }
    }

    /// Reads a file; its error names the file and the line.
    private static func located<Content>(
        in path: String, _ read: () throws(JSONFileError) -> Content
    ) throws -> Content {
        do throws(JSONFileError) { return try read() } catch { throw ValidationError(error.described(in: path)) }
    }

    /// Returns the text of a plan or quarantine file.
    static func text(of path: String) throws -> String {
        let bytes = try InputFile.bytes(of: path, atMost: PlanFile.mostBytes)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandError(what: "\(path) is not UTF-8 text", remedy: nil)
        }
        return text
    }

    /// The day in UTC for which quarantine is judged.
    static var today: CalendarDay { CalendarDay(Program.date.prefix(10)) ?? CalendarDay(number: 0) }

    private func slots() throws -> [FirmwareCandidate.Slot] {
        try slot.map { text in
            let parts = text.split(separator: "=", omittingEmptySubsequences: false)
            let address = parts.last.flatMap { part in
                part.hasPrefix("0x") ? UInt32(part.dropFirst(2), radix: 16) : UInt32(part)
            }
            guard parts.count == 2, let image = Int(parts[0]), (0...15).contains(image), let address else {
                throw ValidationError("--slot takes an image and its address, such as 0=0xC000, not '\(text)'.")
            }
            return FirmwareCandidate.Slot(image: image, address: address)
        }
    }
}
