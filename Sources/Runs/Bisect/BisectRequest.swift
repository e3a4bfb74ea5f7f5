public import Evidence
public import Ground
public import ScenarioKit
public import Statistics

/// The request of a `trammel bisect` command.
public struct BisectRequest {
    /// The source of the versions.
    public enum Source {
        /// Names for the build command or, without one, the paths of firmware files.
        case names([String])
        case git(GitVersions)
    }

    /// The bench for a version: the rig with the ports set by the flash command.
    public struct Bench {
        public let overrides: RigOverrides
        public let plan: RunPlan
        public let players: RunPlayers

        public init(overrides: RigOverrides, plan: RunPlan, players: RunPlayers) {
            (self.overrides, self.plan, self.players) = (overrides, plan, players)
        }
    }

    public var source: Source
    public var settings: BisectSettings
    public var target: BisectSearch.Target
    public var mostRounds: Int
    /// The command that builds a version; nil if the versions are firmware files.
    public var build: (command: String, limit: Lapse)?
    /// The command that writes a firmware into the accessory.
    public var flash: FlashCommand
    /// The scenarios, each of which is played once per round.
    public var scenarios: [Scenario]
    /// The scenario that reads the firmware's identity; nil if the rig cannot play it.
    public var identifying: Scenario?
    /// Returns the bench with the ports that the flash command named.
    public var bench: (_ ports: [String]) throws(CommandError) -> Bench
    /// The output folder.
    public var folder: String
    public var resumes: Bool
    public var trace: TraceKeeping
    /// The number of runs played in parallel.
    public var jobs: Int

    public init(
        source: Source, settings: BisectSettings, target: BisectSearch.Target, mostRounds: Int,
        build: (command: String, limit: Lapse)?, flash: FlashCommand, scenarios: [Scenario],
        identifying: Scenario?, bench: @escaping (_ ports: [String]) throws(CommandError) -> Bench, folder: String,
        resumes: Bool, trace: TraceKeeping, jobs: Int
    ) {
        (self.source, self.settings, self.target, self.mostRounds) = (source, settings, target, mostRounds)
        (self.build, self.flash, self.scenarios) = (build, flash, scenarios)
        (self.identifying, self.bench, self.folder) = (identifying, bench, folder)
        (self.resumes, self.trace, self.jobs) = (resumes, trace, jobs)
    }

    /// The versions as the commands identify them, the good end first.
    var versions: [String] {
        switch source {
        case .names(let names): names
        case .git(let git): git.commits.map(\.hash)
        }
    }

    /// Returns a version's name for people.
    func title(of version: Int) -> String {
        switch source {
        case .names(let names): names[version]
        case .git(let git): "\(git.commits[version].hash.prefix(12)) (\(git.commits[version].subject.shown(72)))"
        }
    }
}

/// The environment variables of the commands, in addition to `TRAMMEL_FIRMWARE`.
public enum BisectVariable {
    /// The version's name.
    public static let version = "TRAMMEL_VERSION"
    /// The folder with the version's source, with a git repository only.
    public static let source = "TRAMMEL_SOURCE"
    /// A file to which the flash command may write ports of the rig as `--port` takes them, one per line.
    public static let ports = "TRAMMEL_PORTS"
}
