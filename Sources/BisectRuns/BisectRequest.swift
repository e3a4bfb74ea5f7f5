public import Bisecting
public import Evidence
public import Ground
public import Runs
public import ScenarioKit

/// What one `trammel bisect` is asked to do.
public struct BisectRequest {
    /// From where the versions come.
    public enum Source {
        /// Names: for the command that builds, or, without one, the paths of firmware files.
        case names([String])
        case git(GitVersions)
    }

    /// With what a version is played: the rig with what the command that writes put into it.
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
    /// The command that builds a version; nil where the versions are firmware files.
    public var build: (command: String, limit: Span)?
    /// The command that writes a firmware into the accessory.
    public var flash: (command: String, limit: Span)
    /// One round plays each of them once.
    public var scenarios: [Scenario]
    /// The scenario that reads which firmware runs; nil where the rig cannot play it.
    public var identifying: Scenario?
    /// The rig, with the ports replaced that the command that writes names.
    public var bench: (_ ports: [String]) throws(CommandTrouble) -> Bench
    /// The output folder.
    public var folder: String
    public var resumes: Bool
    public var trace: TraceKeeping
    /// How many runs are played at once.
    public var jobs: Int

    public init(
        source: Source, settings: BisectSettings, target: BisectSearch.Target, mostRounds: Int,
        build: (command: String, limit: Span)?, flash: (command: String, limit: Span), scenarios: [Scenario],
        identifying: Scenario?, bench: @escaping (_ ports: [String]) throws(CommandTrouble) -> Bench, folder: String,
        resumes: Bool, trace: TraceKeeping, jobs: Int
    ) {
        (self.source, self.settings, self.target, self.mostRounds) = (source, settings, target, mostRounds)
        (self.build, self.flash, self.scenarios) = (build, flash, scenarios)
        (self.identifying, self.bench, self.folder) = (identifying, bench, folder)
        (self.resumes, self.trace, self.jobs) = (resumes, trace, jobs)
    }

    /// The versions by which the commands know them, the good end first.
    var versions: [String] {
        switch source {
        case .names(let names): names
        case .git(let git): git.commits.map(\.hash)
        }
    }

    /// A version for people.
    func title(of version: Int) -> String {
        switch source {
        case .names(let names): names[version]
        case .git(let git): "\(git.commits[version].hash.prefix(12)) (\(git.commits[version].subject.shown(72)))"
        }
    }
}

/// The variables in which the commands find what they are about, besides `TRAMMEL_FIRMWARE`.
public enum BisectVariable {
    /// The version's name.
    public static let version = "TRAMMEL_VERSION"
    /// The folder with the version's source; with a git repository only.
    public static let source = "TRAMMEL_SOURCE"
    /// A file into which the command that writes may put ports of the rig, as `--port` takes them, a line each.
    public static let ports = "TRAMMEL_PORTS"
}
