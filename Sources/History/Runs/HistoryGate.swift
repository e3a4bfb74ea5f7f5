public import GRDB
import GateKit
public import Ground

/// A gate in the history: its decision, the firmware, the plan, and the confidence. It is a row of the table `gate`.
public struct HistoryGate: Hashable, Codable, Sendable {
    /// Identifies this gate: the hash of its record's first line, which its runs contain.
    public let record: ContentHash
    /// The hash of `gate.json`.
    public let document: ContentHash
    /// The path of its folder, from the root.
    public let folder: String
    /// `passed`, `failed`, `error` or `inconclusive`.
    public let result: String
    /// Whether no run touched a firmware.
    public let isRehearsal: Bool
    public let plan: String
    /// The hash of the plan, as hexadecimal digits.
    public let planHash: String
    public let firmware: TestedFirmware
    /// The identity level of the firmware; `none` in a rehearsal, where it did not run.
    public let identity: String
    /// The bench's name and fingerprint.
    public let bench: String
    public let fingerprint: String
    public let scenarios: Int
    /// The number of scenarios that were shown to be good.
    public let passed: Int
    public let trials: Int
    public let failures: Int
    public let leftOut: Int
    /// The lowest confidence of its scenarios' limits, in millionths.
    public let confidence: Int
    /// The highest of these limits, in thousand-millionths: each scenario fails less often than this.
    public let upperLimit: Int
    /// By the wall clock, in nanoseconds since 1970.
    public let started: Int64
    public let ended: Int64

    public init(
        record: ContentHash, document: ContentHash, folder: String, result: String, isRehearsal: Bool, plan: String,
        planHash: String, firmware: TestedFirmware, identity: String, bench: String, fingerprint: String,
        scenarios: Int, passed: Int, trials: Int, failures: Int, leftOut: Int, confidence: Int, upperLimit: Int,
        started: Int64, ended: Int64
    ) {
        (self.record, self.document, self.folder) = (record, document, folder)
        (self.result, self.isRehearsal, self.plan, self.planHash) = (result, isRehearsal, plan, planHash)
        self.firmware = firmware
        self.identity = IdentityLevel.shown(identity, isRehearsal: isRehearsal)
        (self.bench, self.fingerprint) = (bench, fingerprint)
        (self.scenarios, self.passed, self.trials) = (scenarios, passed, trials)
        (self.failures, self.leftOut) = (failures, leftOut)
        (self.confidence, self.upperLimit, self.started, self.ended) = (confidence, upperLimit, started, ended)
    }

    /// The bench as shown to people: `deskBench-3f9a0c`.
    public var shownBench: String { "\(bench)-\(fingerprint.prefix(UsedBench.shownDigits))" }
}

extension HistoryGate: FetchableRecord, PersistableRecord {
    public static let databaseTableName = "gate"
    public static let persistenceConflictPolicy = PersistenceConflictPolicy(insert: .replace)
}

extension IdentityLevel {
    /// Returns the level that is shown: in a rehearsal no firmware ran, whatever the rig wrote or an accessory
    /// reported.
    static func shown(_ level: String, isRehearsal: Bool) -> String {
        isRehearsal && IdentityLevel(rawValue: level)?.reaches(.claimed) == true ? "none" : level
    }
}
