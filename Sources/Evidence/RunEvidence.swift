import Ground
public import Journal
import OpenSSL
import OperatingSystem
import Reports

/// The files of one run: trace and journal, written during the run, and the verdict, written last.
///
/// A folder without `verdict.json` is a run that never ended. The verdict is written under a temporary name before the
/// trace says how the run ended, and gets its real name afterwards. So there is never a verdict next to a trace
/// without an end, and an end in a trace means that its verdict was safely on disk. Each step waits until everything
/// before it is on disk, so this order survives a power failure.
///
/// The verdict contains the hash of `manifest.sha256`, which has those of all other files, and the journal's hash
/// chain. They are computed while the files are written; nothing is read again.
///
/// The folder and all its files are newly created: an existing file is never written to.
public final class RunEvidence {
    /// The trace, which begins when the bench is up.
    public let trace: RunTrace
    private let folder: String
    /// The folder's path as the user wrote it.
    private let shownFolder: String
    private let isLive: Bool
    private let provenance: Provenance
    private let journal: EvidenceFile
    /// The journal's lines that are not yet written.
    private var lines: [UInt8] = []
    private var journalTrouble: CommandError?
    /// The faults of the rig so far.
    private var faults = RigFaults()
    /// The hash chain of the journal's lines.
    private var chain = CheckpointedChain()
    /// The gate that the run belongs to; nil for none.
    private let gate: GateMembership?
    /// The firmware with which a search plays the run; nil if it is not part of a search.
    private let search: SearchMembership?
    /// The files of these marks, and their entries in the manifest.
    private let marks: [(file: EvidenceFile, entry: Manifest.Entry)]
    /// What is played, for a run that has no trace to contain it.
    private let material: RunMaterial?

    /// Creates the run's folder, and begins its journal with the provenance.
    init(
        in folder: String, shownAs shownFolder: String? = nil, options: TraceKeeping, isLive: Bool,
        of provenance: Provenance, playing material: RunMaterial? = nil, gate: GateMembership? = nil,
        search: SearchMembership? = nil
    ) throws(CommandError) {
        self.folder = folder
        self.material = material
        (self.gate, self.search) = (gate, search)
        self.shownFolder = shownFolder ?? folder
        self.isLive = isLive
        self.provenance = provenance
        trace = RunTrace(in: folder, options: options, isLive: isLive)
        do {
            try Files.makeNewFolder(folder)
        } catch {
            throw .cannotWrite(folder, error)
        }
        try Self.syncNames(in: Files.folder(of: folder))
        marks = [try Self.left(search, in: folder), try Self.left(gate, in: folder)].compactMap(\.self)
        journal = try EvidenceFile("\(folder)/journal.jsonl", of: .lines)
        receive(JournalEntry(.provenance(provenance: provenance), at: .start))
    }

    /// Writes the file of a mark.
    private static func left<Mark: SealedMembership>(
        _ mark: Mark?, in folder: String
    ) throws(CommandError) -> (file: EvidenceFile, entry: Manifest.Entry)? {
        guard let mark else { return nil }
        let file = try EvidenceFile("\(folder)/\(Mark.fileName)", of: .lines)
        try file.append(mark.line)
        return (file, Manifest.Entry(Mark.fileName, ContentHash.of(mark.line)))
    }

    /// The files that describe the run, the most informative one first.
    public var files: [String] {
        [trace.path.split(separator: "/").last.map(String.init), "verdict.json", "journal.jsonl"].compactMap(\.self)
            .map { "\(shownFolder)/\($0)" }
    }

    /// The first problem so far. It is reported at the end, so that the run itself continues and releases everything.
    private var trouble: CommandError? { journalTrouble ?? trace.trouble }

    /// Appends an entry of the journal; on a live bench it is written with the next `flush`.
    public func receive(_ entry: JournalEntry) {
        faults.receive(entry)
        let line = entry.jsonLine()
        trace.receive(entry, line: line)
        chain.append(line[...])
        lines += line
        lines.append(0x0A)
        if !isLive { flush() }
    }

    /// Writes everything that is pending. The trace comes first, because it contains everything in the journal.
    public func flush() {
        trace.flush()
        guard !lines.isEmpty, journalTrouble == nil else { return }
        defer { lines.removeAll(keepingCapacity: true) }
        do throws(CommandError) { try journal.append(lines) } catch { journalTrouble = error }
    }

