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

/// The arguments of `trammel zoo --screens`, which plays the defects of screens.
struct ScreenZooArguments {
    private let command: ZooCommand

    init(_ command: ZooCommand) { self.command = command }

    func validate() throws {
        _ = try defects()
        _ = try scenarios()
        let isOthers =
            command.phones || command.rig || command.diagnosis || command.knowledge != nil || !command.fault.isEmpty
            || command.falseAlarms != nil || command.spread != nil || command.variant != nil
        if isOthers {
            throw ValidationError(
                "--screens plays simulated screens: omit the options for accessories, other phones and the rig.")
        }
        if command.list, command.json != nil || !command.defect.isEmpty || !command.scenario.isEmpty {
            throw ValidationError("--list shows all defects: omit the other options.")
        }
    }

    func run() throws -> CommandStatus {
        if command.list {
            StandardOutput.shared.write(ScreenZoo.list)
            return .passed
        }
        try Catalogue.checkNames()
        Interruption.listen()
        let zoo = ScreenZoo(
            scenarios: try scenarios(), on: try Rig.simulated.sound(), seed: command.seed, defects: try defects())
        if let json = command.json {
            do throws(CommandError) {
                // An older matrix must not survive a search that is killed.
                try ScreenZooDocument.unended(zoo).write(to: json, isForced: command.force)
            } catch {
                return CommandStatus.nothingShown.worsened(by: error)
            }
        }
        return play(zoo)
    }

    private func play(_ zoo: ScreenZoo) -> CommandStatus {
        var live = LiveCount(of: zoo.count)
        let harvest = WorkerPool(count: zoo.count) { zoo.play(at: $0) }.harvest { live.show($0) }
        live.clear()
        guard harvest.played == zoo.count, zoo.count > 0 else {
            return ZooCommand.leftAfter(harvest.played, of: zoo.count)
        }
        StandardOutput.shared.write(zoo.text(of: harvest.results))
        let status: CommandStatus = zoo.isComplete(harvest.results) ? .passed : .failed
        guard let json = command.json else { return status }
        do throws(CommandError) {
            try ScreenZooDocument(zoo, harvest.results).write(to: json)
        } catch {
            return status.worsened(by: error)
        }
        return status
    }

    /// Returns the selected defects without duplicates; none if all are meant.
    private func defects() throws -> [ScreenDefect] {
        try NamedValues.chosen(command.defect, kind: "defect of a screen", listedBy: "zoo --screens --list")
    }

    private func scenarios() throws -> [Scenario] {
        let all = ScreenZoo.scenarios(of: Catalogue.scenarios)
        for name in command.scenario where !all.contains(where: { $0.name == name }) {
            let unknown = UnknownName(
                kind: "scenario of companions", name: name, known: all.map(\.name),
                listedBy: "\(Program.command) list")
            throw ValidationError("\(unknown)")
        }
        return command.scenario.isEmpty ? all : all.filter { command.scenario.contains($0.name) }
    }
}
