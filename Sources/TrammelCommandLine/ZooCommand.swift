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

            With --phones it plays the scenarios of two phones with every known defect of the other one's app.

            With --screens it plays the scenarios of companions with every known defect of a screen, and with a \
            healthy one; --list, --defect, --scenario, --seed and --json then refer to screens.

            With --apps it plays the course of 'screen --check' with every known defect of a phone app, and with a \
            healthy one; --list, --defect, --seed and --json then refer to such apps.

            With --rig it plays scenarios of each family with every known fault of the rig itself, at several moments. \
            Each must be an error that names it, unless nothing that counts was lost.

            Exit status: 0 all defects caught, all healthy accessories passed everything and the rig was never blamed, \
            or, with --rig, all faults named, no accessory blamed and no pass on lost evidence; 1 otherwise, 3 results \
            that cannot be written, 4 nothing played or interrupted, 64 usage.
            """)

    @Option(
        help: """
            Play only this defect, and no healthy accessory (with --screens no healthy screen, with --apps no healthy \
            app); may be repeated.
            """,
        completion: Completions.defects)
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
            Play only this scenario: of the suite, of companions with --screens, or of the families with --rig; may be \
            repeated.
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

    @Flag(help: "Overwrite the files of --json and --knowledge even if something else wrote them.")
    var force = false

    @Flag(
        help: """
            Show the known defects, their effects, and the complaint that each represents; with --screens those of a \
            screen, with --apps those of a phone app, and with --rig the faults of the rig.
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

    func validate() throws {
        try FileName.check(json, force ? .replacing : .replacingOwn(rig ? RigDocument.mark : ZooDocument.mark))
        if apps { return try AppZooArguments(self).validate() }
        if screens { return try ScreenZooArguments(self).validate() }
        _ = try DefectArguments.chosen(defect)
        if phones,
            rig || list || diagnosis || knowledge != nil || falseAlarms != nil || json != nil || variant != nil
                || !defect.isEmpty || !scenario.isEmpty || !fault.isEmpty
        {
            throw ValidationError("--phones plays everything of theirs: omit the other options.")
        }
        if rig { return try RigZooArguments(self).validate() }
        _ = try suite()
        if !fault.isEmpty { throw ValidationError("--fault needs --rig.") }
        if list, falseAlarms != nil || json != nil || !defect.isEmpty || !scenario.isEmpty {
            throw ValidationError("--list shows all defects: omit the other options.")
        }
        try validateDiagnosis()
        if let spread, falseAlarms == nil || !(1...10_000).contains(spread) {
            throw ValidationError("--spread takes a number from 1 to 10000, and needs --false-alarms.")
        }
        guard let falseAlarms else { return }
        guard (1...RunPlan.limit).contains(falseAlarms) else {
            throw ValidationError("--false-alarms takes a number from 1 to \(RunPlan.limit), not \(falseAlarms).")
        }
        guard seed <= .max - UInt64(falseAlarms) else {
            throw ValidationError("from \(seed) on there are too few seeds: the last one is \(UInt64.max).")
        }
        if json != nil || !defect.isEmpty {
            throw ValidationError(
                "--false-alarms plays healthy accessories and has no matrix: omit the other options.")
        }
    }

    private func validateDiagnosis() throws {
        try FileName.check(knowledge, force ? .replacing : .replacingOwn(.knowledge))
        guard diagnosis || knowledge != nil else { return }
        let isAlone = !(diagnosis && knowledge != nil) && !list && falseAlarms == nil && json == nil && variant == nil
        guard isAlone, defect.isEmpty, scenario.isEmpty else {
            throw ValidationError("--diagnosis and --knowledge play everything: omit the other options.")
        }
        guard seed <= .max / 2 else { throw ValidationError("--seed takes at most \(UInt64.max / 2) here.") }
    }

    func run() throws {
        if rig { return try RigZooArguments(self).run().leave() }
        if apps { return try AppZooArguments(self).run().leave() }
        if screens { return try ScreenZooArguments(self).run().leave() }
        if list { return StandardOutput.shared.write(DefectList.text(of: Defect.allCases)) }
        try Catalogue.checkNames()
        Interruption.listen()
        if phones { return try playPhones().leave() }
        if diagnosis { return try ZooDiagnosis(seed: seed).measure().leave() }
        if let knowledge { return try ZooDiagnosis(seed: seed).teach(knowledge, isForced: force).leave() }
        let scenarios = try suite()
        let (rig, noisy) = (try Rig.simulated.sound(), try Rig.simulatedNoisy.sound())
        if let falseAlarms {
            let trial = FalseAlarmTrial(
                scenarios: scenario.isEmpty ? scenarios.filter { !$0.tags.contains(.long) } : scenarios,
                accessories: healthy, on: noisy, firstSeed: seed, count: falseAlarms,
                spread: spread ?? 1)
            try play(trial).leave()
        } else {
            // A chosen scenario may need a kit for what it finds.
            let rigWithoutKit = try scenario.isEmpty ? rig.replacing("uwb=none") : nil
            try play(
                ZooPlan(
                    scenarios: scenarios, accessories: try accessories(), on: rig, andOn: rigWithoutKit, seed: seed)
            ).leave()
        }
    }

    private func play(_ plan: ZooPlan) -> CommandStatus {
        if let json {
            do throws(CommandError) {
                // An older matrix must not survive a search that is killed.
                try ZooDocument.unended(seed: seed).write(to: json, isForced: force)
            } catch {
                return CommandStatus.nothingShown.worsened(by: error)
            }
        }
        var live = LiveCount(of: plan.count)
        let harvest = WorkerPool(count: plan.count) { plan.play(at: $0) }.harvest { live.show($0) }
        live.clear()
        guard harvest.played == plan.count, plan.count > 0 else {
            return Self.leftAfter(harvest.played, of: plan.count)
        }
        let matrix = plan.matrix(of: harvest.results)
        StandardOutput.shared.write(matrix.text)
        let status: CommandStatus = matrix.isComplete ? .passed : .failed
        guard let json else { return status }
        do throws(CommandError) {
            try ZooDocument(matrix, seed: seed).write(to: json)
        } catch {
            return status.worsened(by: error)
        }
        return status
    }

    private func playPhones() throws -> CommandStatus {
        let zoo = PeerZoo(scenarios: Catalogue.scenarios, on: try Rig.simulated.sound(), seed: seed)
        var live = LiveCount(of: zoo.count)
        let harvest = WorkerPool(count: zoo.count) { zoo.play(at: $0) }.harvest { live.show($0) }
        live.clear()
        guard harvest.played == zoo.count, zoo.count > 0 else { return Self.leftAfter(harvest.played, of: zoo.count) }
        StandardOutput.shared.write(PeerZoo.text(of: harvest.results))
        return PeerZoo.isComplete(harvest.results) ? .passed : .failed
    }

    private func play(_ trial: FalseAlarmTrial) -> CommandStatus {
        var live = LiveCount(of: trial.count)
        let harvest = WorkerPool(count: trial.count) { index in
            let result = trial.play(at: index)
            return result.isSound ? nil : result
        }.harvest { live.show($0) }
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

    private func suite() throws -> [Scenario] {
        let suite = Catalogue.scenarios.filter {
            ($0.suite == .conformance || $0.suite == .robustness) && $0.phone.companions.isEmpty
        }
        for name in scenario where !suite.contains(where: { $0.name == name }) {
            let unknown = UnknownName(
                kind: "scenario in the suite", name: name, known: suite.map(\.name), listedBy: "\(Program.command) list"
            )
            throw ValidationError("\(unknown)")
        }
        return scenario.isEmpty ? suite : suite.filter { scenario.contains($0.name) }
    }
}
