import ArgumentParser
import Benches
import Evidence
import Ground
import Links
import NDEF
import OperatingSystem
import Phone
import Reports
import RigKit
import Runs
import ScenarioKit

/// The options for the bench and the tag of a tag command.
struct TagBenchOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The rig's tag to use; a tag held by hand needs no name.", valueName: "tag"))
    var tag: String?

    @OptionGroup var bench: BenchOptions

    @OptionGroup var locking: LockOptions

    @Option(help: ArgumentHelp("The time to wait for the tag, in seconds.", valueName: "seconds"))
    var within = 30

    @Flag(
        name: .customLong("no-vm"),
        help: "Bring up a virtual rig on this machine itself, which needs root and the kernel's modules.")
    var noVM = false

    func validate() throws {
        guard (1...86_400).contains(within) else { throw ValidationError("--within takes 1 to 86400 seconds.") }
        let rig = try bench.soundRig()
        guard rig.nfc != .none else { throw ValidationError("the rig \(rig.name) has no NFC reader.") }
        _ = try entry(on: rig)
    }

    /// Performs the operation on the rig; a fault of the rig ends the command with its status.
    func play(_ task: ReaderOperation.Task) throws -> TagVisit {
        let rig = try bench.soundRig()
        let lock = try locking.lock(rig)
        defer { withExtendedLifetime(lock) {} }
        Interruption.listen()
        do {
            return try TagVisit(
                task, tag: try entry(on: rig), on: rig, patience: .seconds(within), warn: Warning.tell,
                ask: { StandardOutput.error.write("Hold the tag to the reader, and leave it there.\n") })
        } catch let fault as RigFault {
            let trouble = CommandError(what: fault.what, remedy: fault.remedy)
            throw ExitCode(CommandStatus.nothingShown.worsened(by: trouble).rawValue)
        }
    }

    /// Runs the same command in its own virtual machine; returns nil if the rig needs none.
    func playInMachine(_ words: [String]) throws -> Int32? {
        let rig = try bench.soundRig()
        guard rig.kind == .virtual, !noVM else { return nil }
        var words = words
        if let tag { words.insert(tag, at: 2) }
        words += ["--rig", rig.name, "--no-vm", "--within", "\(within)"]
        words += bench.overrides.words
        do throws(CommandError) { return try GuestLauncher.run(words) } catch {
            return CommandStatus.nothingShown.worsened(by: error).rawValue
        }
    }

    /// Returns the tag that the bench itself presents; nil if a person holds it.
    private func entry(on rig: Rig) throws -> TagEntry? {
        if let tag {
            let known = rig.tags.map(\.name.rawValue)
            guard let entry = rig.tags.first(where: { $0.name.rawValue == tag }) else {
                let hint = suggestion(for: tag, in: known)
                throw ValidationError("the rig \(rig.name) has no tag \(tag.escapedForDisplay)\(hint)")
            }
            return entry.port == .hand ? nil : entry
        }
        let presented = rig.tags.filter { $0.port != .hand }
        guard presented.count > 1 else { return presented.first }
        let names = presented.map(\.name.rawValue).joined(separator: ", ")
        throw ValidationError("name a tag of the rig \(rig.name): \(names).")
    }
}
