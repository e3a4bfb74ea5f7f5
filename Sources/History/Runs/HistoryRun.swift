public import Ground
public import Journal
public import Vocabulary

/// A run in the history: what was played, the result, and the measurements.
///
/// All numbers are whole numbers in the units of `verdict.json` (section 7.2 of the fact sheet on gates).
public struct HistoryRun: Hashable, Sendable {
    /// Identifies this run: the hash of its manifest, or of `verdict.json` if it has none.
    public let manifest: ContentHash
    /// The hash of `verdict.json` itself.
    public let document: ContentHash
    /// The path of its folder, from the root.
    public let folder: String
    public let scenario: TestedScenario
    public let firmware: TestedFirmware
    /// The identity level of the firmware: `proved`, `flashed`, `claimed`, `unknown` or `contradicted`.
    public let identity: String
    public let bench: UsedBench
    /// The accessory's serial number or address; empty if unknown.
    public let unit: String
    public let seed: UInt64
    /// Its place in its series, counted from 1; 0 if it has none.
    public let ordinal: Int64
    /// By the wall clock, in nanoseconds since 1970; 0 if unknown.
    public let started: Int64
    /// In nanoseconds of rig time.
    public let elapsed: Int64
    public let verdict: VerdictKind
    /// Why it did not pass, truncated; empty for a pass.
    public let reason: String
    /// The key of its first failure; nil if nothing failed.
    public let failure: SeenFailure?
    /// The gate that it belongs to, by the hash of its record's first line; empty for none.
    public let gate: String
    /// The accessory's power cycle, counted from 1; 0 if unknown.
    public let powerCycle: Int64
    /// The part of the rig that shows that the rig was at fault; empty if none does.
    public let witness: String
    public let measurements: [RunMeasurement]
    /// True for a run that exists only in a store: its folder is gone, or contains another run.
    public let isGone: Bool

    public init(
        manifest: ContentHash, document: ContentHash, folder: String, scenario: TestedScenario,
        firmware: TestedFirmware, identity: String, bench: UsedBench, unit: String = "", seed: UInt64,
        ordinal: Int64, started: Int64, elapsed: Int64, verdict: VerdictKind, reason: String = "",
        failure: SeenFailure? = nil, gate: String = "", powerCycle: Int64 = 0, witness: String = "",
        measurements: [RunMeasurement] = [], isGone: Bool = false
    ) {
        (self.manifest, self.document, self.folder) = (manifest, document, folder)
        (self.scenario, self.firmware, self.identity, self.bench, self.unit) =
            (scenario, firmware, identity, bench, unit)
        (self.seed, self.ordinal, self.started, self.elapsed) = (seed, ordinal, started, elapsed)
        (self.verdict, self.reason, self.failure, self.gate) = (verdict, reason, failure, gate)
        (self.powerCycle, self.witness, self.measurements, self.isGone) = (powerCycle, witness, measurements, isGone)
    }
}

/// A scenario by its name and its content.
public struct TestedScenario: Hashable, Sendable {
    public let name: String
    /// The hash of its content; empty if unknown.
    public let hash: String
    public let file: String

    public init(name: String, hash: String, file: String) {
        (self.name, self.hash, self.file) = (name, hash, file)
    }
}

/// A firmware by the hash of its file.
public struct TestedFirmware: Hashable, Sendable {
    /// In 64 hexadecimal digits; empty for runs that name no firmware.
    public let sha256: String
    /// The name of its file, or its version.
    public let name: String

    public init(sha256: String, name: String) { (self.sha256, self.name) = (sha256, name) }

    /// For runs that name no firmware.
    public static let unnamed = TestedFirmware(sha256: "", name: "")
}

/// A failure by its key: what was expected and seen, without anything that differs from run to run.
public struct SeenFailure: Hashable, Sendable {
    /// In 64 hexadecimal digits (section 3.3 of the fact sheet on gates).
    public let key: String
    public let code: String
    public let expected: String
    public let seen: String

    public init(key: String, code: String, expected: String, seen: String) {
        (self.key, self.code, self.expected, self.seen) = (key, code, expected, seen)
    }
}

/// One quantity of one run: values within a run are not independent, so three numbers represent all of them.
public struct RunMeasurement: Hashable, Sendable {
    public let quantity: String
    public let unit: Quantity.WrittenUnit
    /// The largest one: of a time, the slowest.
    public let largest: Int64
    /// The middle one, and the 95th percentile, by nearest rank.
    public let middle: Int64
    public let high: Int64
    /// The number of values.
    public let times: Int64
    /// The smallest limit that applied to one of them; nil for none.
    public let limit: Int64?

    public init(
        quantity: String, unit: Quantity.WrittenUnit, largest: Int64, middle: Int64, high: Int64, times: Int64,
        limit: Int64? = nil
    ) {
        (self.quantity, self.unit, self.largest) = (quantity, unit, largest)
        (self.middle, self.high, self.times, self.limit) = (middle, high, times, limit)
    }
}
