import Ground
public import Journal
import OperatingSystem

/// The records of runs in folders.
public struct RunRecordList {
    /// The runs that ended, in the order of the folders, and of the runs in each.
    public private(set) var records: [RunRecord] = []
    /// The number of runs without a verdict.
    public private(set) var unended = 0

    /// Reads folders, each of which is that of one run or was named by `--output`. Throws for a verdict that cannot be
    /// read or has an unknown format, because the others would be misleading without it.
    ///
    /// `progress` receives the number of runs read and the number of all.
    public init(in folders: [String], progress: (Int, Int) -> Void = { _, _ in }) throws(CommandError) {
        var runs: [String] = []
        for folder in folders {
            guard Files.kind(of: folder) == .folder else {
                throw CommandError(
                    what: "\(folder) is no folder", remedy: "Name what 'trammel run --output' made, or one run in it")
            }
            guard !isRun(folder) else {
                runs.append(folder)
                continue
            }
            let names = Files.names(in: folder).filter { isRun("\(folder)/\($0)") }.sorted { left, right in
                let numbers = (EvidenceFolder.number(of: left) ?? .max, EvidenceFolder.number(of: right) ?? .max)
                return numbers.0 == numbers.1 ? left < right : numbers.0 < numbers.1
            }
            runs += names.map { "\(folder)/\($0)" }
        }
        for (index, run) in runs.enumerated() {
            try read(run)
            progress(index + 1, runs.count)
        }
    }

    private func isRun(_ folder: String) -> Bool {
        Files.kind(of: "\(folder)/verdict.json") != nil || Files.kind(of: "\(folder)/journal.jsonl") != nil
    }

    private mutating func read(_ folder: String) throws(CommandError) {
        let left = RunFolder(folder)
        let remedy = "Leave its run out, or play it again"
        if let problem = left.sealProblems.first {
            throw CommandError(what: "\(folder): \(problem)", remedy: remedy)
        }
        switch left.ending {
        case .unended: unended += 1
        case .told: if let record = left.record { records.append(record) }
        // The evidence of this run could not be kept, so its verdict has no seal and may differ from the journal.
        case .unusable where [.error, .failed].contains(left.record?.summary.verdict) && left.record?.seal == nil:
            unended += 1
        case .unusable(let error):
            throw CommandError(
                what: "\(folder)/verdict.json cannot be relied on: \(error.reason)",
                remedy: error.code == "evidence.newer" ? "Use the trammel that wrote it" : remedy)
        }
    }
}
