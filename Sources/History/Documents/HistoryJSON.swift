import Gate
import Ground
import Journal

/// The parts of the history's documents for other programs.
enum HistoryJSON {
    /// The version of all these documents.
    static let format = 1

    /// Returns a share or a probability rounded to nine places; nil for a value that is not a number.
    static func share(_ number: Double) -> Double? {
        number.isFinite ? (number * 1e9).rounded() / 1e9 : nil
    }

    struct Firmware: Encodable {
        let sha256: String?
        let name: String?

        init(_ one: TestedFirmware) {
            (sha256, name) = (one.sha256.isEmpty ? nil : one.sha256, one.name.isEmpty ? nil : one.name)
        }
    }

    struct Bench: Encodable {
        let name: String
        let kind: String
        let host: String?
        let fingerprint: String
        let version: String

        init(_ one: UsedBench) {
            (name, kind, host) = (one.name, one.kind, one.host.isEmpty ? nil : one.host)
            (fingerprint, version) = (one.fingerprint, one.version)
        }
    }

    struct Scenario: Encodable {
        let name: String
        let hash: String?
        let file: String

        init(_ one: TestedScenario) {
            (name, hash, file) = (one.name, one.hash.isEmpty ? nil : one.hash, one.file)
        }
    }

    struct Gate: Encodable {
        let record: String
        let folder: String
        let result: String
        let rehearsal: Bool
        let plan: String
        let planHash: String
        let firmware: Firmware
        let identity: String
        let bench: String
        let fingerprint: String
        let scenarios: Int
        let passed: Int
        let trials: Int
        let failures: Int
        let leftOut: Int
        let confidence: Double?
        let upperLimit: Double?
        let startedNanoseconds: Int64
        let endedNanoseconds: Int64

        init(_ one: HistoryGate) {
            (record, folder, result, rehearsal) = (one.record.hex, one.folder, one.result, one.isRehearsal)
            (plan, planHash, firmware) = (one.plan, one.planHash, Firmware(one.firmware))
            (identity, bench, fingerprint) = (one.identity, one.bench, one.fingerprint)
            (scenarios, passed, trials) = (one.scenarios, one.passed, one.trials)
            (failures, leftOut) = (one.failures, one.leftOut)
            confidence = share(Double(one.confidence) / 1e6)
            upperLimit = share(Double(one.upperLimit) / 1e9)
            (startedNanoseconds, endedNanoseconds) = (one.started, one.ended)
        }
    }

    struct Group: Encodable {
        let scenario: Scenario
        let firmware: Firmware
        let bench: Bench
        let identity: String
        let rehearsal: Bool
        let trials: Int
        let failures: Int
        let repeats: Int
        let leftOut: Int
        let skipped: Int
        let upperLimit: Double?
        let upperLimitWorstCase: Double?
        let `class`: String
        let firstNanoseconds: Int64
        let lastNanoseconds: Int64

        init(_ group: HistoryGroup, _ bar: PassThreshold) {
            (scenario, firmware) = (Scenario(group.scenario), Firmware(group.firmware))
            (bench, identity, rehearsal) = (Bench(group.bench), group.identity, group.isRehearsal)
            (trials, failures, repeats) = (group.trials, group.failures, group.repeats)
            (leftOut, skipped) = (group.leftOut, group.runs(.skipped))
            upperLimit = group.trials == 0 ? nil : share(group.upperLimit(bar))
            upperLimitWorstCase = group.trials == 0 ? nil : share(group.worstCase(bar))
            `class` = group.outcome(bar).rawValue
            (firstNanoseconds, lastNanoseconds) = (group.first, group.last)
        }
    }
}
