import Attestation
import Ground
public import Journal
import OperatingSystem
import Reports

/// What one run leaves on disk: trace and journal, written as things happen, and last of all its verdict.
///
/// A folder without `verdict.json` is a run that never came to its end. The verdict is written beside its name before
/// the trace says how the run ended, and gets its name afterwards: so there is no verdict beside a trace without an
/// end, and an end in a trace means that its verdict was safe on the disk. A disk that loses its power keeps that
/// order: each of them waits until what comes before it is on the disk.
///
/// The verdict has the hash of `manifest.sha256`, which has those of all other files, and the journal's hash chain.
/// They are made while the files are written: nothing is read again.
///
/// The folder and all files in it are made anew: what somebody put there before is never written to.
public final class RunEvidence {
    /// The trace, which begins when the bench is up.
    public let trace: RunTrace
    private let folder: String
    /// The folder as whoever asked for it calls it.
    private let shownFolder: String
    private let isLive: Bool
    private let provenance: Provenance
    private let journal: EvidenceFile
    /// The journal's lines that wait to be written.
    private var lines: [UInt8] = []
    private var journalTrouble: CommandTrouble?
    /// What was wrong with the rig so far.
    private var faults = RigFaults()
    /// The journal's lines, each bound to those before it.
    private var chain = MarkedChain()
    /// Of which gate the run is; nil for none.
    private let gate: GateMark?
    /// With which firmware a search plays it; nil for no search.
    private let search: SearchMark?
    /// The files that say so, and that the manifest has, with their hashes.
    private let marks: [(file: EvidenceFile, entry: Manifest.Entry)]
    /// What is played, for a run that has no trace to say it.
    private let material: RunMaterial?

    /// Makes the run's folder, and begins its journal with what it is played with.
    init(
        in folder: String, shownAs shownFolder: String? = nil, options: TraceKeeping, isLive: Bool,
        of provenance: Provenance, playing material: RunMaterial? = nil, gate: GateMark? = nil,
        search: SearchMark? = nil
    ) throws(CommandTrouble) {
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
    private static func left<Mark: SealedMark>(
        _ mark: Mark?, in folder: String
    ) throws(CommandTrouble) -> (file: EvidenceFile, entry: Manifest.Entry)? {
        guard let mark else { return nil }
        let file = try EvidenceFile("\(folder)/\(Mark.fileName)", of: .lines)
        try file.append(mark.line)
        return (file, Manifest.Entry(Mark.fileName, ContentHash.of(mark.line)))
    }

    /// The files that say most of the run, the first one first.
    public var files: [String] {
        [trace.path.split(separator: "/").last.map(String.init), "verdict.json", "journal.jsonl"].compactMap(\.self)
            .map { "\(shownFolder)/\($0)" }
    }

    /// What went wrong so far; it is told at the end, so that the run itself goes on and gives everything back.
    private var trouble: CommandTrouble? { journalTrouble ?? trace.trouble }

    /// Appends an entry of the journal; on a live bench it is written with the next `flush`.
    public func receive(_ entry: JournalEntry) {
        faults.receive(entry)
        do {
            let line = try entry.jsonLine()
            trace.receive(entry, line: line)
            chain.append(line[...])
            lines += line
            lines.append(0x0A)
        } catch {
            journalTrouble = journalTrouble ?? .cannotWrite(journal.path, error)
        }
        if !isLive { flush() }
    }

    /// Writes everything that waits, the trace first: it knows all that the journal tells.
    public func flush() {
        trace.flush()
        guard !lines.isEmpty, journalTrouble == nil else { return }
        defer { lines.removeAll(keepingCapacity: true) }
        do throws(CommandTrouble) { try journal.append(lines) } catch { journalTrouble = error }
    }

    /// Ends trace and journal, and writes the verdict.
    ///
    /// When any of it cannot be kept, no verdict in the folder says that the run passed, and the trouble is thrown.
    func end(with summary: RunSummary) throws(CommandTrouble) {
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
        do throws(CommandTrouble) {
            // The names of all files are on the disk when the last but one is.
            try list.finish()
            isListed = true
            try verdict.finish()
        } catch {
            trace.takeEndBack(because: error)
            if isListed { Files.remove(manifestPath) }
            throw error
        }
    }

    /// The hashes of all files as they are when the trace's end is written.
    private func manifest(of summary: RunSummary) throws(CommandTrouble) -> Manifest {
        var entries = trace.seal(verdict: summary.verdict.description, reason: summary.reason)
        guard let hash = journal.hash else {
            throw CommandTrouble(what: "\(journal.path) was cut off, and has no hash", remedy: nil)
        }
        entries.append(Manifest.Entry(FileName.last(of: journal.path), hash.value))
        entries += marks.map(\.entry)
        do throws(AttestationError) { return try Manifest(entries) } catch {
            throw .cannotWrite("\(folder)/\(Manifest.fileName)", error)
        }
    }

    /// Leaves a verdict after all, one that tells of the trouble; without room for it the folder stays without.
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

    private static func syncNames(in folder: String) throws(CommandTrouble) {
        do { try Files.sync(folder: folder) } catch { throw .cannotWrite(folder, error) }
    }

    /// The verdict on the disk, without its name yet; it vanishes again unless it gets it.
    private func verdict(
        of summary: RunSummary, sealing manifest: ContentHash? = nil
    ) throws(CommandTrouble) -> UnfinishedFile {
        let path = "\(folder)/verdict.json"
        let bytes: [UInt8]
        do {
            bytes = try VerdictDocument(
                summary, of: provenance, faults: faults, seal: manifest.map(seal), gate: gate, search: search
            ).json()
        } catch {
            throw .cannotWrite(path, error)
        }
        let file = try UnfinishedFile(path)
        try file.append(bytes)
        return file
    }
}

extension RunEvidence {
    /// Ends like `end`, whatever the disk does: gives what is left of the run, and why where its evidence is not kept.
    public func settle(_ summary: RunSummary) -> (summary: RunSummary, trouble: CommandTrouble?) {
        do throws(CommandTrouble) {
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
    /// What is left of a run whose evidence could not be kept: a failure stays one, and nothing passes.
    fileprivate func withoutEvidence(because trouble: CommandTrouble) -> RunSummary {
        let error = RunError("evidence.notWritten", "the evidence could not be kept: \(trouble.what)")
        return switch verdict {
        case .passed, .skipped: ending(in: error)
        case .failed, .error, .timedOut, .aborted: adding(error.reason)
        }
    }
}
