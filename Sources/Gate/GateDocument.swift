public import GateKit

/// A gate as a document: the plan, the runs, the result and what it proves (gate.md, section 10).
///
/// Hashes are SHA-256 as 64 hexadecimal digits; instants are RFC 3339 in UTC.
public struct GateDocument: Codable, Hashable, Sendable {
    /// The version of the format; no other is written or read.
    public static let formatVersion = 1

    public let format: Int
    public var result: GateResult
    /// The reasons why the result is not `passed`, or what was excused: sentences without a final full stop, most
    /// important first.
    public var reasons: [String]
    public let plan: Plan
    public let firmware: Firmware
    public let bench: Bench
    /// The program's name and version.
    public let rig: String
    /// Whether no run involved a real firmware.
    public var rehearsal: Bool
    public var scenarios: [Scenario]
    /// The scenarios of the standard plan that the rig cannot play; nil if there are none.
    public var unplayed: [Unplayed]?
    public var quantities: [Quantity]
    public let baseline: Baseline?
    public var excused: [Excuse]
    public var proves: [String]
    public var doesNotProve: [String]
    /// The SHA-256 of the record of the previous gate on this bench; nil for the first one.
    public let previousRecord: String?
    public let started: String
    public let ended: String

    public init(
        result: GateResult, reasons: [String], plan: Plan, firmware: Firmware, bench: Bench, rig: String,
        rehearsal: Bool, scenarios: [Scenario], unplayed: [Unplayed] = [], quantities: [Quantity],
        baseline: Baseline? = nil,
        excused: [Excuse] = [], proves: [String], doesNotProve: [String], previousRecord: String? = nil,
        started: String, ended: String
    ) {
        format = Self.formatVersion
        self.result = result
        self.reasons = reasons
        self.plan = plan
        self.firmware = firmware
        self.bench = bench
        self.rig = rig
        self.rehearsal = rehearsal
        self.scenarios = scenarios
        self.unplayed = unplayed.isEmpty ? nil : unplayed
        self.quantities = quantities
        self.baseline = baseline
        self.excused = excused
        self.proves = proves
        self.doesNotProve = doesNotProve
        self.previousRecord = previousRecord
        self.started = started
        self.ended = ended
    }

    /// The identity level in a word; `none` for a rehearsal, in which the firmware did not run at all.
    public var identityWord: String {
        let level = firmware.identity.level
        return rehearsal && level.reaches(.claimed) ? "none" : level.rawValue
    }

    /// A scenario that was left out before the gate began.
    public struct Unplayed: Codable, Hashable, Sendable {
        public let scenario: String
        /// The reason why the rig cannot play it, without a final full stop.
        public let reason: String

        public init(_ scenario: String, because reason: String) { (self.scenario, self.reason) = (scenario, reason) }
    }

    public struct Plan: Codable, Hashable, Sendable {
        public let hash: String
        public let name: String
        /// The origin of the plan.
        public let kind: Kind
        /// The plan as JSON; `hash` is its hash.
        public let text: String

        public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
            /// Compiled in.
            case swift
            case json
            /// The default for a project without its own plan.
            case standard
        }

        public init(hash: String, name: String, kind: Kind, text: String) {
            self.hash = hash
            self.name = name
            self.kind = kind
            self.text = text
        }
    }

    public struct Firmware: Codable, Hashable, Sendable {
        public let file: String
        public let sha256: String
        /// The hash that a bootloader reports for the firmware; nil if the file contains none.
        public let mcubootHash: String?
        public let identity: Identity

        public init(file: String, sha256: String, mcubootHash: String? = nil, identity: Identity) {
            self.file = file
            self.sha256 = sha256
            self.mcubootHash = mcubootHash
            self.identity = identity
        }
    }

    /// The identity level of the firmware, with the readings behind it.
    public struct Identity: Codable, Hashable, Sendable {
        /// The lowest level of all readings.
        public let level: IdentityLevel
        public let readings: [Reading]
        /// The evidence for and against the firmware, as sentences without a final full stop; nil if there is none.
        public let reasons: [String]?

        public init(level: IdentityLevel, readings: [Reading], reasons: [String] = []) {
            self.level = level
            self.readings = readings
            self.reasons = reasons.isEmpty ? nil : reasons
        }
    }

    public struct Reading: Codable, Hashable, Sendable {
        public let when: String
        /// The last run started before the reading; 0 if there was none.
        public let afterOrdinal: Int
        public let level: IdentityLevel
        /// The source of the reading: `image list`, `programmer`, `device information`.
        public let source: String
        /// The bytes read, as hexadecimal digits.
        public let bytes: String

        public init(when: String, afterOrdinal: Int, level: IdentityLevel, source: String, bytes: String) {
            self.when = when
            self.afterOrdinal = afterOrdinal
            self.level = level
            self.source = source
            self.bytes = bytes
        }
    }

    public struct Bench: Codable, Hashable, Sendable {
        public let name: String
        public let fingerprint: String

        public init(name: String, fingerprint: String) {
            self.name = name
            self.fingerprint = fingerprint
        }
    }

    public struct Baseline: Codable, Hashable, Sendable {
        public let firmware: Firmware
        public let scenarios: [Scenario]

        public init(firmware: Firmware, scenarios: [Scenario]) {
            self.firmware = firmware
            self.scenarios = scenarios
        }
    }
}
