import Ground
import JSON
public import Journal
import OperatingSystem
public import Reports

/// The record of a `run --output` as a whole: everything that is in no run's own folder.
///
/// It is written when everything has been played; a folder without it belongs to a command that did not end.
public struct SuiteRecord: Codable, Hashable, Sendable {
    public static let fileName = "runs.json"
    /// The version of the document's format.
    public static let formatVersion = 2
    /// The maximum number of runs without a folder that are listed; the others are only counted.
    public static let mostListed = 1_000

    /// A run without a verdict in its own folder: it was not begun, or its evidence could not be kept.
    public struct UnsavedRun: Hashable, Codable, Sendable {
        /// Its place in the series, counted from 1.
        public let number: Int
        public let summary: RunSummary
    }

    private let format: Int
    /// The exit status that follows from the runs.
    public let status: Int32
    /// The number of runs, played or not.
    public let runs: Int
    /// The number of runs by verdict; nil in a record of an older program.
    private let verdicts: [VerdictKind: UInt32]?
    public let provenance: Provenance
    public let coverage: RunCoverage?
    public let unkept: [UnsavedRun]
    /// The number of runs beyond the listed ones, by verdict.
    public let besides: [VerdictKind: UInt32]
    /// The things missing from the rig, because of which nothing was begun.
    public let lacks: [Lack]

    /// Something that the rig was missing, and its remedy, as sentences without their final full stops.
    public struct Lack: Hashable, Codable, Sendable {
        public let what: String
        public let remedy: String

        public init(what: String, remedy: String) {
            self.what = what
            self.remedy = remedy
        }
    }

    /// Creates the record of a series whose folder is complete.
    public init(_ tally: RunTally, of provenance: Provenance, in folder: String, lacking lacks: [Lack] = []) {
        let kept = Set(
            Files.names(in: folder).compactMap { name -> Int? in
                guard let number = EvidenceFolder.number(of: name) else { return nil }
                return Files.kind(of: "\(folder)/\(name)/verdict.json") == nil ? nil : number
            })
        var unkept: [UnsavedRun] = []
        var besides: [VerdictKind: UInt32] = [:]
        for (place, summary) in tally.summaries.enumerated() where !kept.contains(place + 1) {
            if unkept.count < Self.mostListed {
                unkept.append(UnsavedRun(number: place + 1, summary: summary))
            } else {
                besides[summary.verdict.kind, default: 0] += 1
            }
        }
        (format, status, runs) = (Self.formatVersion, tally.exitStatus.rawValue, tally.summaries.count)
        verdicts = Dictionary(tally.counts.map { ($0.verdict, UInt32(clamping: $0.count)) }, uniquingKeysWith: +)
        (self.provenance, coverage) = (provenance, tally.coverage)
        (self.unkept, self.besides, self.lacks) = (unkept, besides, lacks)
    }

    /// The number of runs by verdict, in the order used by reports; nil in a record of an older program.
    public var verdictCounts: [(verdict: VerdictKind, count: Int)]? {
        verdicts.map { verdicts in VerdictKind.allCases.compactMap { kind in verdicts[kind].map { (kind, Int($0)) } } }
    }

    /// Returns the runs that have no verdict in their own folder, by number, from a folder's record.
    public static func summaries(in folder: String) throws(CommandError) -> [Int: RunSummary] {
        let unkept = try SuiteRecord(in: folder)?.unkept ?? []
        return Dictionary(unkept.map { ($0.number, $0.summary) }, uniquingKeysWith: { first, _ in first })
    }

    /// Reads the record in a folder; nil if there is none.
    init?(in folder: String) throws(CommandError) {
        let path = "\(folder)/\(Self.fileName)"
        guard let kind = Files.kind(of: path) else { return nil }
        guard kind == .regular else { throw CommandError(what: "\(Self.fileName) is no regular file", remedy: nil) }
        do {
            let bytes = try Files.bytes(of: path, atMost: Self.mostBytes)
            // The version is checked first, because nothing else is known about other formats.
            try UnknownFormat.check(json: bytes, of: "record of the runs", known: Self.formatVersion)
            self = try JSON.value(from: bytes)
        } catch let error as UnknownFormat {
            throw CommandError(what: "\(error)", remedy: nil)
        } catch {
            throw CommandError(
                what: "\(Self.fileName) cannot be used: it was truncated, or is something else", remedy: nil)
        }
    }

    /// Enough for a thousand runs with the longest texts.
    private static let mostBytes = 64 << 20

    /// Writes the record into the folder, replacing an older one.
    public func write(in folder: String) throws(CommandError) {
        let path = "\(folder)/\(Self.fileName)"
        try UnfinishedFile.write(JSON.document(self), to: path, .renewing(.runs))
    }
}
