import Ground
import Journal
import OperatingSystem
import Reports

/// A difference between a gate's folder and what the gate left there.
public struct GateProblem: Hashable, Sendable, CustomStringConvertible {
    /// The path of the file or folder, relative to the gate's folder.
    public let path: String
    /// The place in the file, if it is known: `line 3, byte 410`.
    public let place: String?
    /// What is wrong, as the end of a sentence that begins with the path.
    public let what: String

    public init(_ path: String, _ place: String? = nil, _ what: String) {
        (self.path, self.place, self.what) = (path, place, what)
    }

    /// The problem as a sentence without its final full stop.
    public var description: String { "\(path.shown(120))\(place.map { ", \($0)," } ?? "") \(what)" }
}

/// Compares the runs in a gate's folder with its record.
struct GateFolder {
    private let folder: String
    private let record: GateRecordReading
    /// The names in the folder.
    private let names: [String]

    /// Creates a comparison. For a gate in progress, `names` must be older than the record, which names each run before
    /// the run's folder exists.
    init(_ folder: String, _ record: GateRecordReading, names: [String]) {
        (self.folder, self.record, self.names) = (folder, record, names)
    }

    /// Reads the record in a folder.
    static func record(in folder: String) throws(CommandError) -> GateRecordReading {
        let path = "\(folder)/\(GateRecord.fileName)"
        guard Files.kind(of: path) == .regular else {
            throw CommandError(
                what: "\(folder) holds no gate: there is no \(GateRecord.fileName)",
                remedy: "Name a gate's output folder")
        }
        let bytes: [UInt8]
        // Resuming a gate would cut off anything that was not read.
        if let size = Files.size(of: path), size > GateRecordReading.mostBytes {
            throw CommandError(
                what: "\(path) has \(size) bytes, and \(GateRecordReading.mostBytes) are the most that are read",
                remedy: nil)
        }
        do { bytes = try Files.bytes(of: path, atMost: GateRecordReading.mostBytes) } catch {
            throw CommandError(what: "\(path) cannot be read: \(error)", remedy: nil)
        }
        do throws(DocumentError) { return try GateRecordReading(bytes) } catch {
            throw CommandError(what: "\(path), \(error)", remedy: nil)
        }
    }

    /// Problems with the folders of the gate's runs.
    var problemsOfRuns: [GateProblem] { record.runs.flatMap { problems(with: $0) } }

    /// Folders of runs that do not belong to this gate.
    var strangers: [GateProblem] {
        let known = Set(record.runs.map(\.run.folder))
        return names.sorted().filter { !known.contains($0) && isRun($0) }.map {
            GateProblem($0, nil, "is no run of this gate: the record does not have it")
        }
    }

    /// Problems with the plan, the runs' folders, and anything next to them.
    var problems: [GateProblem] { problemsOfPlan + problemsOfRuns + strangers }

    var problemsOfPlan: [GateProblem] { planProblem.map { [$0] } ?? [] }

    private var planProblem: GateProblem? {
        let name = GateRecord.planName
        do {
            guard try Files.hash(of: "\(folder)/\(name)") == record.start.plan else {
                return GateProblem(name, nil, "was changed after the gate began: the record has another hash")
            }
            return nil
        } catch {
            return GateProblem(name, nil, "cannot be read: \(error)")
        }
    }

    /// The number of runs from whose folders files were pruned.
    var pruned: Int {
        record.runs.count { run in
            let path = "\(folder)/\(run.run.folder)"
            guard Files.kind(of: "\(path)/\(PrunedFiles.fileName)") == .regular, let played = runRecord(in: path) else {
                return false
            }
            return !SealCheck.pruned(in: path, of: played).isEmpty
        }
    }

    /// Returns whether it looks like the folder of a run.
    private func isRun(_ name: String) -> Bool {
        guard Files.kind(of: "\(folder)/\(name)") == .folder else { return false }
        return EvidenceFolder.number(of: name) != nil
            || ["verdict.json", "journal.jsonl"].contains { Files.kind(of: "\(folder)/\(name)/\($0)") != nil }
    }

