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

            The whole capture is held in memory while it is imported. What was recognised and what is missing is \
            printed, and stands in the trace.

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
        let trace = try read()
        let output = self.output ?? file + ".trace.pcapng"
        var writer = TraceWriter()
        var bytes: [UInt8] = []
        var redactor = Redactor()
        for event in trace.events {
            if let event = redact ? redactor.receive(event) : event { writer.append(event, to: &bytes) }
        }
        do {
            try Files.write(bytes, to: output)
        } catch {
            throw .cannotWrite(output, error)
        }
        // Remarks name addresses, which is just what a redacted trace is not to tell.
        for remark in redact ? [] : trace.remarks { StandardOutput.shared.write(remark.escapedForDisplay + "\n") }
        StandardOutput.shared.write("wrote \(output.escapedForDisplay)\n")
        if let damage = trace.damage {
            throw CommandTrouble(
                what: "\(file) is damaged at \(damage); what stands before it was imported", remedy: nil)
        }
    }

    private func read() throws(CommandTrouble) -> ImportedTrace {
        do {
            let capture = try Files.open(file)
            defer { capture.close() }
            var importer = CaptureImporter()
            while true {
                guard let bytes = try capture.read(upTo: 1 << 18) else { continue }
                if bytes.isEmpty { break }
                try importer.receive(bytes[...])
            }
            return try importer.finish(program: "trammel \(Trammel.version)")
        } catch {
            throw CommandTrouble(what: "\(file) is not imported: \(error)", remedy: nil)
        }
    }
}
