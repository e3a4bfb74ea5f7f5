public import Ground
import JSON
public import Journal
import Reports

/// The conditions under which a gate began; a later command must have the same to resume it.
public struct GateStart: Hashable, Sendable {
    /// The version of the record's format, the only one that is read.
    public static let formatVersion = 2

    /// A bench, as recorded by a gate.
    public struct Bench: Hashable, Sendable {
        public let name: String
        /// Distinguishes this bench from every other.
        public let fingerprint: String

        public init(name: String, fingerprint: String) { (self.name, self.fingerprint) = (name, fingerprint) }
    }

    /// The previous gate on the same bench.
    public struct Predecessor: Hashable, Sendable {
        /// The chain of its record: after the last line, or after the first one if it is not known to have ended.
        public let record: ContentHash
        public let isEnded: Bool

        public init(record: ContentHash, isEnded: Bool) { (self.record, self.isEnded) = (record, isEnded) }
    }

    /// Name and version of the program.
    public let program: String
    public let plan: ContentHash
    /// The candidate.
    public let firmware: GateMembership.Firmware
    /// The firmware that the candidate is compared with; nil for none.
    public let baseline: GateMembership.Firmware?
    public let bench: Bench
    /// Nil for the first gate on a bench that this user knows of.
    public let predecessor: Predecessor?
    public let terms: GateTerms

    public init(
        program: String, plan: ContentHash, firmware: GateMembership.Firmware, baseline: GateMembership.Firmware? = nil,
        bench: Bench, predecessor: Predecessor?, terms: GateTerms
    ) {
        self.terms = terms
        (self.program, self.plan, self.firmware, self.baseline) = (program, plan, firmware, baseline)
        (self.bench, self.predecessor) = (bench, predecessor)
    }
}

/// A run that a gate is about to start.
public struct GateRun: Hashable, Sendable {
    /// Its place among all runs that the gate started, from 1.
    public let ordinal: Int
    /// The name of its folder inside the gate's folder.
    public let folder: String
    public let scenario: String
    public let seed: UInt64

    public init(ordinal: Int, folder: String, scenario: String, seed: UInt64) {
        (self.ordinal, self.folder, self.scenario, self.seed) = (ordinal, folder, scenario, seed)
    }
}

/// The end of a run.
public enum GateRunEnd: Hashable, Sendable {
    /// It ended with this verdict. The hashes are those of its `manifest.sha256` and `verdict.json`; nil if it could
    /// not keep them.
    case ended(VerdictKind, manifest: ContentHash?, verdict: ContentHash?)
    /// It was started and never ended: it counts as left out, and keeps its ordinal.
    case lost(because: String)
}

/// The end of a gate.
public struct GateEnd: Hashable, Sendable {
    /// `passed`, `failed`, `error` or `inconclusive`.
    public let result: String
    /// The files that the gate wrote in addition to its runs, among them `gate.json`.
    public let files: [Manifest.Entry]

    public init(result: String, files: [Manifest.Entry]) { (self.result, self.files) = (result, files) }
}

/// One line of a gate's record.
public enum GateRecordEntry: Hashable, Sendable {
    /// The first line, on disk before anything is played.
    case began(GateStart)
    /// A command resumed the gate, after removing this many bytes of a truncated line.
    case resumed(cutBytes: Int)
    case runStarted(GateRun)
    case runEnded(ordinal: Int, GateRunEnd)
    case noted(GateNote)
    case ended(GateEnd)
}

extension GateRecordEntry {
    /// Returns the entry as JSON: an object with one name, and the time next to it.
    func value(at moment: GateMoment) -> JSONValue {
        let (name, content) = content
        return .fields([name: content, "time": moment.value])
    }

    private var content: (String, JSONValue) {
        switch self {
        case .began(let start): ("began", start.value)
        case .resumed(let bytes): ("resumed", .fields(["cutBytes": .number(bytes)]))
        case .runStarted(let run):
            (
                "runStarted",
                .fields([
                    "folder": .text(run.folder), "ordinal": .number(run.ordinal), "scenario": .text(run.scenario),
                    "seed": .number(run.seed),
                ])
            )
        case .runEnded(let ordinal, .ended(let kind, let manifest, let verdict)):
            (
                "runEnded",
                .fields([
                    "manifest": manifest.map { .text($0.hex) }, "ordinal": .number(ordinal),
                    "verdict": .text(kind.rawValue), "verdictFile": verdict.map { .text($0.hex) },
                ])
            )
        case .runEnded(let ordinal, .lost(let reason)):
            ("runLost", .fields(["ordinal": .number(ordinal), "reason": .text(reason)]))
        case .noted(let note): ("noted", note.value)
        case .ended(let end):
            (
                "ended",
                .fields([
                    "files": .object(
                        Dictionary(end.files.map { ($0.path, .text($0.hash.hex)) }, uniquingKeysWith: { $1 })),
                    "result": .text(end.result),
                ])
            )
        }
    }

