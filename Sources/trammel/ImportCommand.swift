import ArgumentParser
import Ground
import Importing
import Recordings
import Reports
import System

/// Turns a capture that somebody else made into a trace.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Turn a capture that somebody else made into a trace.",
        discussion: """
            FILE is btsnoop (Android's HCI log, or btmon's), Apple PacketLogger, pcap or pcapng with Bluetooth HCI or \
            UCI, or a text log of the Qorvo command line; what it is, its bytes say and not its name. Link-layer \
            sniffs are refused.

            The capture is read twice and never held in memory: a trace begins with its accessories, and who they are \
            shows only at the end. What was recognised and what is missing is printed, and stands in the trace.

            Exit status: 0 imported, 3 refused, or damaged: then everything before the damage was imported, 64 usage.
            """)

    @Argument(help: ArgumentHelp("The capture.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("Where the trace goes; by default beside the capture.", valueName: "trace"))
    var output: String?

    @Flag(help: "Replace addresses, names, keys, session ids and contents, so that the trace can be shared.")
    var redact = false

    func validate() throws { try NewFile.check(output ?? file + ".trace.pcapng") }

    func run() throws {
        do throws(CommandTrouble) {
            try importFile()
        } catch {
            try CommandStatus.passed.worsened(by: error).leave()
        }
    }

    private func importFile() throws(CommandTrouble) {
        let plan = try survey()
        let output = self.output ?? file + ".trace.pcapng"
        let trace = try UnfinishedFile(output)
        try write(plan, to: trace)
        try trace.finish()
        // Remarks name addresses, which is just what a redacted trace is not to tell.
        for remark in redact ? [] : plan.remarks { StandardOutput.shared.write(remark.escapedForDisplay + "\n") }
        StandardOutput.shared.write("wrote \(output.escapedForDisplay)\n")
        if let damage = plan.damage {
            throw CommandTrouble(
                what: "\(file) is damaged at \(damage); what stands before it was imported", remedy: nil)
        }
    }

    private func survey() throws(CommandTrouble) -> ImportPlan {
        do {
            var survey = CaptureSurvey()
            try readFile { piece throws(ImportRefusal) in try survey.receive(piece) }
            return try survey.finish()
        } catch {
            throw refused(error)
        }
    }

    private func write(_ plan: ImportPlan, to trace: UnfinishedFile) throws(CommandTrouble) {
        var writer = TraceWriter()
        var redactor = Redactor()
        func append(_ events: [TraceEvent]) throws(CommandTrouble) {
            var bytes: [UInt8] = []
            for event in events {
                if let event = redact ? redactor.receive(event) : event { writer.append(event, to: &bytes) }
            }
            try trace.append(bytes)
        }
        do {
            var capture = CaptureImport(plan, program: "trammel \(Trammel.version)")
            try append(capture.beginning)
            try readFile { piece in try append(try capture.receive(piece)) }
            try append(try capture.finish())
        } catch let trouble as CommandTrouble {
            throw trouble
        } catch {
            throw refused(error)
        }
    }

    private func readFile(_ take: (ArraySlice<UInt8>) throws -> Void) throws {
        let capture = try Files.open(file)
        defer { capture.close() }
        while true {
            guard let bytes = try capture.read(upTo: 1 << 18) else { continue }
            if bytes.isEmpty { return }
            try take(bytes[...])
        }
    }

    private func refused(_ error: any Error) -> CommandTrouble {
        CommandTrouble(what: "\(file) is not imported: \(error)", remedy: nil)
    }
}
