import ArgumentParser
import Engine
import Evidence
import GateKit
import Ground
import Reports
import RigKit
import Runs
import ScenarioKit

/// Finds problems in scenarios without playing them.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Find every problem in scenarios, or in an app's property lists, without a run.",
        usage: "trammel check [<scenarios> ...] [<options>]",
        discussion: """
            Each problem begins with its file:line, and the last line says how many scenarios were checked. A device \
            that only another rig has is not a mistake: on this rig the scenario is skipped. For a rig with devices, \
            or a virtual one, everything missing on this machine is listed too, as '\(Program.command) run' would list \
            it. With --rig or --port and no selected scenarios, every part of the rig is checked.

            With --plist, an app's property lists are checked: what sessions with accessories, tags and links require \
            of Info.plist and of the entitlements. Each finding has its place, its code, and whether its rule is \
            documented, inferred or unverified; anything that such a file cannot show is listed as not judged. \
            Scenarios are then checked only if any are selected, or a rig is.

            The built-in plans of release gates are checked too, unless scenarios are selected. With --plan, plans in \
            files are checked. To know which quantities a scenario measures, it is played once, on simulated devices \
            in virtual time: a proof about any other quantity gets a warning.

            Without a terminal no person can be asked to walk or to hold a tag. Scenarios that need a person are then \
            counted, and are not missing anything, unless they were named. On a rig with devices, the scenarios that \
            the standard plan leaves out are listed, and those of another plan that the rig cannot play.

              trammel check
              trammel check '*Tag*' --rig deskBench

            Exit status: 0 none or only warnings, 1 some, 3 the rig is missing something, 4 nothing selected, 64 \
            usage.
            """)

    @OptionGroup var selection: ScenarioSelection

    @OptionGroup var bench: BenchOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "An app's Info.plist or its entitlements, in XML or in the binary form. May be repeated.",
            valueName: "file"), completion: .file())
    var plist: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("A plan of a release gate, in JSON. May be repeated.", valueName: "file"),
        completion: .file())
    var plan: [String] = []

    func run() throws {
        let named = try plan.map { try Self.readPlan($0) }
        let lists = try plist.map { try PropertyListCheck(path: $0) }
        let rig = try bench.chosenRig()
        let chosen = try looksAtScenarios ? selection.chosen() : []
        let isListWrong = Self.tell(of: lists)
        if looksAtScenarios { try check(chosen, named, on: rig, isListWrong: isListWrong) }
        if isListWrong { throw ExitCode.failure }
    }

    private var looksAtScenarios: Bool {
        plist.isEmpty || !plan.isEmpty || selection.isPicked || !selection.skipTag.isEmpty || bench.isChosen
    }

    /// Prints the findings; returns whether one of them is a fault.
    private static func tell(of lists: [PropertyListCheck]) -> Bool {
        guard !lists.isEmpty else { return false }
        for line in lists.flatMap(\.lines) { write(line) }
        func sum(_ weight: Finding.Weight) -> Int { lists.reduce(0) { $0 + ($1.counts[weight] ?? 0) } }
        let found = [(sum(.fault), "problem"), (sum(.warning), "warning"), (sum(.note), "note")]
        let told = found.enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }.map { counted($1.0, $1.1) }
        write("\(counted(lists.count, "property list")) checked: \(told.joined(separator: ", "))")
        return sum(.fault) > 0
    }

    private func check(_ chosen: [Scenario], _ named: [GatePlan], on rig: Rig, isListWrong: Bool) throws {
        let unlisted = selection.unlisted.map { Problem($0.problem, spot: $0.spot) }
        let problems =
            (chosen.flatMap { $0.problems(on: Catalogue.facts(with: rig)) + $0.associationProblems } + unlisted
            + Catalogue.clashes)
            .sorted(by: Self.areInOrder)
        let rigProblems = rig.allProblems
        let plans = Self.look(at: selection.isPicked ? [] : Catalogue.plans, and: named, on: rig)
        // A scenario requested by name must be played, so the lack of a terminal is reported instead.
        let unattended =
            selection.asking == .byName
            ? [] : chosen.filter { rig.lackOfPerson(for: $0, isAttended: rig.isAttended) != nil }.map(\.name)
        let remarks = plans.notices + Self.remark(on: unattended, rig)
        for line in problems.map(\.description) + rigProblems + plans.faults + plans.warnings + remarks {
            Self.write(line)
        }
        let played = chosen.filter { !unattended.contains($0.name) }
        var lacking = rigProblems.isEmpty ? rig.lacks(for: played, onThisMachine: false) : []
        // A rig named without scenarios is checked completely.
        if bench.isChosen, !selection.isPicked, rigProblems.isEmpty {
            lacking += rig.lacksOfParts.filter { !lacking.contains($0) }
        }
        for fault in lacking { Self.write(rig.line(about: fault)) }
        let faults = problems.count { $0.weight == .fault } + rigProblems.count + plans.faults.count
        let warnings = problems.count { $0.weight == .warning } + plans.warnings.count
        let found = [counted(faults, "problem")] + (warnings > 0 ? [counted(warnings, "warning")] : [])
        let missing = lacking.isEmpty ? "" : "; \(counted(lacking.count, "thing")) missing"
        let looked = [
            chosen.isEmpty ? nil : counted(chosen.count, "scenario"),
            plans.looked > 0 ? counted(plans.looked, "gate plan") : nil,
        ].compactMap(\.self).joined(separator: " and ")
        let head = looked.isEmpty ? "nothing was checked" : "\(looked) checked on the rig \(rig.name)"
        Self.write("\(head): \(found.joined(separator: ", "))\(missing)")
        if faults > 0 || isListWrong { throw ExitCode.failure }
        if chosen.isEmpty { try CommandStatus.nothingShown.leave() }
        if !lacking.isEmpty { try CommandStatus.rigWrong.leave() }
    }

    /// Returns the problems of release gate plans, and notices about quarantine that ends soon.
    private static func look(
        at builtIn: [GatePlan], and named: [GatePlan], on rig: Rig
    ) -> (looked: Int, faults: [String], warnings: [String], notices: [String]) {
        let plans = builtIn + named
        guard !plans.isEmpty else { return (0, [], [], []) }
        let facts = GateRequest.facts(of: Catalogue.scenarios, on: rig)
        let today = GateRunCommand.today
        let spread = plans.flatMap(\.spreadProblems).map(\.description)
        let unmeasured = Catalogue.unmeasured(in: plans, of: Catalogue.scenarios, on: rig).map {
            "\($0.spot): warning: plan \($0.plan.escapedForDisplay): \($0.message)"
        }
        return (
            plans.count,
            plans.problems(on: today, scenarios: facts).map(\.description) + spread
                + named.compactMap { shortage(of: $0, on: rig) },
            unmeasured + named.flatMap { lacks(of: $0, on: rig) },
            plans.flatMap { $0.notices(on: today) }.map(\.description)
                + builtIn.flatMap { [shortage(of: $0, on: rig)].compactMap(\.self) + lacks(of: $0, on: rig) }
        )
    }

    /// Returns the reason why a gate would refuse a plan on a rig with devices: it plays less than the plan requires.
    private static func shortage(of plan: GatePlan, on rig: Rig) -> String? {
        guard rig.kind == .hardware else { return nil }
        let part = PlayablePart(
            of: Catalogue.scenarios, plan, isStandard: plan == .standard, on: rig, isAttended: rig.isAttended)
        return part?.shortage.map { "rig \(rig.name): \($0.what)" }
    }

    /// Returns what a rig with devices cannot play of a plan; on other rigs a gate is a rehearsal in any case.
    private static func lacks(of plan: GatePlan, on rig: Rig) -> [String] {
        guard rig.kind == .hardware else { return [] }
        let scenarios = Catalogue.scenarios
        let part = PlayablePart(
            of: scenarios, plan, isStandard: plan == .standard, on: rig, isAttended: rig.isAttended)
        let told =
            part.map { $0.shortage == nil ? $0.notice : nil }
            ?? PlanLacks(plan, of: scenarios, on: rig, isAttended: rig.isAttended).summary
        return [told, plan.spread.obstacle(on: rig, of: plan)].compactMap(\.self).map { "rig \(rig.name): \($0)" }
    }

    /// Returns a remark that no person can be asked to do what these scenarios need.
    private static func remark(on unattended: [String], _ rig: Rig) -> [String] {
        guard let first = unattended.first else { return [] }
        let verb = unattended.count == 1 ? "needs" : "need"
        return [
            "rig \(rig.name): \(counted(unattended.count, "scenario")) \(verb) a person, such as \(first), and there "
                + "is no terminal to ask one: they are left out, or refused if named"
        ]
    }

    /// Reads a plan from a file; one that cannot be read is a usage error.
    private static func readPlan(_ path: String) throws -> GatePlan {
        do {
            return try GateRunCommand.plan(in: path)
        } catch {
            throw ValidationError("--plan \(error)".escapedForDisplay)
        }
    }

    private static func write(_ text: String) {
        for line in Paragraph.lines("", text, indent: 4) { StandardOutput.shared.write(line + "\n") }
    }

    private static func areInOrder(_ left: Problem, _ right: Problem) -> Bool {
        (left.spot.file, left.spot.line) < (right.spot.file, right.spot.line)
    }
}
