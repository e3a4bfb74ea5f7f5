import FoundationEssentials
import Ground
public import Journal
import OperatingSystem
public import Reports

/// The record of a `run --output` as a whole: everything that is in no run's own folder.
///
/// It is written when everything has been played; a folder without it belongs to a command that did not end.
public struct SuiteRecord: Hashable, Sendable {
    public static let fileName = "runs.json"
    /// The version of the document's format.
    public static let formatVersion = 1
    /// The maximum number of runs without a folder that are listed; the others are only counted.
    public static let mostListed = 1_000

    /// A run without a verdict in its own folder: it was not begun, or its evidence could not be kept.
    public struct Unkept: Hashable, Codable, Sendable {
        /// Its place in the series, counted from 1.
        public let number: Int
        public let summary: RunSummary
    }

    /// The exit status that follows from the runs.
    public let status: Int32
    /// The number of runs, played or not.
    public let runs: Int
    public let provenance: Provenance
    public let coverage: RunCoverage?
    public let unkept: [Unkept]
    /// The number of runs beyond the listed ones, by verdict.
    public let besides: [VerdictKind: Int]
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
        var unkept: [Unkept] = []
        var besides: [VerdictKind: Int] = [:]
        for (place, summary) in tally.summaries.enumerated() where !kept.contains(place + 1) {
            if unkept.count < Self.mostListed {
                unkept.append(Unkept(number: place + 1, summary: summary))
            } else {
                besides[summary.verdict.kind, default: 0] += 1
            }
        }
        (status, runs) = (tally.exitStatus.rawValue, tally.summaries.count)
        (self.provenance, coverage) = (provenance, tally.coverage)
        (self.unkept, self.besides, self.lacks) = (unkept, besides, lacks)
    }

    /// Returns the runs that have no verdict in their own folder, by number, from a folder's record.
    public static func summaries(in folder: String) throws(CommandTrouble) -> [Int: RunSummary] {
        let unkept = try SuiteRecord(in: folder)?.unkept ?? []
        return Dictionary(unkept.map { ($0.number, $0.summary) }, uniquingKeysWith: { first, _ in first })
    }

    /// Reads the record in a folder; nil if there is none.
    init?(in folder: String) throws(CommandTrouble) {
        let path = "\(folder)/\(Self.fileName)"
        guard let kind = Files.kind(of: path) else { return nil }
        guard kind == .regular else { throw CommandTrouble(what: "\(Self.fileName) is no regular file", remedy: nil) }
        do {
            let content = try JSONDecoder().decode(
                Content.self, from: Data(try Files.bytes(of: path, atMost: Self.mostBytes)))
            try UnknownFormat.check(content.format, of: "record of the runs", known: Self.formatVersion)
            self = content.record
        } catch let error as UnknownFormat {
            throw CommandTrouble(what: "\(error)", remedy: nil)
        } catch {
            throw CommandTrouble(
                what: "\(Self.fileName) cannot be used: it was cut off, or it is something else", remedy: nil)
        }
    }

    /// Enough for a thousand runs with the longest texts.
    private static let mostBytes = 64 << 20

    /// Writes the record into the folder, replacing an older one.
    public func write(in folder: String) throws(CommandTrouble) {
        let path = "\(folder)/\(Self.fileName)"
        let bytes: [UInt8]
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            bytes = Array(try encoder.encode(Content(self))).escapedAsJSON + [0x0A]
        } catch {
            throw .cannotWrite(path, error)
        }
        try UnfinishedFile.write(bytes, to: path, .replacing)
    }

    private init(
        status: Int32, runs: Int, provenance: Provenance, coverage: RunCoverage?, unkept: [Unkept],
        besides: [VerdictKind: Int], lacks: [Lack]
    ) {
        (self.status, self.runs, self.provenance, self.coverage) = (status, runs, provenance, coverage)
        (self.unkept, self.besides, self.lacks) = (unkept, besides, lacks)
    }

    /// The document's fields.
    private struct Content: Codable {
        struct Coverage: Codable {
            struct LeftOut: Codable {
                let scenario: String
                let reason: String
            }

            let asked: String?
            let scenarios: Int
            let leftOut: [LeftOut]
            let requiresAll: Bool
            let requiresAtLeast: Int?
            /// Nil in records of older programs.
            let unjudged: [String]?
        }

        let format: Int
        let status: Int32
        let runs: Int
        let provenance: Provenance
        let coverage: Coverage?
        let unkept: [Unkept]
        let besides: [String: Int]
        let lacks: [Lack]

        init(_ record: SuiteRecord) {
            format = SuiteRecord.formatVersion
            (status, runs, provenance, unkept) = (record.status, record.runs, record.provenance, record.unkept)
            lacks = record.lacks
            besides = Dictionary(uniqueKeysWithValues: record.besides.map { ($0.key.rawValue, $0.value) })
            coverage = record.coverage.map { coverage in
                var least: Int?
                if case .atLeast(let number)? = coverage.requirement { least = number }
                return Coverage(
                    asked: coverage.asked, scenarios: coverage.scenarios,
                    leftOut: coverage.leftOut.map { .init(scenario: $0.scenario, reason: $0.reason) },
                    requiresAll: coverage.requirement == .all, requiresAtLeast: least,
                    unjudged: coverage.unjudged)
            }
        }

        var record: SuiteRecord {
            let coverage = coverage.map { content in
                RunCoverage(
                    asked: content.asked, scenarios: content.scenarios,
                    leftOut: content.leftOut.map { RunCoverage.LeftOut($0.scenario, because: $0.reason) },
                    requirement: content.requiresAll ? .all : content.requiresAtLeast.map { .atLeast($0) },
                    unjudged: content.unjudged ?? [])
            }
            let besides = besides.compactMap { name, count in
                VerdictKind(rawValue: name).map { ($0, max(0, count)) }
            }
            return SuiteRecord(
                status: status, runs: runs, provenance: provenance, coverage: coverage, unkept: unkept,
                besides: Dictionary(besides, uniquingKeysWith: { $0 + $1 }), lacks: lacks)
        }
    }
}
