import ArgumentParser
import Evidence
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
            otherwise HCI packets that are composed around its frames, as the trace itself shows them. Packets of \
            several controllers are written in the form of btmon, which tells them apart.

            Exit status: 0 written, 3 the trace cannot be read to its end, or has no Bluetooth, 64 usage.
            """)

    @Argument(help: ArgumentHelp("A trace, or the folder of a run.", valueName: "trace"))
    var trace: String

    @Option(help: ArgumentHelp("Write a btsnoop file (data link 1002 or 2001).", valueName: "file"))
    var btsnoop: String

    @Flag(help: "Replace addresses, names, keys, session ids and contents, so that the file can be shared.")
    var redact = false

    func validate() throws { try FileName.check(btsnoop) }

    func run() throws {
        do throws(CommandTrouble) {
            try export()
        } catch {
            try CommandStatus.passed.worsened(by: error).leave()
        }
    }

    private func export() throws(CommandTrouble) {
        var survey = BtsnoopExport.Survey()
        try read { survey.receive($0) }
        var export = survey.export
        let file = try UnfinishedFile(btsnoop)
        try file.append(export.header)
        var trouble: CommandTrouble?
        try read { event in
            let bytes = export.receive(event)
            guard !bytes.isEmpty, trouble == nil else { return }
            do throws(CommandTrouble) {
                try file.append(bytes)
            } catch {
                trouble = error
            }
        }
        if let trouble { throw trouble }
        guard export.packets > 0 else {
            throw CommandTrouble(what: "\(trace) has no Bluetooth packet that btsnoop can hold", remedy: nil)
        }
        try file.finish()
        let origin = export.isAsSeen ? "as they were seen" : "composed around the frames"
        StandardOutput.shared.write("wrote \(btsnoop.escapedForDisplay): \(export.packets) packets, \(origin)\n")
        if export.leftOut > 0 {
            StandardOutput.shared.write("left out \(export.leftOut) records that this form of btsnoop cannot hold\n")
        }
    }

    /// Hands over the events as they are to be written.
    private func read(_ take: (TraceEvent) -> Void) throws(CommandTrouble) {
        var redactor = Redactor()
        try ShownTrace(trace, tell: Doubt.tell(of:)).read { event in
            if let event = redact ? redactor.receive(event) : event { take(event) }
        }
    }
}
