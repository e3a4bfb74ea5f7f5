import FoundationEssentials
import Ground
public import Journal

/// What of a verdict document is compared with the other files of its run: a document of this format or an older one.
public struct VerdictReading: Hashable, Sendable {
    public let scenario: String
    public let rig: String
    public let seed: UInt64
    public let verdict: VerdictKind
    /// As the trace and the journal of the run have it, word for word.
    public let reason: String?
    /// How many frames the run had, where it tells.
    public let frames: Int?

    /// Throws `NewerFormat` for a newer one, and what the decoder throws for what is no verdict.
    public init(json: [UInt8]) throws {
        let document = try JSONDecoder().decode(Document.self, from: Data(json))
        scenario = document.scenario
        rig = document.rig
        seed = document.seed
        verdict = document.verdict
        reason = document.words?.reason ?? document.reason
        frames = document.measured.first { $0.what == Measured.frames }.flatMap { $0.count ?? $0.value }
    }
}

/// The fields of all formats that are looked at.
private struct Document: Decodable {
    struct Words: Decodable { let reason: String? }

    struct Amount: Decodable {
        let what: String
        let count: Int?
        /// In format 1, whatever the unit.
        let value: Int?
    }

    private enum CodingKeys: CodingKey {
        case format, scenario, rig, seed, verdict, reason, words, measured
    }

    let scenario: String
    let rig: String
    let seed: UInt64
    let verdict: VerdictKind
    let reason: String?
    let words: Words?
    let measured: [Amount]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // Before anything else: of a newer format nothing else is known.
        try NewerFormat.check(
            try container.decode(Int.self, forKey: .format), of: "verdict", newest: VerdictDocument.formatVersion)
        scenario = try container.decode(String.self, forKey: .scenario)
        rig = try container.decode(String.self, forKey: .rig)
        seed = try container.decode(UInt64.self, forKey: .seed)
        let text = try container.decode(String.self, forKey: .verdict)
        guard let verdict = VerdictKind(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .verdict, in: container, debugDescription: "there is no such verdict")
        }
        self.verdict = verdict
        reason = try container.decodeIfPresent(String.self, forKey: .reason)
        words = try container.decodeIfPresent(Words.self, forKey: .words)
        measured = try container.decode([Amount].self, forKey: .measured)
    }
}
