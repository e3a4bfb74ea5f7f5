import Evidence
import Journal
import Reports
import RigKit
import Runs

/// The part of a recorded run that a live replay plays.
public enum ReplayPart: String, CaseIterable {
    case phone
    case accessory
}

/// A live replay as requested on the command line.
public struct LiveReplayRequest {
    public let options: LiveReplayOptions
    /// Whether a virtual rig is brought up on this machine itself.
    public let isOnThisMachine: Bool
    /// The name of a scenario that judges instead of the recorded one.
    public let scenario: String?
    /// The folder below which that scenario finds its association files.
    public let associations: String

    public init(options: LiveReplayOptions, isOnThisMachine: Bool, scenario: String?, associations: String) {
        self.options = options
        self.isOnThisMachine = isOnThisMachine
        self.scenario = scenario
        self.associations = associations
    }

    /// Whether the bench needs a virtual machine, in which this program is started a second time.
    public var wantsMachine: Bool { options.rig.kind == .virtual && !isOnThisMachine }

    /// The arguments of the same command in that machine, where the trace has an absolute path and the output folder
    /// is `folder`.
    func words(playing trace: String, as part: ReplayPart, output folder: String?) -> [String] {
        var words = ["replay", trace, "--as", part.rawValue, "--rig", options.rig.name, "--no-vm"]
        words += options.overrides.words
        if let seed = options.seed { words += ["--seed", "\(seed)"] }
        if let until = options.until { words += ["--until", "\(until)"] }
        words += ["--speed", "\(options.speed)", "--repeat", "\(options.rounds)"]
        words += ["--patience", "\(options.patience.seconds)"]
        if let folder { words += ["--output", folder] + options.trace.words }
        if let scenario {
            words += ["--scenario", scenario]
            if let folder = Files.absolute(associations) { words += ["--associations", folder] }
        }
        if let accessory = options.accessory { words += ["--accessory", accessory] }
        if let adapter = options.adapter { words += ["--adapter", adapter] }
        if options.isVerbose { words.append("--verbose") }
        return words
    }

    /// Plays the trace in a separate machine and returns the exit status; for rigs that need one.
    public func playInMachine(_ trace: String, as part: ReplayPart) -> Int32 {
        do throws(CommandError) {
            guard let path = Files.absolute(trace) else {
                throw CommandError(what: "\(trace) cannot be read: there is no such file or folder", remedy: nil)
            }
            // The machine sees this computer's files; only the folder it writes to must be shared.
            var folder: String?
            if let output = options.output {
                let provenance = Provenance(of: options.rig, with: options.overrides)
                _ = try EvidenceFolder(in: output, options: options.trace, of: "replay", with: provenance)
                folder = Files.absolute(output)
            }
            return try GuestLauncher.run(
                words(playing: path, as: part, output: folder), claiming: folder)
        } catch {
            return CommandStatus.nothingShown.worsened(by: error).rawValue
        }
    }
}
