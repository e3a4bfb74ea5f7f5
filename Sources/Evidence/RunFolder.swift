import Ground
public import Journal
import OperatingSystem

/// The files of one run's folder, read without trusting any of them.
public struct RunFolder: Sendable {
    /// The end of a run, according to its files.
    public enum Ending: Sendable {
        /// Verdict and journal agree.
        case told(RunSummary)
        /// There is no verdict: the run did not end, or is still in progress.
        case unended
        /// There is a verdict, but it cannot be used, for this reason.
        case unusable(RunError)
    }

    /// The path of the run's folder, and the folder's own name.
    public let folder: String
    public let name: String
    /// The run's place in the series, counted from 1; nil for a folder with another name.
    public let number: Int?
    public let ending: Ending
    /// The contents of its verdict; nil if there is none that can be read.
    public let record: RunRecord?
    /// Differences between its files and the seal in the verdict.
    public let sealProblems: [SealProblem]
    /// Whether there is a trace that can be read without blocking.
    public let hasTrace: Bool
    /// Whether its trace was pruned and everything else is unchanged.
    public let isTracePruned: Bool

    /// Reads a run's folder.
    public init(_ folder: String) {
        self.folder = folder
        name = folder.split(separator: "/").last.map(String.init) ?? folder
        number = EvidenceFolder.number(of: name)
        let others = ["verdict.json", "journal.jsonl"].map { Files.kind(of: "\(folder)/\($0)") }
        hasTrace =
            ((try? TraceFiles(folder))?.canBeReadAgain ?? false) && others.allSatisfy { [nil, .regular].contains($0) }
        let path = "\(folder)/verdict.json"
        guard Files.kind(of: path) != nil else {
            (ending, record, sealProblems, isTracePruned) = (.unended, nil, [], false)
            return
        }
        do {
            let record = try Self.record(path)
            self.record = record
            sealProblems = SealCheck.problems(in: folder, of: record)
            isTracePruned =
                !hasTrace && sealProblems.isEmpty
                && SealCheck.pruned(in: folder, of: record).contains { $0.hasSuffix(".pcapng") }
            ending = Self.ending(of: record, Self.lastSummary(in: "\(folder)/journal.jsonl"))
        } catch {
            (ending, record, sealProblems, isTracePruned) = (.unusable(error), nil, [], false)
        }
    }

    private static func record(_ path: String) throws(RunError) -> RunRecord {
        // Anything but a regular file could block the reader forever.
        guard Files.kind(of: path) == .regular else {
            throw RunError("evidence.unreadable", "verdict.json is no regular file")
        }
        do {
            return try RunRecord(json: try Files.bytes(of: path, atMost: RunRecord.mostBytes))
        } catch let error as UnknownFormat {
            throw RunError("evidence.newer", "\(error)")
        } catch is DecodingError {
            throw RunError("evidence.unreadable", "verdict.json is no verdict: it was truncated, or is something else")
        } catch {
            throw RunError("evidence.unreadable", "verdict.json cannot be read: \(error)")
        }
    }

    /// Returns how a run ended: a verdict counts only if the journal ends with the same outcome.
    private static func ending(of record: RunRecord, _ journaled: RunSummary?) -> Ending {
        let told = record.summary
        guard let journaled else {
            return .unusable(
                RunError("evidence.contradicts", "verdict.json says \(told.verdict), and the journal has no end"))
        }
        guard told.agrees(with: journaled) else {
            let ends = (told.verdict, told.scenario) != (journaled.verdict, journaled.scenario)
            return .unusable(
                RunError(
                    "evidence.contradicts",
                    ends
                        ? "verdict.json says \(told.verdict) of \(told.scenario), and the journal says "
                            + "\(journaled.verdict) of \(journaled.scenario)"
                        : "verdict.json has a different outcome than the journal's last line"))
        }
        return .told(journaled)
    }

    private static func lastSummary(in path: String) -> RunSummary? {
        guard Files.kind(of: path) == .regular, let line = try? Files.lastLine(of: path),
            case .runEnded(let summary)? = try? JournalEntry(jsonLine: line).event
        else { return nil }
        return summary
    }
}
