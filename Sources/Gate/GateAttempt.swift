public import GateKit
public import Journal

/// A run that a gate started, as the judge counts it: the task, its circumstances, its result and its evidence.
public struct GateAttempt: Hashable, Sendable {
    public let task: GateTask
    public let context: GateContext
    public let verdict: VerdictKind
    /// The key of a failed run's failure (gate.md, section 3.3): 64 hexadecimal digits.
    public let failureKey: String?
    /// For a run without a verdict on the accessory, the evidence that the rig was at fault; nil if there is none.
    public let witness: String?
    public let measured: [GateMeasurement]
    /// Whether the verdict rests on a person's answer to a prompt.
    public let byOperator: Bool
    /// Whether the failure assumes that a device of the rig can hear, because no reference showed it.
    public let isAssumed: Bool
    /// The run's folder, relative to the gate's.
    public let folder: String
    /// The SHA-256 of the folder's manifest, as hexadecimal digits.
    public let manifest: String

    public init(
        _ task: GateTask, in context: GateContext, verdict: VerdictKind, failureKey: String? = nil,
        witness: String? = nil, measured: [GateMeasurement] = [], byOperator: Bool = false, isAssumed: Bool = false,
        folder: String, manifest: String
    ) {
        (self.task, self.context, self.verdict) = (task, context, verdict)
        (self.failureKey, self.witness, self.measured) = (failureKey, witness, measured)
        (self.byOperator, self.isAssumed) = (byOperator, isAssumed)
        (self.folder, self.manifest) = (folder, manifest)
    }

    /// The number of the run in the whole gate.
    public var ordinal: Int { task.ordinal }
}

/// The circumstances of a run in a gate.
public struct GateContext: Hashable, Sendable {
    /// The number of the power cycle within the gate. Runs within one power cycle of one unit are not independent.
    public let powerCycle: Int
    /// The unit's serial number or name.
    public let unit: String
    /// The bench's fingerprint.
    public let bench: String
    public let stage: GateStage
    /// The identity level of the firmware at the last reading before the run.
    public let identity: IdentityLevel

    public init(powerCycle: Int, unit: String, bench: String, stage: GateStage, identity: IdentityLevel) {
        (self.powerCycle, self.unit, self.bench) = (powerCycle, unit, bench)
        (self.stage, self.identity) = (stage, identity)
    }
}

/// The firmware that ran: the one to be released, or the one it is compared with.
public enum GateSide: String, Codable, Hashable, Sendable, CaseIterable {
    case candidate, baseline
}

/// The kind of bench a run was played on, which limits what the run can prove (gate.md, section 1.1).
public struct GateStage: Codable, Hashable, Sendable {
    /// Whether one seed gives one journal, byte for byte, so that repeating a seed is not a new trial.
    public let isDeterministic: Bool
    /// Whether the accessory's own firmware ran; without it a run is a rehearsal.
    public let hasOwnFirmware: Bool

    public init(isDeterministic: Bool, hasOwnFirmware: Bool) {
        self.isDeterministic = isDeterministic
        self.hasOwnFirmware = hasOwnFirmware
    }

    public static let hardware = GateStage(isDeterministic: false, hasOwnFirmware: true)
    public static let simulated = GateStage(isDeterministic: true, hasOwnFirmware: false)
    public static let virtual = GateStage(isDeterministic: false, hasOwnFirmware: false)
}

/// A quantity measured in a run, with one value per run.
public struct GateMeasurement: Codable, Hashable, Sendable {
    public let name: String
    /// The value in whole units; nil if the event never occurred, which counts as greater than any value.
    public let value: Int64?
    public let unit: Quantity.WrittenUnit

    public init(_ name: String, _ value: Int64?, _ unit: Quantity.WrittenUnit) {
        self.name = name
        self.value = value
        self.unit = unit
    }
}
