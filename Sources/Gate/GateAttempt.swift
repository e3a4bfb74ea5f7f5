public import GateKit
public import Journal

/// One run that a gate started, as it counts: which one it was, how it ended, and what it left.
///
/// The ordinal is given when the run starts, so that short runs cannot overtake long ones in the count.
public struct GateAttempt: Codable, Hashable, Sendable {
    /// Counted from 1 on, over the whole gate, baseline included.
    public let ordinal: Int
    public let side: GateSide
    public let scenario: String
    /// SHA-256 of the scenario's text, as hexadecimal digits.
    public let scenarioHash: String
    public let seed: UInt64
    public let verdict: VerdictKind
    /// For a failed run, what it failed with (gate.md, section 3.3): 64 hexadecimal digits.
    public let failureKey: String?
    /// For a run without a verdict on the accessory, what shows that it was the rig's fault; nil when nothing does.
    public let witness: String?
    public let measured: [GateMeasurement]
    /// The run's folder inside of the gate's.
    public let folder: String
    /// SHA-256 of the folder's manifest, as hexadecimal digits.
    public let manifest: String
    /// Counted over the gate; runs of one power cycle of one unit are no independent witnesses.
    public let powerCycle: Int
    /// The unit's serial number or name.
    public let unit: String
    /// The bench's fingerprint.
    public let bench: String
    public let stage: GateStage
    /// How well it was known which firmware ran, at the last reading before the run.
    public let identity: IdentityLevel
    /// Whether a person answered a prompt on which the verdict rests.
    public let byOperator: Bool

    public init(
        ordinal: Int, side: GateSide = .candidate, scenario: String, scenarioHash: String, seed: UInt64,
        verdict: VerdictKind, failureKey: String? = nil, witness: String? = nil, measured: [GateMeasurement] = [],
        folder: String, manifest: String, powerCycle: Int = 1, unit: String, bench: String, stage: GateStage,
        identity: IdentityLevel, byOperator: Bool = false
    ) {
        self.ordinal = ordinal
        self.side = side
        self.scenario = scenario
        self.scenarioHash = scenarioHash
        self.seed = seed
        self.verdict = verdict
        self.failureKey = failureKey
        self.witness = witness
        self.measured = measured
        self.folder = folder
        self.manifest = manifest
        self.powerCycle = powerCycle
        self.unit = unit
        self.bench = bench
        self.stage = stage
        self.identity = identity
        self.byOperator = byOperator
    }
}

/// Which firmware ran: the one that is to be released, or the one that it is compared with.
public enum GateSide: String, Codable, Hashable, Sendable, CaseIterable {
    case candidate, baseline
}

/// What a run can prove by where it was played (gate.md, section 1.1).
public struct GateStage: Codable, Hashable, Sendable {
    /// One seed gives one journal, byte for byte: the same seed again is no new trial.
    public let isDeterministic: Bool
    /// The accessory's own firmware ran; without it a run is a rehearsal.
    public let hasOwnFirmware: Bool

    public init(isDeterministic: Bool, hasOwnFirmware: Bool) {
        self.isDeterministic = isDeterministic
        self.hasOwnFirmware = hasOwnFirmware
    }

    public static let hardware = GateStage(isDeterministic: false, hasOwnFirmware: true)
    public static let simulated = GateStage(isDeterministic: true, hasOwnFirmware: false)
    public static let virtual = GateStage(isDeterministic: false, hasOwnFirmware: false)
}

/// A quantity that a run measured, one value a run.
public struct GateMeasurement: Codable, Hashable, Sendable {
    public let name: String
    /// In whole units; nil when it never came about, which counts as larger than any value.
    public let value: Int64?
    public let unit: Quantity.WrittenUnit

    public init(_ name: String, _ value: Int64?, _ unit: Quantity.WrittenUnit) {
        self.name = name
        self.value = value
        self.unit = unit
    }
}
