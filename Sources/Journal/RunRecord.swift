import Ground
import JSON
import Vocabulary

/// Everything known about one run: its inputs, its outcome, the rig's faults and the seal of its files.
///
/// `verdict.json` contains one, written when everything else of the run is on disk. The fields of the summary lie
/// beside the others, so that a program reads `verdict` or `failures` at the top.
public struct RunRecord: Hashable, Sendable {
    /// The version of the format, the only one that is read.
    public static let formatVersion = 4
    /// The name of its file in the run's folder.
    public static let fileName = "verdict.json"
    /// The maximum size of that file in bytes: findings, failures and faults are bounded.
    public static let mostBytes = 64 << 20

    /// The scenario and the outcome.
    public let summary: RunSummary
    /// The program, the bench and the rig as it was used.
    public let provenance: Provenance
    /// The rig's faults before and after the verdict.
    public let faults: RigFaults
    /// The seal of the files beside it; nil if they could not be kept.
    public let seal: RunSeal?
    /// The gate to which the run belongs; nil for none.
    public let gate: GateMembership?
    /// The firmware with which a search played it; nil for none.
    public let search: SearchMembership?

    public init(
        _ summary: RunSummary, of provenance: Provenance, faults: RigFaults = RigFaults(), seal: RunSeal? = nil,
        gate: GateMembership? = nil, search: SearchMembership? = nil
    ) {
        (self.summary, self.provenance, self.faults) = (summary, provenance, faults)
        (self.seal, self.gate, self.search) = (seal, gate, search)
    }

    /// The record as it is in the file: the same bytes for the same run.
    public var json: [UInt8] { JSON.document(self) }

    /// Reads a record. Throws `UnknownFormat` for another format version, and `DecodingError` for anything but a
    /// record.
    public init(json: [UInt8]) throws { self = try JSON.value(from: json) }
}

extension RunRecord: Codable {
    private enum CodingKeys: CodingKey {
        case format, code, provenance, faults, seal, gate, search
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // The version is checked first, because nothing else is known about other formats.
        try UnknownFormat.check(
            container.decode(Int.self, forKey: .format), of: "verdict", known: Self.formatVersion)
        summary = try RunSummary(from: decoder)
        guard try container.decodeIfPresent(FailureCode.self, forKey: .code) == summary.code else {
            throw DecodingError.dataCorruptedError(
                forKey: .code, in: container, debugDescription: "the code is not that of the outcome")
        }
        provenance = try container.decode(Provenance.self, forKey: .provenance)
        faults = try container.decode(RigFaults.self, forKey: .faults)
        seal = try container.decodeIfPresent(RunSeal.self, forKey: .seal)
        gate = try container.decodeIfPresent(GateMembership.self, forKey: .gate)
        search = try container.decodeIfPresent(SearchMembership.self, forKey: .search)
    }

    public func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.formatVersion, forKey: .format)
        try container.encodeIfPresent(summary.code, forKey: .code)
        try container.encode(provenance, forKey: .provenance)
        try container.encode(faults, forKey: .faults)
        try container.encodeIfPresent(seal, forKey: .seal)
        try container.encodeIfPresent(gate, forKey: .gate)
        try container.encodeIfPresent(search, forKey: .search)
    }
}
