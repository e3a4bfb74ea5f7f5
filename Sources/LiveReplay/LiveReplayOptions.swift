import Ground
import Journal
import Reports
import RigKit

/// Which part of a recorded run a live replay takes.
enum ReplayPart: String, CaseIterable {
    case phone
    case accessory
}

/// How a trace is played against a live bench: what both parts of a recorded run are asked for.
struct LiveReplayOptions {
    /// The rig with all replacements made.
    let rig: Rig
    /// Those replacements as they were given.
    let overrides: RigOverrides
    /// Whether a virtual rig is brought up on this very machine.
    let isOnThisMachine: Bool
    /// The number from which the chance of a simulated rig comes; nil for the recorded one.
    let seed: UInt64?
    /// The recorded delays are divided by this.
    let speed: Double
    /// The last recorded frame that is played; nil for all of them.
    let until: Int?
    /// How many times it is played.
    let rounds: Int
    /// A folder for the runs' traces, journals and verdicts; nil when nothing is kept.
    let output: String?
    let trace: TraceOptions
    /// How much longer than recorded an answer may take.
    let patience: Span
    let isVerbose: Bool
    /// The scenario that is to judge instead of the recorded one, by its name.
    let scenario: String?
    /// The folder below which that scenario finds its association files.
    let associations: String
    /// Which accessory of the trace is played, where it has several; for `accessory` alone.
    let accessory: String?
    /// The adapter that plays the accessory instead of the rig's, such as `hci1`; for `accessory` alone.
    let adapter: String?

    /// Whether the bench lives in a machine of its own, in which this program is to be started once more.
    var wantsMachine: Bool { rig.kind == .virtual && !isOnThisMachine }

    /// The same command in that machine, behind the trace's absolute path; `folder` is the output folder's.
    func words(playing trace: String, as part: ReplayPart, output folder: String?) -> [String] {
        var words = ["replay", trace, "--as", part.rawValue, "--rig", rig.name, "--no-vm"]
        words += overrides.words
        if let seed { words += ["--seed", "\(seed)"] }
        if let until { words += ["--until", "\(until)"] }
        words += ["--speed", "\(speed)", "--repeat", "\(rounds)", "--patience", "\(patience.seconds)"]
        if let folder { words += ["--output", folder] + self.trace.words }
        if let scenario {
            words += ["--scenario", scenario]
            if let folder = Files.absolute(associations) { words += ["--associations", folder] }
        }
        if let accessory { words += ["--accessory", accessory] }
        if let adapter { words += ["--adapter", adapter] }
        if isVerbose { words.append("--verbose") }
        return words
    }

    /// Plays the trace in a machine of its own and returns the exit status; for rigs that want one.
    func playInMachine(_ trace: String, as part: ReplayPart) -> Int32 {
        do throws(CommandTrouble) {
            guard let path = Files.absolute(trace) else {
                throw CommandTrouble(what: "\(trace) cannot be read: there is no such file or folder", remedy: nil)
            }
            // The machine sees this computer's files; only where it writes must be shared.
            var folder: String?
            if let output {
                _ = try Evidence(
                    in: output, options: self.trace, of: "replay", with: Provenance(of: rig, with: overrides))
                folder = Files.absolute(output)
            }
            return try OwnMachine.run(
                words(playing: path, as: part, output: folder), claiming: folder)
        } catch {
            return CommandStatus.nothingShown.worsened(by: error).rawValue
        }
    }
}
