public import Evidence
public import Ground
public import RigKit

/// The options of a live replay, shared by both parts of a recorded run.
public struct LiveReplayOptions {
    /// The rig with all overrides applied.
    public let rig: Rig
    /// The overrides as given.
    public let overrides: RigOverrides
    /// The seed of a simulated rig's random values; nil for the recorded one.
    public let seed: UInt64?
    /// The divisor of the recorded delays.
    public let speed: Double
    /// The number of the last recorded frame to play; nil for all of them.
    public let until: Int?
    /// The number of rounds to play.
    public let rounds: Int
    /// The folder for the runs' traces, journals and verdicts; nil to keep nothing.
    public let output: String?
    public let trace: TraceKeeping
    /// The time that an answer may take beyond the recorded time.
    public let patience: Lapse
    public let isVerbose: Bool
    /// The accessory to play if the trace has several; for `accessory` only.
    public let accessory: String?
    /// The adapter that plays the accessory instead of the rig's, such as `hci1`; for `accessory` only.
    public let adapter: String?

    public init(
        rig: Rig, overrides: RigOverrides, seed: UInt64?, speed: Double, until: Int?, rounds: Int, output: String?,
        trace: TraceKeeping, patience: Lapse, isVerbose: Bool, accessory: String?, adapter: String?
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
