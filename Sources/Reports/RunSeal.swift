import FoundationEssentials
public import Ground

/// What a verdict says of the files beside it, so that a change of any of them shows later (gate.md, 5.3).
///
/// It shows what somebody changed who did not change the verdict too. Whoever owns the bench can write another folder.
public struct RunSeal: Hashable, Codable, Sendable {
    /// The hash of `manifest.sha256`, which has the hash of every file of the run but itself and the verdict.
    public let manifest: ContentHash
    /// The journal's lines, each bound to those before it.
    public let journal: Lines
    /// The hash of the scenario as JSON, as it stands in the trace; nil where there was none.
    public let scenario: ContentHash?
    /// The hash of the rig as JSON, as it stands in the trace; nil where there was none.
    public let rig: ContentHash?

    /// A hash chain over lines.
    public struct Lines: Hashable, Codable, Sendable {
        /// How many there are.
        public let lines: Int
        /// The chain's value after the last one.
        public let chain: ContentHash
        /// Its value is kept after each so many lines, so that a difference is found within them.
        public let every: Int
        /// The values that are kept.
        public let marks: [ContentHash]

        public init(lines: Int, chain: ContentHash, every: Int, marks: [ContentHash]) {
            (self.lines, self.chain, self.every, self.marks) = (lines, chain, every, marks)
        }
    }

    public init(manifest: ContentHash, journal: Lines, scenario: ContentHash?, rig: ContentHash?) {
        (self.manifest, self.journal, self.scenario, self.rig) = (manifest, journal, scenario, rig)
    }
}

/// Of what a run is a part. Its verdict, which is in no manifest, says so, and a file beside it that is in one.
public protocol SealedMark: Hashable, Codable, Sendable {
    /// The name of that file in the run's folder.
    static var fileName: String { get }
}

extension SealedMark {
    /// What stands in that file: one line, with sorted keys.
    public var line: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { preconditionFailure("a mark holds texts and numbers") }
        return Array(data) + [0x0A]
    }
}

/// With which firmware a search for the first bad version played a run.
public struct SearchMark: SealedMark {
    public let firmware: GateMark.Firmware
    /// How well it is known that this firmware ran: `proved`, `flashed`, `claimed`, `unknown`.
    public let identity: String

    public init(firmware: GateMark.Firmware, identity: String) {
        (self.firmware, self.identity) = (firmware, identity)
    }

    public static let fileName = "search.json"
}

/// Of which release gate a run is, and with what the gate played it (gate.md, 5.3 and 10).
public struct GateMark: SealedMark {
    public static let fileName = "membership.json"

    /// The file that was tested.
    public struct Firmware: Hashable, Codable, Sendable {
        /// The file's name, without its folder.
        public let name: String
        public let sha256: ContentHash

        public init(name: String, sha256: ContentHash) { (self.name, self.sha256) = (name, sha256) }
    }

    /// The gate's record: the hash of the line with which it began.
    public let record: ContentHash
    /// The run's place among all that the gate started, from 1.
    public let ordinal: Int
    /// The hash of the gate's plan.
    public let plan: ContentHash
    public let firmware: Firmware
    /// How well it is known that this firmware ran, when the run began: `proved`, `flashed`, `claimed`, `unknown`.
    public let identity: String
    /// In which power cycle of the accessory it was, from 1; nil where nobody counts.
    public let powerCycle: Int?
    /// Which unit of the accessory it was, as the bench calls it; nil where nobody knows.
    public let unit: String?

    public init(
        record: ContentHash, ordinal: Int, plan: ContentHash, firmware: Firmware, identity: String,
        powerCycle: Int? = nil, unit: String? = nil
    ) {
        (self.record, self.ordinal, self.plan, self.firmware) = (record, ordinal, plan, firmware)
        (self.identity, self.powerCycle, self.unit) = (identity, powerCycle, unit)
    }
}
