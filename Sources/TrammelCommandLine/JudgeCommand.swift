import ArgumentParser
import Captures
import Diagnosis
import Evidence
import Ground
import NearbyInteraction
import Reports
import Runs
import Simulators
import Wording

/// Judges what a field capture shows by itself.
struct JudgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "judge", abstract: "Say what a field capture of a phone and an accessory shows by itself.",
        usage: "trammel judge <capture> [<options>]",
        discussion: """
            CAPTURE is what 'trammel import' accepts, such as a phone's HCI log, or a trace, or the folder of a run. \
            Checked without a scenario: lengths and fields of all messages, their order, answer times, the ATT_MTU, \
            subscriptions, refused writes and lost links, each with its code and frame. What the capture does not \
            show is listed as not judged. Defects of the zoo that show the same codes are named as likely causes.

            Finding nothing is no pass: a capture shows one session, and a suite plays hundreds.

              trammel judge btsnoop_hci.log
              trammel judge door.pcapng --channel 'service=1234,write=1235,notify=1236'

            Exit status: 0 no fault of an accessory, 1 an accessory violates the protocol, 3 refused or damaged, 4 \
            nothing was judged, 64 usage.
            """)

    @Argument(help: ArgumentHelp("The capture, a trace, or the folder of a run.", valueName: "capture"))
    var capture: String

    @Option(
        help: ArgumentHelp(
            "The scenarios' name for the accessory in the capture; once for each of several.", valueName: "name"))
    var accessory: [String] = []

    @Option(help: ArgumentHelp(.channel, valueName: "fields"), transform: { try OwnChannel.parse($0) })
    var channel: DataChannelProfile?

    @Flag(help: "Write one JSON document for other programs.")
    var json = false

    func run() throws {
        let status: CommandStatus
        do throws(CommandError) {
            let judgement = try CaptureJudgement(
                of: capture, accessories: accessory.map { AccessoryName($0) }, channel: channel)
            let matches = judgement.faults.isEmpty ? [] : Knowledge.shipped.defects(showing: judgement.codes)
            if json {
                let causes = matches.map { ($0.defect.rawValue, $0.share) }
                StandardOutput.shared.write(
                    String(decoding: judgement.json(causes: causes), as: UTF8.self))
            } else {
                let causes = matches.map { match in
                    Sentence.capturedCause(
                        String(match.defect.meaning.dropLast()), match.defect.source,
                        percent: Int((match.share * 100).rounded()))
                }
                for line in judgement.lines(causes: causes) { StandardOutput.shared.write(line + "\n") }
            }
            status = judgement.status
        } catch {
            status = CommandStatus.passed.worsened(by: error)
        }
        try status.leave()
    }
}

/// The option that describes a vendor's data channel.
enum OwnChannel {
    static func parse(_ text: String) throws -> DataChannelProfile {
        do {
            return try DataChannelProfile(text)
        } catch {
            throw ValidationError("--channel \"\(text.shown())\": \(error)".escapedForDisplay)
        }
    }
}

extension String {
    /// The help of `--channel`.
    static let channel = """
        The accessory's own data channel: service=1234,write=1235,notify=1236, then messages=initialize:A0 if its \
        message ids differ.
        """
}
