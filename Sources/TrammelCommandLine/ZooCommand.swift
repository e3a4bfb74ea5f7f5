import ArgumentParser
import Evidence
import OperatingSystem
import Reports
import RigKit
import Rigs
import Runs
import ScenarioKit
import Simulators
import Zoo

/// Plays the conformance suite against simulated accessories with known defects, and against healthy ones.
struct ZooCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: word,
        abstract: "Show which defects of an accessory the suite finds, and that the rig's own faults are named.",
        discussion: """
            Plays the suites conformance and robustness, simulated, with every accessory: a healthy accessory of each \
            variant and without each optional part, and one for each known defect. A defect is caught if a failure \
            names it; failing for another reason is not enough. Unless --scenario chooses, the healthy accessories and \
            the defects that the data channel shows are played once more on a rig without a UWB kit.

            With --screens it plays the scenarios of companions with every known defect of a screen, with --phones the \
            scenarios of two phones with every known defect of the other one's app, and with --apps the course of \
            'screen --check' with every known defect of a phone app; each also with a healthy one. --list, --defect, \
            --scenario and --json then refer to these.

            With --rig it plays scenarios of each family with every known fault of the rig itself, at several moments. \
            Each must be an error that names it, unless nothing that counts was lost.

              trammel zoo --defect bigEndianSessionID

            Exit status: 0 all defects caught, all healthy accessories passed everything and the rig was never blamed, \
            or, with --rig, all faults named, no accessory blamed and no pass on lost evidence; 1 otherwise, 3 results \
            that cannot be written, 4 nothing played or interrupted, 64 usage.
            """)

    @Option(
        help: "Play only this defect, and nothing healthy; may be repeated.", completion: Completions.defects)
    var defect: [String] = []

    @Flag(
        help: """
            Instead, play scenarios of each family with every known fault of the rig itself: each must be an error \
            that names it.
            """)
    var rig = false

    @Flag(help: "Instead, play the scenarios of two phones with every known defect of the other one's app.")
    var phones = false

    @Flag(help: "Instead, play the scenarios of companions with every known defect of a screen.")
    var screens = false

    @Flag(help: "Instead, play the course of 'screen --check' with every known defect of a phone app.")
    var apps = false

    @Option(help: "With --rig, play only this fault; may be repeated.", completion: Completions.benchFaults)
    var fault: [String] = []

    @Option(
        help: """
            Play only this scenario of the suite, or of those of --screens, --phones or --rig; may be repeated.
            """,
        completion: Completions.suiteScenarios)
    var scenario: [String] = []

    @Option(
        help:
            "The variant of all accessories; by default healthy ones of every variant, and appleSample with defects."
    )
    var variant: AccessoryVariant?

    @Option(help: "The seed of the random numbers in a run.")
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("Write the matrix as JSON to this file.", valueName: "file"))
    var json: String?

    @Flag(help: "Show the whole matrix, and what finds each defect or fault; also if an option selects some of them.")
    var matrix = false

    @Flag(help: "Overwrite the files of --json and --knowledge even if something else wrote them.")
    var force = false

    @Flag(
        help: """
            Show the known defects, their effects, and the complaint that each represents; with --rig the faults of \
            the rig.
            """)
    var list = false

    @Option(
        help: ArgumentHelp(
            """
            Instead, play this many runs of all scenarios except the long ones, or of those of --scenario, with \
            healthy accessories on the rig simulatedNoisy, each round with the next seed: none may fail.
            """, valueName: "runs"))
    var falseAlarms: Int?

    @Option(
        help: ArgumentHelp(
            "With --false-alarms, let each seed play one in this many pairs of scenario and accessory, in turn.",
            valueName: "pairs"))
    var spread: Int?

    @Option(
        help: ArgumentHelp(
            "Instead, play all accessories with every firmware and write the diagnosis's knowledge.",
            valueName: "file"))
    var knowledge: String?

    @Flag(help: "Instead, measure how often 'trammel diagnose' is right, under noise it was not trained on.")
    var diagnosis = false

    /// The command's name on the command line.
    static let word = "zoo"

    /// The subject of the zoo, or a measurement with it.
    private enum Mode {
        case accessories, rig, phones, screens, apps, falseAlarms, knowledge, diagnosis

        /// The options that choose or keep a part of it, apart from the seed.
        var options: [String] {
            switch self {
            case .accessories: ["--list", "--defect", "--scenario", "--variant", "--json", "--matrix"]
            case .rig: ["--list", "--fault", "--scenario", "--json", "--matrix"]
            case .phones, .screens: ["--list", "--defect", "--scenario", "--json", "--matrix"]
            case .apps: ["--list", "--defect", "--json", "--matrix"]
            case .falseAlarms: ["--scenario", "--variant", "--spread"]
            case .knowledge, .diagnosis: []
            }
        }
    }

    private func mode() throws -> (mode: Mode, option: String) {
        let modes: [(isGiven: Bool, mode: Mode, option: String)] = [
            (rig, .rig, "--rig"), (phones, .phones, "--phones"), (screens, .screens, "--screens"),
            (apps, .apps, "--apps"), (falseAlarms != nil, .falseAlarms, "--false-alarms"),
            (knowledge != nil, .knowledge, "--knowledge"), (diagnosis, .diagnosis, "--diagnosis"),
        ]
        let given = modes.filter(\.isGiven)
        guard let first = given.first else { return (.accessories, "zoo") }
        guard given.count == 1 else {
            throw ValidationError("\(given.map(\.option).joined(separator: " and ")) exclude each other: choose one.")
        }
        return (first.mode, first.option)
    }

    func validate() throws {
        let (mode, word) = try mode()
        let options: [(name: String, isGiven: Bool)] = [
            ("--defect", !defect.isEmpty), ("--fault", !fault.isEmpty), ("--scenario", !scenario.isEmpty),
            ("--variant", variant != nil), ("--spread", spread != nil), ("--json", json != nil), ("--list", list),
            ("--matrix", matrix),
        ]
        let given = options.filter(\.isGiven).map(\.name)
        for name in given where !mode.options.contains(name) {
            if mode == .accessories {
                throw ValidationError("\(name) needs \(name == "--fault" ? "--rig" : "--false-alarms").")
            }
            throw ValidationError("\(word) does not take \(name): omit it.")
        }
        if list, given.count > 1 { throw ValidationError("--list shows everything: omit the other options.") }
        try FileName.check(json, force ? .replacing : .replacingOwn(.zoo))
        try FileName.check(knowledge, force ? .replacing : .replacingOwn(.knowledge))
        try validateNames(mode)
        if mode == .knowledge || mode == .diagnosis, seed > .max / 2 {
            throw ValidationError("--seed takes at most \(UInt64.max / 2) here.")
        }
        guard let falseAlarms else { return }
        guard (1...10_000).contains(spread ?? 1) else {
            throw ValidationError("--spread takes a number from 1 to 10000.")
        }
        guard (1...RunPlan.limit).contains(falseAlarms) else {
            throw ValidationError("--false-alarms takes a number from 1 to \(RunPlan.limit), not \(falseAlarms).")
        }
        guard seed <= .max - UInt64(falseAlarms) else {
            throw ValidationError("from \(seed) on there are too few seeds: the last one is \(UInt64.max).")
        }
    }

    private func validateNames(_ mode: Mode) throws {
        _ = try scenarios(of: mode)
        switch mode {
        case .rig: _ = try faults()
        case .phones: _ = try defects(PeerDefect.self)
        case .screens: _ = try defects(ScreenDefect.self)
        case .apps: _ = try defects(AppDefect.self)
        case .accessories, .falseAlarms, .knowledge, .diagnosis: _ = try DefectArguments.chosen(defect)
        }
    }

    func run() throws {
        let (mode, _) = try mode()
        if list { return StandardOutput.shared.write(known(mode)) }
        try Catalogue.checkNames()
        Interruption.listen()
        let scenarios = try scenarios(of: mode)
        let sound = try Rig.simulated.sound()
        let status =
            switch mode {
            case .rig: play(RigPlan(scenarios: scenarios, faults: try faults(), on: sound, seed: seed))
            case .phones:
                play(PeerZoo(scenarios: scenarios, on: sound, seed: seed, defects: try defects(PeerDefect.self)))
            case .screens:
                play(ScreenZoo(scenarios: scenarios, on: sound, seed: seed, defects: try defects(ScreenDefect.self)))
            case .apps: play(AppZoo(seed: seed, defects: try defects(AppDefect.self)))
            case .diagnosis: try ZooDiagnosis(seed: seed).measure()
            case .knowledge: try ZooDiagnosis(seed: seed).teach(knowledge ?? "", isForced: force)
            case .falseAlarms:
                play(
                    FalseAlarmTrial(
                        scenarios: scenario.isEmpty ? scenarios.filter { !$0.tags.contains(.long) } : scenarios,
                        accessories: healthy, on: try Rig.simulatedNoisy.sound(), firstSeed: seed,
                        count: falseAlarms ?? 0, spread: spread ?? 1))
            case .accessories:
                // A chosen scenario may need a kit for what it finds.
                play(
                    ZooPlan(
                        scenarios: scenarios, accessories: try accessories(), on: sound,
                        andOn: try scenario.isEmpty ? sound.replacing("uwb=none") : nil, seed: seed))
            }
        try status.leave()
    }

    private func known(_ mode: Mode) -> String {
        switch mode {
        case .rig: RigFaultList.text
        case .phones: PeerZoo.list
        case .screens: ScreenZoo.list
        case .apps: AppZoo.list
        case .accessories, .falseAlarms, .knowledge, .diagnosis: DefectList.text(of: Defect.allCases)
        }
    }

    private func play(_ zoo: some PlayableZoo) -> CommandStatus {
        do throws(CommandError) {
            // An older matrix must not survive a search that is killed.
            try write(zoo.report(on: []), isForced: force)
        } catch {
            return CommandStatus.nothingShown.worsened(by: error)
        }
        let live = LiveCount()
        let harvest = WorkerPool(count: zoo.count) { zoo.play(at: $0) }.harvest { live.show($0, of: zoo.count) }
        live.clear()
        guard harvest.played == zoo.count, zoo.count > 0 else { return Self.leftAfter(harvest.played, of: zoo.count) }
        let report = zoo.report(on: harvest.results)
        let isBrief = !matrix && defect.isEmpty && fault.isEmpty && scenario.isEmpty
        StandardOutput.shared.write(isBrief ? report.brief : report.text)
        let status: CommandStatus = report.isComplete ? .passed : .failed
        do throws(CommandError) { try write(report, isForced: false) } catch { return status.worsened(by: error) }
        return status
    }

    private func write(_ report: ZooReport, isForced: Bool) throws(CommandError) {
        guard let json else { return }
        try UnfinishedFile.write(
            report.json, to: json, isForced ? .replacing : .replacingOwn(.zoo), isShared: true)
    }

    private func play(_ trial: FalseAlarmTrial) -> CommandStatus {
        let live = LiveCount()
        let harvest = WorkerPool(count: trial.count) { index in
            let result = trial.play(at: index)
            return result.isSound ? nil : result
        }.harvest { live.show($0, of: trial.count) }
        live.clear()
        let alarms = harvest.results
        if harvest.played > 0 {
            StandardOutput.shared.write(trial.text(played: harvest.played, alarms: alarms))
        }
        guard harvest.played == trial.count, trial.count > 0 else {
            let status = Self.leftAfter(harvest.played, of: trial.count)
            return alarms.isEmpty ? status : .failed
        }
        return alarms.isEmpty ? .passed : .failed
    }

    /// Reports an incomplete search, which shows nothing.
    static func leftAfter(_ played: Int, of count: Int) -> CommandStatus {
        StandardOutput.shared.write(
            count == 0 ? "nothing was played\n" : "ended by a person or a signal after \(played) of \(count) runs\n")
        return .nothingShown
    }

    // MARK: What is played

    private var healthy: [ZooAccessory] { variant.map { [ZooAccessory($0)] } ?? ZooAccessory.sound }

    private func accessories() throws -> [ZooAccessory] {
        let chosen = try DefectArguments.chosen(defect)
        let defective = (chosen.isEmpty ? Defect.allCases : chosen).map { ZooAccessory(variant ?? .appleSample, $0) }
        return chosen.isEmpty ? healthy + defective : defective
    }

    private func defects<Defect: NamedDefect>(_ kind: Defect.Type) throws -> [Defect] {
        let word = Defect.self == PeerDefect.self ? "phones" : Defect.self == AppDefect.self ? "apps" : "screens"
        return try NamedValues.chosen(defect, kind: "defect of \(Defect.subject)", listedBy: "zoo --\(word) --list")
    }

    private func faults() throws -> [BenchFault] {
        let chosen: [BenchFault] = try NamedValues.chosen(fault, kind: "fault of a rig", listedBy: "zoo --rig --list")
        return chosen.isEmpty ? BenchFault.allCases : chosen
    }

    /// Returns the scenarios of a mode, or those of them that were named.
    private func scenarios(of mode: Mode) throws -> [Scenario] {
        let all = Catalogue.scenarios
        let (known, kind, listing) =
            switch mode {
            case .rig:
                (
                    RigPlan.families.compactMap { family in all.first { $0.name == family.name } },
                    "scenario of a family", "zoo --help"
                )
            case .phones: (PeerZoo.scenarios(of: all), "scenario of two phones", "list")
            case .screens: (ScreenZoo.scenarios(of: all), "scenario of companions", "list")
            case .accessories, .apps, .falseAlarms, .knowledge, .diagnosis:
                (
                    all.filter {
                        ($0.suite == .conformance || $0.suite == .robustness) && $0.phone.companions.isEmpty
                    }, "scenario in the suite", "list"
                )
            }
        for name in scenario where !known.contains(where: { $0.name == name }) {
            let unknown = UnknownName(
                kind: kind, name: name, known: known.map(\.name), listedBy: "\(Program.command) \(listing)")
            throw ValidationError("\(unknown)")
        }
        return scenario.isEmpty ? known : known.filter { scenario.contains($0.name) }
    }
}