    private func problems(with run: GateRecordReading.Run) -> [GateProblem] {
        let (name, path) = (run.run.folder, "\(folder)/\(run.run.folder)")
        guard case .ended(let kind, let manifest, let verdict)? = run.end else {
            // A lost run need not have left anything, but it must not have a verdict.
            guard case .lost? = run.end, case .ended(let kind, _, _) = end(of: run.run) else { return [] }
            return [
                GateProblem("\(name)/verdict.json", nil, "says \(kind.words), and the record that the run was lost")
            ]
        }
        guard Files.kind(of: path) == .folder else {
            return [GateProblem(name, nil, "is missing: run \(run.run.ordinal) left it, and it \(kind.words)")]
        }
        var problems: [GateProblem] = []
        for (file, hash) in [(Manifest.fileName, manifest), ("verdict.json", verdict)] {
            switch (hash, try? Files.hash(of: "\(path)/\(file)")) {
            case (nil, nil): break
            case (let hash?, let now?) where hash == now: break
            case (.some, nil): problems.append(GateProblem("\(name)/\(file)", nil, "is missing"))
            case (.some, .some):
                problems.append(GateProblem("\(name)/\(file)", nil, "was changed: the record has another hash"))
            case (nil, .some):
                problems.append(GateProblem("\(name)/\(file)", nil, "came later: the record has no hash of it"))
            }
        }
        if manifest == nil, kind == .passed {
            problems.append(GateProblem(name, nil, "passed, and the record has no hash of its manifest"))
        }
        guard verdict != nil, let record = runRecord(in: path) else {
            if verdict != nil { problems.append(GateProblem("\(name)/verdict.json", nil, "cannot be read")) }
            return problems
        }
        return problems + self.problems(with: run.run, kind, record)
    }

    /// Returns the problems with a run's verdict, compared with the record.
    private func problems(with run: GateRun, _ kind: VerdictKind, _ played: RunRecord) -> [GateProblem] {
        let (file, summary) = ("\(run.folder)/verdict.json", played.summary)
        var problems: [GateProblem] = []
        for (what, told, recorded) in [
            ("verdict", "\(summary.verdict)", kind.words), ("scenario", summary.scenario, run.scenario),
            ("seed", "\(summary.seed)", "\(run.seed)"),
        ] where told != recorded {
            let what = "says \(what) \(told.shown()), and the record \(recorded.shown())"
            problems.append(GateProblem(file, nil, what))
        }
        if let mistake = mistake(in: played.gate, of: run) { problems.append(GateProblem(file, nil, mistake)) }
        for problem in SealCheck.problems(in: "\(folder)/\(run.folder)", of: played) {
            problems.append(GateProblem("\(run.folder)/\(problem.file)", problem.place, problem.what))
        }
        return problems
    }

    /// Returns what is wrong with a mark that should be of this run of this gate, as the end of a sentence; nil if it
    /// is.
    private func mistake(in mark: GateMembership?, of run: GateRun) -> String? {
        guard let mark else { return "is of a run that no gate started" }
        guard mark.record == record.id else { return "is of a run of another gate" }
        guard mark.ordinal == run.ordinal else {
            return "is of run \(mark.ordinal), and the record of run \(run.ordinal)"
        }
        guard mark.plan == record.start.plan else { return "is of another plan" }
        let firmware = [record.start.firmware.sha256, record.start.baseline?.sha256]
        return firmware.contains(mark.firmware.sha256) ? nil : "is of another firmware"
    }

    /// Returns how a run ended for which the record has no end.
    ///
    /// A verdict of that run counts, unless it says passed or skipped and its evidence is incomplete.
    func end(of run: GateRun) -> GateRunEnd {
        let path = "\(folder)/\(run.folder)"
        guard Files.kind(of: path) == .folder else { return .lost(because: "it left no folder") }
        guard let played = runRecord(in: path) else { return .lost(because: "it came to no verdict") }
        if let mistake = mistake(in: played.gate, of: run) { return .lost(because: "its verdict \(mistake)") }
        let summary = played.summary
        guard summary.scenario == run.scenario, summary.seed == run.seed else {
            return .lost(because: "its verdict is of another run")
        }
        let problem = SealCheck.problems(in: path, of: played).first
        if summary.verdict == .passed || summary.verdict.kind == .skipped {
            if let problem { return .lost(because: "\(problem)") }
            guard SealCheck.gate(in: path, of: played) != nil else {
                return .lost(because: "its verdict alone says that it is of this gate: its manifest has no such file")
            }
        }
        return .ended(
            summary.verdict.kind, manifest: try? Files.hash(of: "\(path)/\(Manifest.fileName)"),
            verdict: try? Files.hash(of: "\(path)/verdict.json"))
    }

    private func runRecord(in path: String) -> RunRecord? {
        let file = "\(path)/verdict.json"
        guard Files.kind(of: file) == .regular, let bytes = try? Files.bytes(of: file, atMost: RunRecord.mostBytes)
        else {
            return nil
        }
        return try? RunRecord(json: bytes)
    }
}
