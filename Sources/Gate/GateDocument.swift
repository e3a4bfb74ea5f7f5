public import GateKit

/// A gate as a document: what was asked, what was played, what it came to and what that shows (gate.md, 10).
///
/// Hashes are SHA-256 as 64 hexadecimal digits; instants are RFC 3339 in UTC.
public struct GateDocument: Codable, Hashable, Sendable {
    /// The version of the format that is written, and the only one that is read.
    public static let formatVersion = 1

    public let format: Int
    public var result: GateResult
    /// Why it is not `passed`, or what was excused: sentences without their full stop, the weightiest first.
    public var reasons: [String]
    public let plan: Plan
    public let firmware: Firmware
    public let bench: Bench
    /// The program's name and version.
    public let rig: String
    /// No run touched a firmware.
    public var rehearsal: Bool
    public var scenarios: [Scenario]
    /// What the standard plan would ask for, and the rig cannot play; nil for nothing.
    public var unplayed: [Unplayed]?
    public var quantities: [Quantity]
    public let baseline: Baseline?
    public var excused: [Excuse]
    public var proves: [String]
    public var doesNotProve: [String]
    /// SHA-256 of the record of the gate before on this bench; nil for the first one.
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

    /// Whether each proof has its own limit of the rate of failures, as the documents of older programs do not.
    public var hasLimitOfEachProof: Bool { scenarios.allSatisfy { $0.proofs.allSatisfy { $0.limit != nil } } }

    /// How well it is known that the firmware ran, in a word: `none` in a rehearsal, where it did not run at all.
    public var identityWord: String {
        let level = firmware.identity.level
        return rehearsal && level.reaches(.claimed) ? "none" : level.rawValue
    }

    /// A scenario that was left out before the gate began.
    public struct Unplayed: Codable, Hashable, Sendable {
        public let scenario: String
        /// Why the rig cannot play it, as a sentence without its full stop.
        public let reason: String

        public init(_ scenario: String, because reason: String) { (self.scenario, self.reason) = (scenario, reason) }
    }

    public struct Plan: Codable, Hashable, Sendable {
        public let hash: String
        public let name: String
        /// Where it came from.
        public let kind: Kind
        /// The plan as JSON, of which `hash` is the hash.
        public let text: String

        public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
            /// Compiled in.
            case swift
            case json
            /// The one that holds where nobody wrote any.
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
        /// The hash that a bootloader reports for it; nil where the file holds none.
        public let mcubootHash: String?
        public let identity: Identity

        public init(file: String, sha256: String, mcubootHash: String? = nil, identity: Identity) {
            self.file = file
            self.sha256 = sha256
            self.mcubootHash = mcubootHash
            self.identity = identity
        }
    }

    /// How well it is known which firmware ran, and what was read.
    public struct Identity: Codable, Hashable, Sendable {
        /// The worst of all readings.
        public let level: IdentityLevel
        public let readings: [Reading]
        /// What they say for and against the firmware: sentences without their full stops; nil for none.
        public let reasons: [String]?

        public init(level: IdentityLevel, readings: [Reading], reasons: [String] = []) {
            self.level = level
            self.readings = readings
            self.reasons = reasons.isEmpty ? nil : reasons
        }
    }

    public struct Reading: Codable, Hashable, Sendable {
        public let when: String
        /// The last run that was started before it; 0 for none.
        public let afterOrdinal: Int
        public let level: IdentityLevel
        /// Who said it: `image list`, `programmer`, `device information`.
        public let source: String
        /// What was read, as hexadecimal digits.
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
