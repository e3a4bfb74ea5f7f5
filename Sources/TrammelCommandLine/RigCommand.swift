import ArgumentParser
import Benches
import Evidence
import Ground
import Reports
import RigKit
import Runs

/// Writes rigs as files.
struct RigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rig", abstract: "Write a rig as a JSON file, or show what it can play.",
        discussion: """
            A rig in a file needs no compiler: name it with --rig FILE.json, or put it into \(RigFolder.path) and name \
            it without its suffix.

              trammel rig export deskBench
            """,
        subcommands: [RigExportCommand.self, RigDetectCommand.self, RigCoverageCommand.self, RigCalibrateCommand.self])
}

/// Prints a rig as JSON.
struct RigExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print a rig as a JSON file, to change it.",
        usage: "trammel rig export <name> [<options>]",
        discussion: """
            Ports have the text form of --port, and what is left out of the file is none.

              trammel rig export deskBench --port bluetooth=hci1 > door.json

            Exit status: 0 printed, 64 usage.
            """)

    @Argument(help: "The rig, as '\(Program.command) list' shows it, or a JSON file.", completion: Completions.rigs)
    var name: String

    @Option(help: ArgumentHelp("Use another port for a role. May be repeated.", valueName: "role=spec"))
    var port: [String] = []

    func run() throws {
        let rig = try BenchOptions.rig(named: name, with: RigOverrides(ports: port, names: [])).sound()
        StandardOutput.shared.write(RigFile.text(of: rig))
    }
}

/// Describes the devices that are plugged in as a rig.
struct RigDetectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detect", abstract: "Show the devices that are plugged in, and write them as a rig.",
        usage: "trammel rig detect [--write <file>]",
        discussion: """
            Looks for Bluetooth adapters, UWB kits, NFC readers and serial lines in the kernel's files, and opens none \
            of them. Where two devices fit, or one fits two roles, it says so.

              trammel rig detect --write bench.json

            Exit status: 0 something was found, 3 the file cannot be written, 4 nothing was found, 64 usage.
            """)

    @Option(
        help: ArgumentHelp("Write the rig to this file, which must not exist.", valueName: "file"), completion: .file())
    var write: String?

    func validate() throws { try FileName.check(write) }

    func run() throws {
        let found = BenchDetection()
        guard !found.devices.isEmpty else {
            StandardOutput.shared.write("no device of a bench is plugged in\n")
            return try CommandStatus.nothingShown.leave()
        }
        var lines: [String] = []
        for device in found.devices {
            lines += Paragraph.lines("  \(device.role): ", "\(device.port) (\(device.details))", indent: 4)
        }
        for doubt in found.doubts { lines += Paragraph.lines("  doubt: ", doubt, indent: 4) }
        for line in lines { StandardOutput.shared.write(line + "\n") }
        guard let write else { return }
        do throws(CommandError) {
            try UnfinishedFile.write(Array(RigFile.text(of: found.rig).utf8), to: write, .new, isShared: true)
        } catch {
            try CommandStatus.nothingShown.worsened(by: error).leave()
        }
        let next = "\(Program.command) check --rig \(write.asShellWord)"
        StandardOutput.shared.write("written; '\(next)' says what is missing\n")
    }
}
