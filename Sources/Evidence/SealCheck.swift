import Ground
public import Journal
import OpenSSL
import OperatingSystem

/// A difference between a run's files and the seal in its verdict.
public struct SealProblem: Hashable, Sendable, CustomStringConvertible {
    /// The file's name in the run's folder.
    public let file: String
    /// The place in the file, if it is known: `lines 33 to 36`, `line 2, byte 70`.
    public let place: String?
    /// What is wrong, as the end of a sentence that begins with the file.
    public let what: String

    public init(_ file: String, _ place: String? = nil, _ what: String) {
        (self.file, self.place, self.what) = (file, place, what)
    }

    /// The problem as a sentence without its final full stop.
    public var description: String { "\(file.shown())\(place.map { ", \($0)," } ?? "") \(what)" }
}

/// Compares the files of a run with the seal in its verdict.
///
/// A pruned file may be missing if `pruned.json` lists it with the hash that the manifest has. The verdict itself is
/// in no manifest, but a changed verdict contradicts trace and journal, and a gate's record. A file listed in the
/// manifest says which gate or search a run belongs to.
public struct SealCheck {
    private let folder: String
    private let seal: RunSeal
    /// The maximum size of a manifest that is read, in bytes.
    private static let mostOfManifest = 16 << 20

    /// Returns everything that is wrong with the files in a run's folder; empty for a run without a seal.
    ///
    /// A run whose evidence could not be kept has no seal, and never passed.
    public static func problems(in folder: String, of record: RunRecord) -> [SealProblem] {
        guard let seal = record.seal else {
            let verdict = record.summary.verdict
            guard verdict == .passed || verdict.kind == .skipped else { return [] }
            return [SealProblem("verdict.json", nil, "says \(verdict) and has no seal")]
        }
        let check = SealCheck(folder: folder, seal: seal)
        let marks = [check.problem(with: record.search), check.problem(with: record.gate)]
        return check.problems + marks.compactMap(\.self)
    }

    /// Returns the firmware with which a search played the run, if the seal vouches for it.
    public static func search(in folder: String, of record: RunRecord) -> SearchMembership? {
        vouched(record.search, in: folder, of: record)
    }

    /// Returns the gate that the run belongs to, if the seal vouches for it.
    ///
    /// If only the verdict says so, it may be the changed verdict of an ordinary run.
    public static func gate(in folder: String, of record: RunRecord) -> GateMembership? {
        vouched(record.gate, in: folder, of: record)
    }

    private static func vouched<Mark: SealedMembership>(
        _ mark: Mark?, in folder: String, of record: RunRecord
    ) -> Mark? {
        guard let seal = record.seal, let mark, let list = try? SealCheck(folder: folder, seal: seal).manifest(),
            list.hash(of: Mark.fileName) == ContentHash.of(mark.line)
        else { return nil }
        return mark
    }

    /// Returns a problem if the verdict does not agree with the mark's file in the manifest.
    private func problem<Mark: SealedMembership>(with mark: Mark?) -> SealProblem? {
        guard let list = try? manifest(), let listed = list.hash(of: Mark.fileName),
            mark.map({ ContentHash.of($0.line) }) != listed
        else { return nil }
        return SealProblem("verdict.json", nil, "says otherwise than \(Mark.fileName) of what the run is a part")
    }

    /// Returns the files of a run that were pruned: the manifest lists them, and `pruned.json` has the same hashes.
    public static func pruned(in folder: String, of record: RunRecord) -> [String] {
        let note = PrunedFiles(in: folder)
        guard let seal = record.seal, !note.files.isEmpty,
            let list = try? SealCheck(folder: folder, seal: seal).manifest()
        else { return [] }
        return list.entries.filter { note.explains($0) && Files.kind(of: "\(folder)/\($0.path)") == nil }.map(\.path)
    }

    private var problems: [SealProblem] {
        let name = Manifest.fileName
        let list: Manifest
        do throws(SealError) { list = try manifest() } catch {
            var all = [error.problem]
            // Without the list nothing is known about the trace, but the journal still has its chain.
            if let problem = journalProblem(expected: nil) { all.append(problem) }
            return all
        }
        let pruned = PrunedFiles(in: folder)
        var all: [SealProblem] = []
        for entry in list.entries {
            if entry.path == Self.journal {
                if let problem = journalProblem(expected: entry.hash) { all.append(problem) }
            } else if let problem = problem(with: entry, pruned) {
                all.append(problem)
            }
        }
        if list.hash(of: Self.journal) == nil { all.append(SealProblem(name, nil, "does not list \(Self.journal)")) }
        for stray in Files.names(in: folder).sorted() where Self.isEvidence(stray) && list.hash(of: stray) == nil {
            all.append(SealProblem(stray, nil, "is not in \(name): it came later"))
        }
        return all
    }

