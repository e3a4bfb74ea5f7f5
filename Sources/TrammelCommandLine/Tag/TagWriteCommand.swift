import ArgumentParser
import Benches
import Ground
import NDEF
import Phone
import Reports
import RigKit
import Runs
import TagRouting

/// Writes a message to a tag and reads it back.
struct TagWriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write", abstract: "Put a message on a Type 2 or Type 4 tag, and verify it by reading back.",
        usage: "trammel tag write [<tag>] [<options>]",
        discussion: """
            Records are written as in a rig's tags: --record uri:https://example.com/door --record text:en:Door \
            --record application:com.example.door; other kinds are poster, media, external, absolute and empty. A tag \
            that is locked, too small or not an NDEF tag is refused. So is one with contents that are not understood, \
            with a password or with unreadable lock bits, unless --force is given. A simulated tag forgets what was \
            written when the command ends.

              trammel tag write --rig deskBench --record uri:https://example.com/door

            Exit status: 0 written and verified, 1 refused or not verified, 3 the rig was at fault, 4 no tag came, 64 \
            usage, 75 another command has the bench.
            """)

    @OptionGroup var place: TagBenchOptions

    @Option(help: ArgumentHelp("A record; may be repeated, in the order on the tag.", valueName: "kind:data"))
    var record: [String] = []

    @Option(help: ArgumentHelp("The whole message in hexadecimal digits, valid or not.", valueName: "digits"))
    var message: String?

    @Flag(help: "Make the tag blank: an NDEF tag without a message.")
    var erase = false

    @Flag(help: "Overwrite contents that are not understood, and try pages that may refuse.")
    var force = false

    func validate() throws {
        let ways = [!record.isEmpty, message != nil, erase].count { $0 }
        guard ways == 1 else { throw ValidationError("Give one of --record, --message and --erase.") }
        _ = try bytes()
    }

    func run() throws {
        let bytes = try bytes()
        let words = ["--message", bytes.hex(separator: "")] + (force ? ["--force"] : [])
        let chosen = bytes.isEmpty ? ["--erase"] + words.dropFirst(2) : words
        if let status = try place.playInMachine(["tag", "write"] + chosen) { throw ExitCode(status) }
        let text = TagText(try place.play(.write(bytes, force: force)), router: TagRouter(apps: []))
        StandardOutput.shared.write(text.lines.map { $0 + "\n" }.joined())
        try text.status.leave()
    }

    private func bytes() throws -> [UInt8] {
        if erase { return [] }
        if let message {
            guard let bytes = [UInt8](hex: message), !bytes.isEmpty else {
                throw ValidationError("--message takes an even number of hexadecimal digits.")
            }
            return bytes
        }
        do {
            let records = try record.map { try TagRecord(text: $0) }
            return try NDEFMessage(modelled: records).encoded
        } catch let error as PortError {
            throw ValidationError("--record \(error)")
        } catch {
            throw ValidationError("--record: \(error)")
        }
    }
}
