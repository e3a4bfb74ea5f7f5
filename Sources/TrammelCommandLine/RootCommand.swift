import ArgumentParser
import Evidence
import Ground
import Reports
import Runs

/// The command line of `trammel`, regardless of the program it is built into.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: Program.command, abstract: "A hardware-in-the-loop test rig that stands in for the phone.",
        discussion: """
            Exit status: 0 all passed, 1 a scenario failed, 3 the rig was at fault, 4 nothing passed and nothing \
            failed (all skipped, nothing selected, aborted), 64 usage, 75 another command has the bench.
            """,
        version: Program.version,
        subcommands: [
            ListCommand.self, RunCommand.self, CheckCommand.self, DoctorCommand.self, RigCommand.self, NewCommand.self,
            ExplainCommand.self,
            DiagnoseCommand.self, ReportCommand.self,
            GateCommand.self, BisectCommand.self,
            HistoryCommand.self, CompareCommand.self, FlakyCommand.self, TrendCommand.self,
            ZooCommand.self,
            TagCommand.self, ServicesCommand.self,
            ReplayCommand.self, ReduceCommand.self, ShowCommand.self, DiffCommand.self, JudgeCommand.self,
            ImportCommand.self, ExportCommand.self,
            AccessoryCommand.self, ScreenCommand.self,
            VMCommand.self, ReaderChildCommand.self,
        ])

    /// Shows where to begin.
    func run() {
        let word = Program.command
        StandardOutput.shared.write(
            """
            A hardware-in-the-loop test rig that stands in for the phone.

              \(word) run fullFlow      play a scenario, here on simulated devices
              \(word) list              show scenarios and rigs
              \(word) new FOLDER        write a package for your own accessory
              \(word) explain CODE      explain why something failed
              \(word) gate --help       decide whether a firmware may be released

            See '\(word) --help' for all commands.

            """)
    }

    /// Opens closed standard descriptors, performs the command and ends the program with its status.
    ///
    /// A mistake that only shows during the command is reported like any other.
    static func main() {
        StandardDescriptors.open()
        StandardDescriptors.endCrashesAtOnce()
        var status = CommandStatus.passed.rawValue
        do {
            try checkArguments()
            try checkCommandName()
            var command = try parseAsRoot()
            try checkOutput(of: command)
            do {
                // The words behind those of vm are another command's.
                if !(command is VMCommand) {
                    try RepeatedOption.check(CommandLine.arguments.dropFirst(), for: type(of: command))
                }
                try command.run()
            } catch let mistake as ValidationError {
                status = leave(.validationFailure, UsageMistake.text(mistake, of: type(of: command)))
            }
        } catch {
            status = leave(exitCode(for: error), fullMessage(for: error))
        }
        ExitGuard.leave(with: StandardOutput.shared.judged(Warning.judged(status)))
    }

    /// Throws for an argument that is not UTF-8: converted to text, a path would name another file.
    private static func checkArguments() throws {
        for place in 1..<max(1, Int(CommandLine.argc)) {
            guard let word = CommandLine.unsafeArgv[place], String(validatingCString: word) == nil else { continue }
            let text = String(cString: word).escapedForDisplay
            throw ValidationError("Argument \(place), '\(text)', is not UTF-8: give the file another name.")
        }
    }

    /// Throws for an unknown command, with those that it resembles.
    private static func checkCommandName() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments
        guard let word = words.first, !word.hasPrefix("-"), word != "help" else { return }
        let commands = configuration.subcommands.map { (command: any ParsableCommand.Type) in command.configuration }
        guard !word.isEmpty, !commands.contains(where: { $0.commandName == word }) else { return }
        let known = commands.compactMap { $0.shouldDisplay ? $0.commandName : nil }
        throw ValidationError(
            "there is no command '\(word.shown(80))'\(suggestion(for: word, in: known))")
    }

    /// Throws if standard output is closed and the command prints its result there instead of into files.
    private static func checkOutput(of command: any ParsableCommand) throws {
        guard StandardDescriptors.wasOutputClosed, (command as? any FileLeaving)?.leavesFiles != true else { return }
        let trouble = CommandError(
            what: "standard output is closed, but this command prints its result there",
            remedy: "Send it to /dev/null if its exit status is enough")
        try CommandStatus.nothingShown.worsened(by: trouble).leave()
    }

    /// Prints the reason why a command ended and returns the exit status.
    private static func leave(_ status: ExitCode, _ text: String) -> Int32 {
        if !text.isEmpty { (status.isSuccess ? StandardOutput.shared : StandardOutput.error).write(text + "\n") }
        if status == .validationFailure, (try? checkArguments()) != nil {
            RefusedReport.write(for: Array(CommandLine.arguments.dropFirst()), text)
        }
        let isLost = status.isSuccess && !text.isEmpty && StandardDescriptors.wasOutputClosed
        return isLost ? CommandStatus.rigWrong.rawValue : status.rawValue
    }
}
