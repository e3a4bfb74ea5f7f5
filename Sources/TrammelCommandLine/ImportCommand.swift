import ArgumentParser
import Evidence
import Ground
import Importing
import OperatingSystem
import Recordings
import Reports
import Terminal
import TraceTools

/// Converts another program's capture to a trace.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Turn a capture that somebody else made into a trace.",
        discussion: """
            FILE is btsnoop (Android's HCI log, or btmon's), Apple PacketLogger, pcap or pcapng with Bluetooth HCI or \
            UCI, or a text log of the Qorvo command line; what it is, its bytes say and not its name. Link-layer \
            sniffs are refused.

            The capture is read twice and never held in memory: a trace begins with its accessories, and who they are \
            shows only at the end. What comes from a pipe (FILE may be -) is kept in a temporary file. What \
            was recognised and what is missing is printed, and stands in the trace.

            With --redact FILE may also be a trace of this program, or the folder of a run. What is redacted can be \
            shown, compared and exported; it cannot be played again, since what the phone decided is not in it any more.

            Exit status: 0 imported, 3 refused, or damaged: then everything before the damage was imported, 64 usage.
            """)

    @Argument(help: ArgumentHelp("The capture.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("Where the trace goes; by default beside the capture.", valueName: "trace"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "What the accessory in the capture is called in scenarios; once for each of several.",
            valueName: "name"))
    var accessory: [String] = []

    @Flag(help: "Replace addresses, names, keys, session ids and contents, so that the trace can be shared.")
    var redact = false

    func validate() throws {
        if output == nil, CaptureFile.isPipe(file) {
            throw ValidationError("Name the trace with --output: a capture from a pipe has no folder.")
        }
        try FileName.check(target)
        guard Set(accessory).count == accessory.count else {
            throw ValidationError("--accessory names each accessory once.")
        }
    }

    /// The path of the trace.
    private var target: String {
        if let output { return output }
        var path = file
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path + (redact ? ".redacted.pcapng" : ".trace.pcapng")
    }

    func run() throws {
        do throws(CommandTrouble) {
            try TraceImport(
                file: file, target: target, accessories: accessory.map { AccessoryName($0) }, isRedacting: redact
            ).perform()
        } catch {
            try CommandStatus.passed.worsened(by: error).leave()
        }
    }
}
