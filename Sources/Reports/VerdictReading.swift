import FoundationEssentials
public import Ground
public import Journal
public import Vocabulary

/// The parts of a verdict document that the program reads.
public struct VerdictReading: Hashable, Sendable {
    /// The failure of a step, by its codes alone.
    public struct FailureMark: Hashable, Sendable {
        public let code: FailureCode
        public let seenCode: FailureCode
        public let link: LinkID?
    }

    /// A fault of the rig: its place, description and remedy.
    public struct FaultMark: Hashable, Sendable, CustomStringConvertible {
        public let link: LinkID?
        public let what: String
        public let remedy: String

        /// The fault, with its link if known.
        public var description: String { (link.map { "\($0): " } ?? "") + what }
    }

    public let scenario: String
    public let rig: String
    public let seed: UInt64
    public let verdict: VerdictKind
    /// The reason, word for word as in the run's trace and journal.
    public let reason: String?
    /// The number of frames of the run, if recorded.
    public let frames: Int?
    public let failures: [FailureMark]
    /// The codes of further findings.
    public let findings: Set<FailureCode>
    /// The replaced parts of the rig, as options: `--port uwb=none`.
    public let overrides: [String]
    /// The rig's faults at any time.
    public let faults: [FaultMark]
    /// Whether the rig had a fault at any time.
    public var hadRigFault: Bool { !faults.isEmpty }
    /// The conditions under which the run was played; nil if unreadable.
    public let provenance: Provenance?

    /// The seal of the files beside it; nil if the evidence could not be kept.
    public let seal: RunSeal?
    /// The gate to which the run belongs; nil for none.
    public let gate: GateMark?
    /// The firmware with which a search played it; nil for none.
    public let search: SearchMark?

    /// Decodes a verdict. Throws `UnknownFormat` for another format version, and the decoder's error for anything but
    /// a verdict.
    public init(json: [UInt8]) throws {
        let document = try JSONDecoder().decode(Document.self, from: Data(json))
        scenario = document.scenario
        rig = document.rig
        seed = document.seed
        verdict = document.verdict
        reason = document.words.reason
        frames = document.measured.first { $0.what == Measured.frames }.flatMap(\.count)
        failures = document.failures.map { FailureMark(code: $0.code, seenCode: $0.seenCode, link: $0.link) }
        findings = Set(document.findings.map(\.code))
        overrides = document.provenance?.overrides ?? []
        provenance = document.provenance?.whole
        (seal, gate, search) = (document.seal, document.gate, document.search)
        faults = document.faults.map { FaultMark(link: $0.link, what: $0.words.what, remedy: $0.words.remedy) }
    }
}

/// The fields that are read.
private struct Document: Decodable {
    struct Words: Decodable { let reason: String? }

    struct Amount: Decodable {
        let what: String
        let count: Int?
    }

    struct Mark: Decodable {
        let code: FailureCode
        let seenCode: FailureCode
        let link: LinkID?
    }

    struct Found: Decodable { let code: FailureCode }

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

    struct Fault: Decodable {
        struct Words: Decodable {
            let what: String
            let remedy: String
        }

        let link: LinkID?
        let words: Words
    }

    private enum CodingKeys: CodingKey {
        case format, scenario, rig, seed, verdict, words, measured, failures, findings, faults, provenance
        case seal, gate, search
    }

    let scenario: String
    let rig: String
    let seed: UInt64
    let verdict: VerdictKind
    let words: Words
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
        // The version is checked first, because nothing else is known about other formats.
        try UnknownFormat.check(
            container.decode(Int.self, forKey: .format), of: "verdict", known: VerdictDocument.formatVersion)
        scenario = try container.decode(String.self, forKey: .scenario)
        rig = try container.decode(String.self, forKey: .rig)
        seed = try container.decode(UInt64.self, forKey: .seed)
        let text = try container.decode(String.self, forKey: .verdict)
        guard let verdict = VerdictKind(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .verdict, in: container, debugDescription: "there is no such verdict")
        }
        self.verdict = verdict
        words = try container.decode(Words.self, forKey: .words)
        measured = try container.decode([Amount].self, forKey: .measured)
        failures = try container.decode([Mark].self, forKey: .failures)
        findings = try container.decode([Found].self, forKey: .findings)
        faults = try container.decode([Fault].self, forKey: .faults)
        provenance = try container.decodeIfPresent(Circumstances.self, forKey: .provenance)
        seal = try container.decodeIfPresent(RunSeal.self, forKey: .seal)
        gate = try container.decodeIfPresent(GateMark.self, forKey: .gate)
        search = try container.decodeIfPresent(SearchMark.self, forKey: .search)
    }
}
