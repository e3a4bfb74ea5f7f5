import ArgumentParser
import Evidence
import OperatingSystem
import Reports
import Runs
import Simulators
import Zoo

/// The arguments of `trammel zoo --apps`, which plays the defects of phone apps.
struct AppZooArguments {
    private let command: ZooCommand

    init(_ command: ZooCommand) { self.command = command }

    func validate() throws {
        _ = try defects()
        let isOthers =
            command.phones || command.screens || command.rig || command.diagnosis || command.knowledge != nil
            || !command.fault.isEmpty || command.falseAlarms != nil || command.spread != nil || command.variant != nil
            || !command.scenario.isEmpty
        if isOthers {
            throw ValidationError(
                "--apps plays one course with simulated phone apps: omit the options for accessories, screens and "
                    + "scenarios.")
        }
        if command.list, command.json != nil || !command.defect.isEmpty {
            throw ValidationError("--list shows all defects: omit the other options.")
        }
    }

    func run() throws -> CommandStatus {
        if command.list {
            StandardOutput.shared.write(AppZoo.list)
            return .passed
        }
        Interruption.listen()
        let zoo = AppZoo(seed: command.seed, defects: try defects())
        if let json = command.json {
            do throws(CommandError) {
                // An older matrix must not survive a search that is killed.
                try AppZooDocument.unended(zoo).write(to: json, isForced: command.force)
            } catch {
                return CommandStatus.nothingShown.worsened(by: error)
            }
        }
        return play(zoo)
    }

    private func play(_ zoo: AppZoo) -> CommandStatus {
        var live = LiveCount(of: zoo.count)
        let harvest = WorkerPool(count: zoo.count) { zoo.play(at: $0) }.harvest { live.show($0) }
        live.clear()
        guard harvest.played == zoo.count else { return ZooCommand.leftAfter(harvest.played, of: zoo.count) }
        StandardOutput.shared.write(zoo.text(of: harvest.results))
        let status: CommandStatus = zoo.isComplete(harvest.results) ? .passed : .failed
        guard let json = command.json else { return status }
        do throws(CommandError) {
            try AppZooDocument(zoo, harvest.results).write(to: json)
        } catch {
            return status.worsened(by: error)
        }
        return status
    }

    /// Returns the selected defects without duplicates; none if all are meant.
    private func defects() throws -> [AppDefect] {
        try NamedValues.chosen(command.defect, kind: "defect of a phone app", listedBy: "zoo --apps --list")
    }
}