    init(_ entry: JSONField) throws(DocumentError) {
        let names = try entry.fields().map(\.name).filter { $0 != "time" }
        guard let name = names.first, names.count == 1 else {
            throw entry.mistake("says other than one thing")
        }
        let content = try entry.field(name)
        switch name {
        case "began": self = .began(try GateStart(content))
        case "resumed": self = .resumed(cutBytes: try content.field("cutBytes").number())
        case "runStarted":
            self = .runStarted(
                GateRun(
                    ordinal: try content.field("ordinal").number(), folder: try Self.folder(content.field("folder")),
                    scenario: try content.field("scenario").text(), seed: try content.field("seed").number(UInt64.self))
            )
        case "runEnded":
            let word = try content.field("verdict")
            guard let verdict = VerdictKind(rawValue: try word.text()) else { throw word.mistake("is no verdict") }
            self = .runEnded(
                ordinal: try content.field("ordinal").number(),
                .ended(
                    verdict, manifest: try content.optional("manifest")?.hash(),
                    verdict: try content.optional("verdictFile")?.hash()))
        case "runLost":
            self = .runEnded(
                ordinal: try content.field("ordinal").number(), .lost(because: try content.field("reason").text()))
        case "noted": self = .noted(try GateNote(content))
        case "ended": self = .ended(try GateEnd(content))
        default: throw entry.mistake("says '\(name.shown())', which this program does not know")
        }
    }

    /// Returns the name of a run's folder: a single path component, which leads nowhere else.
    private static func folder(_ field: JSONField) throws(DocumentError) -> String {
        let name = try field.text()
        if let mistake = mistake(inFolder: name) { throw field.mistake(mistake) }
        return name
    }

    /// Returns what is wrong with the name of a run's folder, as the end of a sentence; nil for a valid name.
    static func mistake(inFolder name: String) -> String? {
        if let mistake = Manifest.mistake(in: name) { return mistake }
        return name.utf8.contains(UInt8(ascii: "/")) ? "is no name of a folder" : nil
    }
}

extension GateStart {
    var value: JSONValue {
        .fields([
            "baseline": baseline.map(Self.value), "clocks": GateMoment.clocks,
            "bench": .fields(["fingerprint": .text(bench.fingerprint), "name": .text(bench.name)]),
            "firmware": Self.value(firmware), "format": .number(Self.formatVersion),
            "plan": .text(plan.hex),
            "predecessor": predecessor.map {
                .fields(["isEnded": .bool($0.isEnded), "record": .text($0.record.hex)])
            },
            "program": .text(program), "terms": terms.value,
        ])
    }

    init(_ field: JSONField) throws(DocumentError) {
        let format = try field.field("format")
        guard try format.number(Int.self) == Self.formatVersion else {
            throw format.mistake("is not \(Self.formatVersion), which this program reads")
        }
        terms = try GateTerms(field.field("terms"))
        program = try field.field("program").text()
        plan = try field.field("plan").hash()
        firmware = try Self.firmware(field.field("firmware"))
        baseline = try field.optional("baseline").map { field throws(DocumentError) in try Self.firmware(field) }
        let bench = try field.field("bench")
        self.bench = Bench(
            name: try bench.field("name").text(), fingerprint: try bench.field("fingerprint").text())
        predecessor = try field.optional("predecessor").map { field throws(DocumentError) in
            Predecessor(record: try field.field("record").hash(), isEnded: try field.field("isEnded").flag())
        }
    }

    private static func value(_ firmware: GateMembership.Firmware) -> JSONValue {
        .fields(["name": .text(firmware.name), "sha256": .text(firmware.sha256.hex)])
    }

    private static func firmware(_ field: JSONField) throws(DocumentError) -> GateMembership.Firmware {
        GateMembership.Firmware(name: try field.field("name").text(), sha256: try field.field("sha256").hash())
    }
}

extension GateEnd {
    init(_ field: JSONField) throws(DocumentError) {
        let word = try field.field("result")
        result = try word.text()
        guard ["passed", "failed", "error", "inconclusive"].contains(result) else {
            throw word.mistake("is no result of a gate")
        }
        var files: [Manifest.Entry] = []
        for (name, hash) in try field.field("files").fields() {
            if let mistake = Manifest.mistake(in: name) { throw hash.mistake(mistake) }
            files.append(Manifest.Entry(name, try hash.hash()))
        }
        self.files = files
    }
}
