import Evidence
public import GRDB
import GateKit
import Ground
import Journal
import OpenSSL
import OperatingSystem
import Wording

/// The result of reading a run's folder, without trusting any of it.
enum RunFolderReading {
    case run(HistoryRun)
    /// It is not evidence, for this reason, and never counts as passed.
    case refused(RefusedFolder)

    private static let mostOfFirstLine = 1 << 20
    /// The maximum length kept of a reason or of what was seen.
    private static let mostOfText = 300

    /// Returns the hash of a folder's verdict; nil if there is none that can be read without blocking.
    static func document(in folder: String) -> ContentHash? {
        let path = "\(folder)/verdict.json"
        guard Files.kind(of: path) == .regular, let bytes = try? Files.bytes(of: path, atMost: RunRecord.mostBytes)
        else {
            return nil
        }
        return ContentHash.of(bytes)
    }

    /// Reads a run's folder, given by its absolute path.
    init(_ folder: String) {
        let left = RunFolder(folder)
        guard case .told(let summary) = left.ending, let record = left.record,
            let document = Self.document(in: folder)
        else {
            self = .refused(RefusedFolder(left))
            return
        }
        if let problem = left.sealProblems.first {
            self = .refused(RefusedFolder(folder, "evidence.contradicts", "\(problem)"))
            return
        }
        if let contradiction = Self.contradiction(record, in: folder) {
            self = .refused(RefusedFolder(folder, "evidence.contradicts", contradiction))
            return
        }
        self = .run(Self.run(left, record, summary, document))
    }

    /// Returns how the verdict contradicts the journal, as a sentence without its final full stop; nil if it does not.
    private static func contradiction(_ record: RunRecord, in folder: String) -> String? {
        guard record.summary.verdict != .passed || record.summary.failures.isEmpty else {
            return "verdict.json says passed, and has failures"
        }
        guard let first = firstLine(of: "\(folder)/journal.jsonl"),
            case .provenance(let provenance)? = try? JournalEntry(jsonLine: first).event
        else { return nil }
        return record.provenance == provenance
            ? nil : "verdict.json and the journal name different programs, dates or rigs"
    }

    private static func firstLine(of path: String) -> [UInt8]? {
        guard let file = try? Files.open(path) else { return nil }
        defer { file.close() }
        var (line, place) = ([UInt8](), 0)
        while line.count < mostOfFirstLine {
            guard let more = try? file.read(upTo: 4_096, at: place), !more.isEmpty else { return nil }
            if let feed = more.firstIndex(of: 0x0A) { return line + more[..<feed] }
            line += more
            place += more.count
        }
        return nil
    }

    private static func run(
        _ left: RunFolder, _ record: RunRecord, _ summary: RunSummary, _ document: ContentHash
    ) -> HistoryRun {
        // A run without the measurements is no trial of them, so it belongs to another scenario.
        let part = summary.isPartlyJudged ? " without measurements" : ""
        let seal = record.seal
        let gate = SealCheck.gate(in: left.folder, of: record)
        let search = SealCheck.search(in: left.folder, of: record)
        let firmware = (gate?.firmware ?? search?.firmware).map {
            TestedFirmware(sha256: $0.sha256.hex, name: short($0.name))
        }
        return HistoryRun(
            manifest: seal?.manifest ?? document, document: document, folder: left.folder,
            scenario: TestedScenario(
                name: summary.scenario + part, hash: seal?.scenario?.hex ?? "", file: summary.spot.file),
            firmware: firmware ?? .unnamed,
            identity: gate?.identity ?? search?.identity ?? IdentityLevel.unknown.rawValue,
            bench: UsedBench(record.provenance, rig: seal?.rig, namesFirmware: firmware != nil),
            unit: short(gate?.unit ?? ""), seed: summary.seed, ordinal: Int64(gate?.ordinal ?? left.number ?? 0),
            started: UTCDate(record.provenance.date)?.nanoseconds ?? 0,
            elapsed: summary.elapsed.nanoseconds, verdict: summary.verdict.kind,
            reason: summary.verdict == .passed ? "" : short(summary.explanation ?? ""),
            failure: SeenFailure(of: summary), gate: gate?.record.hex ?? "", powerCycle: Int64(gate?.powerCycle ?? 0),
            witness: short(record.faults.entries.first?.link?.description ?? ""),
            measurements: RunMeasurement.all(of: summary.measured))
    }

    private static func short(_ text: String) -> String { String(text.prefix(mostOfText)) }
}

/// A folder that is not evidence. It is a row of the table `refused`.
public struct RefusedFolder: Hashable, Codable, Sendable {
    public let folder: String
    /// `evidence.unended`, `evidence.contradicts`, `evidence.unreadable`, `evidence.newer` or `evidence.edited`.
    public let code: String
    /// The reason, as a sentence without its final full stop.
    public let why: String

    public init(_ folder: String, _ code: String, _ why: String) {
        (self.folder, self.code, self.why) = (folder, code, why)
    }

    /// Whether the run did not end, so that it has no result yet. All other refused folders are evidence that was
    /// changed or is broken.
    public var isUnended: Bool { code == Self.unended }

    static let unended = "evidence.unended"
    static let edited = "evidence.edited"
}

extension RefusedFolder: FetchableRecord, PersistableRecord {
    public static let databaseTableName = "refused"
    public static let persistenceConflictPolicy = PersistenceConflictPolicy(insert: .replace)

    init(_ left: RunFolder) {
        switch left.ending {
        case .unusable(let error): self.init(left.folder, "\(error.code)", error.reason)
        case .unended: self.init(left.folder, Self.unended, "there is no verdict: it did not end, or is being played")
        case .told: self.init(left.folder, "evidence.unreadable", "verdict.json cannot be read")
        }
    }
}
