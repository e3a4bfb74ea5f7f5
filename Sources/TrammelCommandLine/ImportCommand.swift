import ArgumentParser
import Captures
import Evidence
import Ground
import NearbyInteraction
import OperatingSystem
import Recordings
import Reports
import Runs

/// Converts another program's capture to a trace.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Convert another program's capture to a trace.",
        usage: "trammel import <file> [<options>]",
        discussion: """
            FILE is btsnoop (Android's HCI log, or btmon's), Apple PacketLogger, pcap or pcapng with Bluetooth HCI or \
            UCI, or a text log of the Qorvo command line. Its format is recognised by its bytes, not by its name. \
            Link-layer sniffs are refused.

            The capture is read twice and never held in memory, because a trace begins with its accessories, which are \
            known only at the end. Input from a pipe (FILE may be -) is kept in a temporary file. A summary of what \
            was recognised and what is missing is printed, and is in the trace too.

            With --redact, FILE may also be a trace of this program, or the folder of a run. A redacted trace can be \
            shown, compared and exported; it cannot be replayed, because the phone's decisions are no longer in it.

              trammel import btsnoop_hci.log --output door.pcapng --accessory door

            Exit status: 0 imported, 3 refused, or damaged (then everything before the damage was imported), 64 usage.
            """)

    @Argument(help: ArgumentHelp("The capture.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("The trace to write; by default beside the capture.", valueName: "trace"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The scenarios' name for the accessory in the capture; once for each of several.",
            valueName: "name"))
    var accessory: [String] = []

    @Option(help: ArgumentHelp(.channel, valueName: "fields"), transform: { try OwnChannel.parse($0) })
    var channel: DataChannelProfile?

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
        do throws(CommandError) {
            try TraceImport(
                file: file, target: target, accessories: accessory.map { AccessoryName($0) }, channel: channel,
                isRedacting: redact
            ).perform()
        } catch {
            try CommandStatus.passed.worsened(by: error).leave()
        }
    }
}
