import ArgumentParser
import Captures
import Evidence
import Ground
import Recordings
import Reports
import Runs

/// Exports a trace for other programs.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the Bluetooth packets of a trace as btsnoop, for other programs.",
        discussion: """
            TRACE is a trace, or the folder of a run. If the trace has the kernel's packets, those are written; \
            otherwise HCI packets are composed around its frames, as the trace itself shows them. Packets of several \
            controllers are written in btmon's format, which distinguishes them. The kernel's packets contain the keys \
            of its links: only the owner can read the file, and --redact leaves such packets out.

              trammel export results/001-fullFlow-seed1 --btsnoop door.log

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
        do throws(CommandError) {
            try TraceExport(of: trace, to: btsnoop, isRedacting: redact).perform()
        } catch {
            try CommandStatus.passed.worsened(by: error).leave()
        }
    }
}
