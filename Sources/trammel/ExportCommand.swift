import ArgumentParser
import Ground
import Importing
import Recordings
import Reports

/// Writes a trace for other programs.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the Bluetooth packets of a trace as btsnoop, for other programs.",
        discussion: """
            TRACE is a trace, or the folder of a run. Where the trace has what the kernel saw, that is written; \
            otherwise HCI packets that are composed around its frames, as the trace itself shows them.

            Exit status: 0 written, 3 the trace cannot be read to its end, or has no Bluetooth, 64 usage.
            """)

    @Argument(help: ArgumentHelp("A trace, or the folder of a run.", valueName: "trace"))
    var trace: String

    @Option(help: ArgumentHelp("Write a btsnoop file of HCI packets (data link 1002).", valueName: "file"))
    var btsnoop: String

    @Flag(help: "Replace addresses, names, keys, session ids and contents, so that the file can be shared.")
    var redact = false

    func validate() throws { try NewFile.check(btsnoop) }

    func run() throws {
        do throws(CommandTrouble) {
            try export()
        } catch {
            try CommandStatus.passed.worsened(by: error).leave()
        }
    }

    private func export() throws(CommandTrouble) {
        var export = BtsnoopExport()
        var redactor = Redactor()
        try ShownTrace(trace).read { event in
            if let event = redact ? redactor.receive(event) : event { export.receive(event) }
        }
        let outcome = export.finish()
        guard outcome.packets > 0 else {
            throw CommandTrouble(what: "\(trace) has no Bluetooth packet that btsnoop can hold", remedy: nil)
        }
        do {
            try Files.write(outcome.file, to: btsnoop)
        } catch {
            throw .cannotWrite(btsnoop, error)
        }
        let origin = outcome.isAsSeen ? "as they were seen" : "composed around the frames"
        StandardOutput.shared.write("wrote \(btsnoop.escapedForDisplay): \(outcome.packets) packets, \(origin)\n")
        if outcome.leftOut > 0 {
            StandardOutput.shared.write("left out \(outcome.leftOut) records that this form of btsnoop cannot hold\n")
        }
    }
}
