public import GRDB
import GateKit
public import Ground
public import Journal
public import Vocabulary

/// A run in the history: what was played, the result, and the measurements. It is a row of the table `run`.
///
/// All numbers are whole numbers in the units of `verdict.json` (section 7.2 of the fact sheet on gates).
public struct HistoryRun: Hashable, Sendable {
    /// The row's id; nil for a run that was not read from a store.
    private(set) var id: Int64?
    /// Identifies this run: the hash of its manifest, or of `verdict.json` if it has none.
    public let manifest: ContentHash
    /// The hash of `verdict.json` itself.
    public let document: ContentHash
    /// The path of its folder, from the root.
    public internal(set) var folder: String
    public let scenario: TestedScenario
    public let firmware: TestedFirmware
    /// The identity level of the firmware: `proved`, `flashed`, `claimed`, `unknown` or `contradicted`. A level
    /// that this version does not know counts as unknown.
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
    public internal(set) var isGone: Bool

    public init(
        manifest: ContentHash, document: ContentHash, folder: String, scenario: TestedScenario,
        firmware: TestedFirmware, identity: String, bench: UsedBench, unit: String = "", seed: UInt64,
        ordinal: Int64, started: Int64, elapsed: Int64, verdict: VerdictKind, reason: String = "",
        failure: SeenFailure? = nil, gate: String = "", powerCycle: Int64 = 0, witness: String = "",
        measurements: [RunMeasurement] = [], isGone: Bool = false
    ) {
        (self.manifest, self.document, self.folder) = (manifest, document, folder)
        (self.scenario, self.firmware, self.bench, self.unit) = (scenario, firmware, bench, unit)
        self.identity = (IdentityLevel(rawValue: identity) ?? .unknown).rawValue
        (self.seed, self.ordinal, self.started, self.elapsed) = (seed, ordinal, started, elapsed)
        (self.verdict, self.reason, self.failure, self.gate) = (verdict, reason, failure, gate)
        (self.powerCycle, self.witness, self.measurements, self.isGone) = (powerCycle, witness, measurements, isGone)
    }
}

extension HistoryRun: Codable {
    private enum CodingKeys: CodingKey {
        case id, manifest, document, folder, identity, unit, seed, ordinal, started, elapsed, verdict, reason, gate
        case powerCycle, witness, measurements, isGone
    }

    public init(from decoder: any Decoder) throws {
        (scenario, firmware) = (try TestedScenario(from: decoder), try TestedFirmware(from: decoder))
        (bench, failure) = (try UsedBench(from: decoder), try SeenFailure(ifPresentIn: decoder))
        let row = try decoder.container(keyedBy: CodingKeys.self)
        id = try row.decode(Int64.self, forKey: .id)
        manifest = try row.decode(ContentHash.self, forKey: .manifest)
        document = try row.decode(ContentHash.self, forKey: .document)
        folder = try row.decode(String.self, forKey: .folder)
        identity = try row.decode(String.self, forKey: .identity)
        unit = try row.decode(String.self, forKey: .unit)
        seed = UInt64(bitPattern: try row.decode(Int64.self, forKey: .seed))
        ordinal = try row.decode(Int64.self, forKey: .ordinal)
        started = try row.decode(Int64.self, forKey: .started)
        elapsed = try row.decode(Int64.self, forKey: .elapsed)
        verdict = try row.decode(VerdictKind.self, forKey: .verdict)
        reason = try row.decode(String.self, forKey: .reason)
        gate = try row.decode(String.self, forKey: .gate)
        powerCycle = try row.decode(Int64.self, forKey: .powerCycle)
        witness = try row.decode(String.self, forKey: .witness)
        // The table `measurement` has them, and not every question reads it.
        measurements = try row.decodeIfPresent([RunMeasurement].self, forKey: .measurements) ?? []
        isGone = try row.decode(Bool.self, forKey: .isGone)
    }

    public func encode(to encoder: any Encoder) throws {
        try scenario.encode(to: encoder)
        try firmware.encode(to: encoder)
        try bench.encode(to: encoder)
        try failure?.encode(to: encoder)
        var row = encoder.container(keyedBy: CodingKeys.self)
        try row.encode(manifest, forKey: .manifest)
        try row.encode(document, forKey: .document)
        try row.encode(folder, forKey: .folder)
        try row.encode(identity, forKey: .identity)
        try row.encode(unit, forKey: .unit)
        // SQLite's integers have a sign.
        try row.encode(Int64(bitPattern: seed), forKey: .seed)
        try row.encode(ordinal, forKey: .ordinal)
        try row.encode(started, forKey: .started)
        try row.encode(elapsed, forKey: .elapsed)
        try row.encode(verdict, forKey: .verdict)
        try row.encode(reason, forKey: .reason)
        try row.encode(gate, forKey: .gate)
        try row.encode(powerCycle, forKey: .powerCycle)
        try row.encode(witness, forKey: .witness)
        try row.encode(isGone, forKey: .isGone)
    }
}

extension HistoryRun: FetchableRecord, PersistableRecord {
    public static let databaseTableName = "run"
}

/// A scenario by its name and its content.
public struct TestedScenario: Hashable, Codable, Sendable {
    public let name: String
    /// The hash of its content; empty if unknown.
    public let hash: String
    public let file: String

    /// The columns, in every table and answer.
    private enum CodingKeys: String, CodingKey {
        case name = "scenario"
        case hash = "scenarioHash"
        case file = "scenarioFile"
    }

    public init(name: String, hash: String, file: String) {
        (self.name, self.hash, self.file) = (name, hash, file)
    }
}

/// A firmware by the hash of its file.
public struct TestedFirmware: Hashable, Codable, Sendable {
    /// In 64 hexadecimal digits; empty for runs that name no firmware.
    public let sha256: String
    /// The name of its file, or its version.
    public let name: String

    private enum CodingKeys: String, CodingKey {
        case sha256 = "firmwareHash"
        case name = "firmware"
    }

    public init(sha256: String, name: String) { (self.sha256, self.name) = (sha256, name) }

    /// For runs that name no firmware.
    public static let unnamed = TestedFirmware(sha256: "", name: "")
}

/// A failure by its key: what was expected and seen, without anything that differs from run to run.
public struct SeenFailure: Hashable, Codable, Sendable {
    /// In 64 hexadecimal digits (section 3.3 of the fact sheet on gates).
    public let key: String
    public let code: String
    public let expected: String
    public let seen: String

    private enum CodingKeys: String, CodingKey {
        case key = "failureKey"
        case code = "failureCode"
        case expected = "failureExpected"
        case seen = "failureSeen"
    }

    public init(key: String, code: String, expected: String, seen: String) {
        (self.key, self.code, self.expected, self.seen) = (key, code, expected, seen)
    }

    /// Reads the failure of a run; nil if nothing failed.
    init?(ifPresentIn decoder: any Decoder) throws {
        let row = try decoder.container(keyedBy: CodingKeys.self)
        guard try row.decodeIfPresent(String.self, forKey: .key) != nil else { return nil }
        try self.init(from: decoder)
    }
}

/// One quantity of one run: values within a run are not independent, so three numbers represent all of them.
/// It is a row of the table `measurement`.
public struct RunMeasurement: Hashable, Codable, Sendable {
    /// The id of the run's row; nil outside a store.
    var run: Int64?
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

extension RunMeasurement: FetchableRecord, PersistableRecord {
    public static let databaseTableName = "measurement"
}
