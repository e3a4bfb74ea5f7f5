public import Ground
import JSON

/// A verdict's hashes of the files beside it, which reveal any later change to them (gate.md, 5.3).
///
/// They reveal changes made without changing the verdict. The owner of the bench can forge a whole folder.
public struct RunSeal: Hashable, Codable, Sendable {
    /// The hash of `manifest.sha256`, which contains the hashes of all files of the run except itself and the
    /// verdict.
    public let manifest: ContentHash
    /// The journal's lines, each chained to those before it.
    public let journal: Lines
    /// The hash of the scenario as JSON, as in the trace; nil if there was none.
    public let scenario: ContentHash?
    /// The hash of the rig as JSON, as in the trace; nil if there was none.
    public let rig: ContentHash?

    /// A hash chain over lines.
    public struct Lines: Hashable, Codable, Sendable {
        /// The number of lines.
        public let lines: Int
        /// The chain's value after the last line.
        public let chain: ContentHash
        /// The number of lines between stored values, which narrow down a difference.
        public let every: Int
        /// The stored values.
        public let marks: [ContentHash]

        public init(lines: Int, chain: ContentHash, every: Int, marks: [ContentHash]) {
            (self.lines, self.chain, self.every, self.marks) = (lines, chain, every, marks)
        }
    }

    public init(manifest: ContentHash, journal: Lines, scenario: ContentHash?, rig: ContentHash?) {
        (self.manifest, self.journal, self.scenario, self.rig) = (manifest, journal, scenario, rig)
    }
}

/// A mark that assigns a run to something larger. It is in the run's verdict, which no manifest covers, and in a file
/// beside it that a manifest covers.
public protocol SealedMembership: Hashable, Codable, Sendable {
    /// The name of that file in the run's folder.
    static var fileName: String { get }
}

extension SealedMembership {
    /// The content of that file: one line, with sorted keys.
    public var line: [UInt8] { JSON.line(self) + [0x0A] }
}

/// The firmware with which a search for the first bad version played a run.
public struct SearchMembership: SealedMembership {
    public let firmware: GateMembership.Firmware
    /// The certainty that this firmware ran: `proved`, `flashed`, `claimed`, `unknown`.
    public let identity: String

    public init(firmware: GateMembership.Firmware, identity: String) {
        (self.firmware, self.identity) = (firmware, identity)
    }

    public static let fileName = "search.json"
}

/// The release gate of a run, and the conditions under which the gate played it (gate.md, 5.3 and 10).
public struct GateMembership: SealedMembership {
    public static let fileName = "membership.json"

    /// The file that was tested.
    public struct Firmware: Hashable, Codable, Sendable {
        /// The file's name without its folder.
        public let name: String
        public let sha256: ContentHash

        public init(name: String, sha256: ContentHash) { (self.name, self.sha256) = (name, sha256) }
    }

    /// The gate's record: the hash of its first line.
    public let record: ContentHash
    /// The run's number among all that the gate started, from 1.
    public let ordinal: Int
    /// The hash of the gate's plan.
    public let plan: ContentHash
    public let firmware: Firmware
    /// The certainty, at the start of the run, that this firmware ran: `proved`, `flashed`, `claimed`, `unknown`.
    public let identity: String
    /// The number of the accessory's power cycle, from 1; nil if not counted.
    public let powerCycle: Int?
    /// The bench's name for the unit of the accessory; nil if unknown.
    public let unit: String?

    public init(
        record: ContentHash, ordinal: Int, plan: ContentHash, firmware: Firmware, identity: String,
        powerCycle: Int? = nil, unit: String? = nil
    ) {
        (self.record, self.ordinal, self.plan, self.firmware) = (record, ordinal, plan, firmware)
        (self.identity, self.powerCycle, self.unit) = (identity, powerCycle, unit)
    }
}
