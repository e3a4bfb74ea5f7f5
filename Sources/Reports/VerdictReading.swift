import FoundationEssentials
public import Ground
public import Journal

/// What of a verdict document other parts of the program read: a document of this format or an older one.
public struct VerdictReading: Hashable, Sendable {
    /// Why a step did not pass, by the codes alone.
    public struct FailureMark: Hashable, Sendable {
        public let code: FailureCode
        public let seenCode: FailureCode
        public let link: String?
    }

    /// Something that was wrong with the rig: where, what, and what to do about it.
    public struct FaultMark: Hashable, Sendable {
        public let link: String
        public let what: String
        public let remedy: String
    }

    public let scenario: String
    public let rig: String
    public let seed: UInt64
    public let verdict: VerdictKind
    /// As the trace and the journal of the run have it, word for word.
    public let reason: String?
    /// How many frames the run had, where it tells.
    public let frames: Int?
    /// None in documents that are older than the codes.
    public let failures: [FailureMark]
    /// The codes of what was found besides.
    public let findings: Set<FailureCode>
    /// What was put in the place of the rig's own, as options: `--port uwb=none`.
    public let overrides: [String]
    /// What was wrong with the rig, whenever it was; those of which nothing is told have no words.
    public let faults: [FaultMark]
    /// Whether something was wrong with the rig, whenever it was.
    public var hadRigFault: Bool { !faults.isEmpty }
    /// With what it was played; nil in documents that are older.
    public let provenance: Provenance?

    /// The format of the document.
    public let format: Int
    /// What the files beside it are; nil in documents of formats 1 and 2, and where the evidence could not be kept.
    public let seal: RunSeal?
    /// Of which gate the run is; nil for none.
    public let gate: GateMark?
    /// With which firmware a search played it; nil for no search.
    public let search: SearchMark?

    /// Throws `NewerFormat` for a newer one, and what the decoder throws for what is no verdict.
    public init(json: [UInt8]) throws {
        let document = try JSONDecoder().decode(Document.self, from: Data(json))
        scenario = document.scenario
        rig = document.rig
        seed = document.seed
        verdict = document.verdict
        reason = document.words?.reason ?? document.reason
        frames = document.measured.first { $0.what == Measured.frames }.flatMap { $0.count ?? $0.value }
        failures = document.failures.map {
            FailureMark(
                code: $0.code ?? Failure.uncoded, seenCode: $0.seenCode ?? $0.code ?? Failure.uncoded, link: $0.link)
        }
        findings = Set(document.findings.compactMap(\.code))
        overrides = document.provenance?.overrides ?? []
        provenance = document.provenance?.whole
        (format, seal, gate, search) = (document.format, document.seal, document.gate, document.search)
        faults = document.faults.map {
            FaultMark(link: $0.link ?? "", what: $0.words?.what ?? "", remedy: $0.words?.remedy ?? "")
        }
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

    struct Mark: Decodable {
        let code: FailureCode?
        let seenCode: FailureCode?
        let link: String?
    }

    struct Found: Decodable { let code: FailureCode? }

    struct Circumstances: Decodable {
        private enum CodingKeys: CodingKey { case overrides }

        let overrides: [String]?
        let whole: Provenance?

        init(from decoder: any Decoder) throws {
            whole = try? Provenance(from: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            overrides = try container.decodeIfPresent([String].self, forKey: .overrides)
        }
    }

    /// A fault of the rig, of which only its being there counts; what is told of it is for people.
    struct Fault: Decodable {
        struct Words: Decodable {
            let what: String?
            let remedy: String?
        }

        let link: String?
        let words: Words?
    }

    private enum CodingKeys: CodingKey {
        case format, scenario, rig, seed, verdict, reason, words, measured, failures, findings, faults, provenance
        case seal, gate, search
    }

    let format: Int
    let scenario: String
    let rig: String
    let seed: UInt64
    let verdict: VerdictKind
    let reason: String?
    let words: Words?
    let measured: [Amount]
    let failures: [Mark]
    let findings: [Found]
    let faults: [Fault]
    let provenance: Circumstances?
    let seal: RunSeal?
    let gate: GateMark?
    let search: SearchMark?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // Before anything else: of a newer format nothing else is known.
        format = try container.decode(Int.self, forKey: .format)
        try NewerFormat.check(format, of: "verdict", newest: VerdictDocument.formatVersion)
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
        failures = try container.decodeIfPresent([Mark].self, forKey: .failures) ?? []
        findings = try container.decodeIfPresent([Found].self, forKey: .findings) ?? []
        faults = try container.decodeIfPresent([Fault].self, forKey: .faults) ?? []
        provenance = try container.decodeIfPresent(Circumstances.self, forKey: .provenance)
        seal = try container.decodeIfPresent(RunSeal.self, forKey: .seal)
        gate = try container.decodeIfPresent(GateMark.self, forKey: .gate)
        search = try container.decodeIfPresent(SearchMark.self, forKey: .search)
    }
}