    /// Ends trace and journal, and writes the verdict.
    ///
    /// If any of it cannot be kept, no verdict in the folder says that the run passed, and the problem is thrown.
    func end(with summary: RunSummary) throws(CommandError) {
        flush()
        defer {
            trace.close()
            journal.close()
            for mark in marks { mark.file.close() }
        }
        if let trouble { throw trouble }
        let manifest = try manifest(of: summary)
        if let trouble { throw trouble }
        let manifestPath = "\(folder)/\(Manifest.fileName)"
        let list = try UnfinishedFile(manifestPath)
        try list.append(manifest.text)
        let verdict = try verdict(of: summary, sealing: manifest.hash)
        try verdict.sync()
        try journal.sync()
        for mark in marks { try mark.file.sync() }
        trace.end()
        if let trouble = trace.trouble { throw trouble }
        var isListed = false
        do throws(CommandError) {
            // This also puts the names of all earlier files on disk.
            try list.finish()
            isListed = true
            try verdict.finish()
        } catch {
            trace.takeEndBack(because: error)
            if isListed { Files.remove(manifestPath) }
            throw error
        }
    }

    /// Returns the hashes of all files as they will be when the trace's end is written.
    private func manifest(of summary: RunSummary) throws(CommandError) -> Manifest {
        var entries = trace.seal(verdict: summary.verdict.description, reason: summary.reason)
        guard let hash = journal.hash else {
            throw CommandError(what: "\(journal.path) was cut off, and has no hash", remedy: nil)
        }
        entries.append(Manifest.Entry(FileName.last(of: journal.path), hash.value))
        entries += marks.map(\.entry)
        do throws(DocumentError) { return try Manifest(entries) } catch {
            throw .cannotWrite("\(folder)/\(Manifest.fileName)", error)
        }
    }

    /// Writes a verdict that reports the problem after all; if there is no room for it, the folder has no verdict.
    func leave(_ summary: RunSummary) {
        precondition(summary.verdict != .passed, "a run whose evidence is not whole did not pass")
        try? verdict(of: summary).finish()
    }

    private func seal(_ manifest: ContentHash) -> RunSeal {
        let lines = RunSeal.Lines(
            lines: chain.chain.lines, chain: chain.chain.value, every: chain.every, marks: chain.marks)
        let content = trace.content ?? material?.content
        return RunSeal(manifest: manifest, journal: lines, scenario: content?.scenario, rig: content?.rig)
    }

    private static func syncNames(in folder: String) throws(CommandError) {
        do { try Files.sync(folder: folder) } catch { throw .cannotWrite(folder, error) }
    }

    /// Writes the verdict under a temporary name; it is deleted unless it gets its real name.
    private func verdict(
        of summary: RunSummary, sealing manifest: ContentHash? = nil
    ) throws(CommandError) -> UnfinishedFile {
        let path = "\(folder)/verdict.json"
        let bytes = RunRecord(
            summary, of: provenance, faults: faults, seal: manifest.map(seal), gate: gate, search: search
        ).json
        let file = try UnfinishedFile(path)
        try file.append(bytes)
        return file
    }
}

extension RunEvidence {
    /// Ends the run like `end`, whatever happens to the disk. Returns the result that remains, and the problem if the
    /// evidence was not kept.
    public func settle(_ summary: RunSummary) -> (summary: RunSummary, trouble: CommandError?) {
        do throws(CommandError) {
            try end(with: summary)
            return (summary, nil)
        } catch {
            let left = summary.withoutEvidence(because: error)
            leave(left)
            return (left, error)
        }
    }
}

extension RunSummary {
    /// Returns the result of a run whose evidence could not be kept: a failure stays a failure, and nothing passes.
    fileprivate func withoutEvidence(because trouble: CommandError) -> RunSummary {
        let error = RunError("evidence.notWritten", "the evidence could not be kept: \(trouble.what)")
        return switch verdict {
        case .passed, .skipped: ending(in: error)
        case .failed, .error, .timedOut, .aborted: adding(error.reason)
        }
    }
}
