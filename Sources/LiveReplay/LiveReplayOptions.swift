public import Evidence
public import Ground
public import RigKit

/// How a trace is played against a live bench: what both parts of a recorded run are asked for.
public struct LiveReplayOptions {
    /// The rig with all replacements made.
    public let rig: Rig
    /// Those replacements as they were given.
    public let overrides: RigOverrides
    /// The number from which the chance of a simulated rig comes; nil for the recorded one.
    public let seed: UInt64?
    /// The recorded delays are divided by this.
    public let speed: Double
    /// The last recorded frame that is played; nil for all of them.
    public let until: Int?
    /// How many times it is played.
    public let rounds: Int
    /// A folder for the runs' traces, journals and verdicts; nil when nothing is kept.
    public let output: String?
    public let trace: TraceKeeping
    /// How much longer than recorded an answer may take.
    public let patience: Span
    public let isVerbose: Bool
    /// Which accessory of the trace is played, where it has several; for `accessory` alone.
    public let accessory: String?
    /// The adapter that plays the accessory instead of the rig's, such as `hci1`; for `accessory` alone.
    public let adapter: String?

    public init(
        rig: Rig, overrides: RigOverrides, seed: UInt64?, speed: Double, until: Int?, rounds: Int, output: String?,
        trace: TraceKeeping, patience: Span, isVerbose: Bool, accessory: String?, adapter: String?
    ) {
        self.rig = rig
        self.overrides = overrides
        self.seed = seed
        self.speed = speed
        self.until = until
        self.rounds = rounds
        self.output = output
        self.trace = trace
        self.patience = patience
        self.isVerbose = isVerbose
        self.accessory = accessory
        self.adapter = adapter
    }
}