    private static let journal = "journal.jsonl"
    /// The largest journal that is read, in bytes. A run of a full day stays below it; a larger one would take
    /// minutes.
    public static let mostOfJournal = 1 << 30

    /// Returns that a journal is too large to be read, as the end of a sentence that begins with its name; nil if it
    /// is not.
    static func excess(ofJournal path: String) -> String? {
        guard let size = Files.size(of: path), size > mostOfJournal else { return nil }
        return "has \(size) bytes, and \(mostOfJournal) are the most that are read"
    }

    /// Returns whether readers treat a file of this name as part of the run.
    private static func isEvidence(_ name: String) -> Bool {
        name.hasSuffix(".pcapng") || name.hasSuffix(".jsonl")
    }

    private func manifest() throws(SealError) -> Manifest {
        let (name, path) = (Manifest.fileName, "\(folder)/\(Manifest.fileName)")
        guard let kind = Files.kind(of: path) else { throw SealError(name, "is missing") }
        guard kind == .regular else { throw SealError(name, "is no regular file") }
        let text: [UInt8]
        do { text = try Files.bytes(of: path, atMost: Self.mostOfManifest) } catch {
            throw SealError(name, "cannot be read: \(error)")
        }
        let list: Manifest
        do throws(DocumentError) { list = try Manifest(text) } catch {
            throw SealError(name, "is no manifest: \(error)")
        }
        guard ContentHash.of(text) == seal.manifest else {
            throw SealError(name, "is not the one that verdict.json was written with")
        }
        return list
    }

    private func problem(with entry: Manifest.Entry, _ pruned: PrunedFiles) -> SealProblem? {
        let path = "\(folder)/\(entry.path)"
        guard let kind = Files.kind(of: path) else {
            return pruned.explains(entry) ? nil : SealProblem(entry.path, nil, "is missing")
        }
        guard kind == .regular else { return SealProblem(entry.path, nil, "is no regular file") }
        do throws(SystemError) {
            guard try Files.hash(of: path) == entry.hash else {
                return SealProblem(
                    entry.path, nil, "was changed after the run: the manifest has another hash")
            }
            return nil
        } catch {
            return SealProblem(entry.path, nil, "cannot be read: \(error)")
        }
    }

    /// Compares the journal with its chain, line by line, and with its hash if that is known.
    private func journalProblem(expected: ContentHash?) -> SealProblem? {
        let path = "\(folder)/\(Self.journal)"
        guard let kind = Files.kind(of: path) else { return SealProblem(Self.journal, nil, "is missing") }
        guard kind == .regular else { return SealProblem(Self.journal, nil, "is no regular file") }
        if let excess = Self.excess(ofJournal: path) { return SealProblem(Self.journal, nil, excess) }
        guard var comparison = ChainComparison(every: seal.journal.every, marks: seal.journal.marks) else {
            return SealProblem("verdict.json", nil, "has a seal that no run makes")
        }
        let read: (hash: ContentHash, isCut: Bool)
        do throws(SystemError) {
            read = try Files.readLines(of: path) { comparison.append($0) }
        } catch {
            return SealProblem(Self.journal, nil, "cannot be read: \(error)")
        }
        if let lines = comparison.difference(from: seal.journal.chain, lines: seal.journal.lines) {
            let place =
                lines.count == 1 ? "line \(lines.lowerBound)" : "lines \(lines.lowerBound) to \(lines.upperBound)"
            let count =
                comparison.lines == seal.journal.lines
                ? "" : ": the run wrote \(counted(seal.journal.lines, "line")), and there are \(comparison.lines)"
            return SealProblem(Self.journal, place, "was changed after the run\(count)")
        }
        if read.isCut { return SealProblem(Self.journal, nil, "has something behind its last line") }
        guard let expected, read.hash != expected else { return nil }
        return SealProblem(Self.journal, nil, "is not the file that the manifest lists")
    }
}

private struct SealError: Error {
    let problem: SealProblem

    init(_ file: String, _ what: String) { problem = SealProblem(file, nil, what) }
}
