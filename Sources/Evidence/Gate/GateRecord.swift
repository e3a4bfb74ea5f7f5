public import Ground
public import Journal
import OpenSSL
import OperatingSystem
import Reports

/// The record of a release gate in progress: what it is about to do and how that ended, line by line.
///
/// A line is on disk before the action it describes begins. A run that was started can therefore not disappear: its
/// line stays, and its ordinal is never reused.
public final class GateRecord {
    /// The record's name in the gate's folder.
    public static let fileName = "record.jsonl"
    /// The file name of the plan as it was when the gate began.
    public static let planName = "plan.json"
    /// The file name of the gate's document.
    public static let documentName = "gate.json"

    public let start: GateStart
    /// The instant at which the gate began.
    public let began: GateMoment
    /// Identifies the record in its runs' verdicts: the chain after its first line.
    public let id: ContentHash
    /// The ordinal of the next run, from 1.
    public private(set) var nextOrdinal: Int
    /// The chain after the last line; a statement made before the gate ends refers to it.
    public var chain: ContentHash { entries.value }

    private let folder: String
    private let lease: BenchLease
    private let clock: () -> GateMoment
    private let file: RecordFile
    /// The file in which the bench remembers how far the record grew.
    private let memory: RecordMemoryFile
    private var entries: EntryChain
    /// The number of lines.
    private var lines: Int
    /// The runs that were started and have not ended, with the names of their folders.
    private var open: [Int: String] = [:]
    private var hasEnded = false

    /// Begins a gate in a folder without a record: writes the plan, the first line and the bench's memory.
    ///
    /// The plan's hash is computed from these bytes. Everything is on disk before this returns.
    public init(
        of plan: [UInt8], firmware: GateMembership.Firmware, baseline: GateMembership.Firmware? = nil, bench: String,
        terms: GateTerms, in folder: String, lease: BenchLease, clock: @escaping () -> GateMoment = { .now }
    ) throws(CommandError) {
        start = GateStart(
            program: Program.name, plan: ContentHash.of(plan), firmware: firmware, baseline: baseline,
            bench: GateStart.Bench(name: bench, fingerprint: lease.fingerprint), predecessor: lease.predecessor,
            terms: terms)
        began = clock()
        (self.folder, self.lease, self.clock, nextOrdinal) = (folder, lease, clock, 1)
        do { try Files.makeFolder(folder) } catch { throw .cannotWrite(folder, error) }
        guard Files.kind(of: "\(folder)/\(Self.fileName)") == nil else {
            throw CommandError(
                what: "\(folder) holds the record of a gate", remedy: "Name another folder, or go on with that gate")
        }
        try UnfinishedFile.write(plan, to: "\(folder)/\(Self.planName)")
        entries = EntryChain()
        let line = GateRecordReading.line(.began(start), at: began, &entries)
        (id, lines) = (entries.value, 1)
        memory = try lease.memories.begin(id)
        file = try RecordFile(new: "\(folder)/\(Self.fileName)")
        try file.append(line)
        do { try Files.sync(folder: folder) } catch { throw .cannotWrite(folder, error) }
        try lease.remember(record: id, isEnded: false, in: folder)
    }

    /// Continues a record that was read, after removing its truncated line.
    init(
        _ reading: GateRecordReading, in folder: String, lease: BenchLease, clock: @escaping () -> GateMoment
    ) throws(CommandError) {
        (start, id, began) = (reading.start, reading.id, reading.began)
        (self.folder, self.lease, self.clock) = (folder, lease, clock)
        nextOrdinal = (reading.runs.last?.run.ordinal ?? 0) + 1
        entries = EntryChain()
        entries.goOn(from: reading.chain)
        lines = reading.lines
        memory = try lease.memories.resume(id)
        for run in reading.runs where run.end == nil { open[run.run.ordinal] = run.run.folder }
        file = try RecordFile("\(folder)/\(Self.fileName)", from: reading.wholeBytes)
        try append(.resumed(cutBytes: reading.cutBytes))
        try lease.remember(record: id, isEnded: false, in: folder)
    }

    deinit { file.close() }

    /// Returns the mark for the verdict of the next run.
    public func mark(
        _ firmware: GateMembership.Firmware, identity: String, powerCycle: Int? = nil, unit: String? = nil
    ) -> GateMembership {
        GateMembership(
            record: id, ordinal: nextOrdinal, plan: start.plan, firmware: firmware, identity: identity,
            powerCycle: powerCycle, unit: unit)
    }

    /// Records that a run is about to start, and gives it the next ordinal.
    public func start(
        _ scenario: String, seed: UInt64, in name: String
    ) throws(CommandError) -> GateRun {
        precondition(GateRecordEntry.mistake(inFolder: name) == nil, "a run's folder has a name in the gate's folder")
        let run = GateRun(ordinal: nextOrdinal, folder: name, scenario: scenario, seed: seed)
        try append(.runStarted(run))
        nextOrdinal += 1
        open[run.ordinal] = name
        return run
    }

    /// Records the verdict of a run, after all its files are on disk.
    public func end(_ run: GateRun, _ verdict: VerdictKind) throws(CommandError) {
        let path = "\(folder)/\(run.folder)"
        let end = GateRunEnd.ended(
            verdict, manifest: try? Files.hash(of: "\(path)/\(Manifest.fileName)"),
            verdict: try? Files.hash(of: "\(path)/verdict.json"))
        try self.end(run.ordinal, end)
    }

    func end(_ ordinal: Int, _ end: GateRunEnd) throws(CommandError) {
        let folder = open.removeValue(forKey: ordinal)
        precondition(folder != nil, "a run ends once, after it was started")
        try append(.runEnded(ordinal: ordinal, end))
    }

    /// Records something else on which the result rests.
    public func note(_ note: GateNote) throws(CommandError) { try append(.noted(note)) }

    /// Records the gate's result, with the hashes of the named files in its folder.
    ///
    /// It is the last line: everything else of the gate is on disk before it. Runs that are still open are lost.
    public func end(_ result: String, files names: [String]) throws(CommandError) {
        for ordinal in open.keys.sorted() { try end(ordinal, .lost(because: "the gate ended before it")) }
        var files: [Manifest.Entry] = []
        for name in names + [Self.planName] where !files.contains(where: { $0.path == name }) {
            do {
                files.append(Manifest.Entry(name, try Files.hash(of: "\(folder)/\(name)")))
            } catch {
                throw CommandError(what: "\(folder)/\(name) cannot be read: \(error)", remedy: nil)
            }
        }
        try append(.ended(GateEnd(result: result, files: files)))
        try lease.remember(record: chain, isEnded: true, in: folder)
    }

    private func append(_ entry: GateRecordEntry) throws(CommandError) {
        precondition(!hasEnded, "nothing follows the line that ends a gate")
        if case .ended = entry { hasEnded = true }
        // Lines that the bench does not remember could be removed without a trace.
        if let trouble = memory.trouble { throw trouble }
        try file.append(GateRecordReading.line(entry, at: clock(), &entries))
        lines += 1
        var result: String?
        if case .ended(let end) = entry { result = end.result }
        try memory.write(RecordMemory(lines: lines, chain: entries.value, result: result))
    }
}
