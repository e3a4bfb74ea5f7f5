import ArgumentParser
import Evidence
import OperatingSystem
import Reports
import RigKit
import Rigs
import Runs
import ScenarioKit
import Zoo

/// The arguments of `trammel zoo --rig`, which plays the rig's own faults.
struct RigZooArguments {
    private let command: ZooCommand

    init(_ command: ZooCommand) { self.command = command }

    func validate() throws {
        _ = try faults()
        _ = try scenarios()
        if !command.defect.isEmpty || command.variant != nil || command.falseAlarms != nil {
            throw ValidationError("--rig plays healthy accessories on a faulty rig: omit the options for accessories.")
        }
        if command.list, command.json != nil || !command.fault.isEmpty || !command.scenario.isEmpty {
            throw ValidationError("--list shows all faults: omit the other options.")
        }
    }

    func run() throws -> CommandStatus {
        if command.list {
            StandardOutput.shared.write(RigFaultList.text)
            return .passed
        }
        try Catalogue.checkNames()
        Interruption.listen()
        let (scenarios, faults) = (try scenarios(), try faults())
        if let json = command.json {
            do throws(CommandError) {
                // An older matrix must not survive a search that is killed.
                try RigDocument.unended(seed: command.seed).write(to: json, isForced: command.force)
            } catch {
                return CommandStatus.nothingShown.worsened(by: error)
            }
        }
        return play(RigPlan(scenarios: scenarios, faults: faults, on: try Rig.simulated.sound(), seed: command.seed))
    }

    private func play(_ plan: RigPlan) -> CommandStatus {
        var live = LiveCount(of: plan.count)
        let harvest = WorkerPool(count: plan.count) { plan.play(at: $0) }.harvest { live.show($0) }
        live.clear()
        guard harvest.played == plan.count, plan.count > 0 else {
            return ZooCommand.leftAfter(harvest.played, of: plan.count)
        }
        let matrix = plan.matrix(of: harvest.results)
        StandardOutput.shared.write(matrix.text)
        let status: CommandStatus = matrix.isComplete ? .passed : .failed
        guard let json = command.json else { return status }
        do throws(CommandError) {
            try RigDocument(matrix, seed: command.seed).write(to: json)
        } catch {
            return status.worsened(by: error)
        }
        return status
    }

    private func faults() throws -> [BenchFault] {
        let chosen: [BenchFault] = try NamedValues.chosen(
            command.fault, kind: "fault of a rig", listedBy: "zoo --rig --list")
        return chosen.isEmpty ? BenchFault.allCases : chosen
    }

    private func scenarios() throws -> [Scenario] {
        let names = RigPlan.families.map(\.name)
        for name in command.scenario where !names.contains(name) {
            let unknown = UnknownName(
                kind: "scenario of a family", name: name, known: names,
                listedBy: "\(Program.command) zoo --help")
            throw ValidationError("\(unknown)")
        }
        let wanted = command.scenario.isEmpty ? names : names.filter(command.scenario.contains)
        return wanted.compactMap { name in Catalogue.scenarios.first { $0.name == name } }
    }
}
