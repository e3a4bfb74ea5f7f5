import Ground
import Journal
import OpenSSL
import OperatingSystem
public import Recordings

/// One run's trace on disk: `trace.pcapng`, or with a limit `trace-001.pcapng` and so on.
///
/// It is only appended to, never rewritten. In virtual time each event is written immediately. On a live bench, the
/// events of several turns of the run loop are written together when no answer is due, so that the disk delays none.
/// If the program is killed, those turns are lost, a tenth of a second at most.
public final class RunTrace {
    /// The smallest limit for a file.
    public static let smallestLimit: UInt64 = 64 << 10
    /// The number of bytes after which the room on the disk is checked again.
    private static let watchInterval = 1 << 20

    private let folder: String
    private let options: TraceKeeping
    private let isLive: Bool
    private var pen = Pen()
    private var file: EvidenceFile?
    private var part = 1
    /// The parts that are on disk, oldest first.
    private var parts: [String] = []
    private var untilWatch = 0
    /// Whether the file has its header, which comes before everything else.
    private var hasBeginning = false
    /// The hashes of the completed parts, in order.
    private var finished: [Manifest.Entry] = []
    /// The hashes of the scenario and the rig.
    private(set) var content: (scenario: ContentHash, rig: ContentHash)?
    /// The record of the run's end, until it is written.
    private var ending: [UInt8] = []
    /// The size of the file before the run's end was written.
    private var sizeBeforeEnd: UInt64?
    /// The writer of blocks and the blocks that are pending: they are together because each event concerns both.
    private struct Pen {
        var writer = TraceWriter()
        var buffer: [UInt8] = []

        mutating func add(_ event: TraceEvent) { writer.append(event, to: &buffer) }
    }

    /// The problem that ended the trace early.
    public private(set) var trouble: CommandError?

    /// Creates a trace in an existing folder.
    public init(in folder: String, options: TraceKeeping, isLive: Bool) {
        self.folder = folder
        self.options = options
        self.isLive = isLive
    }

    /// Begins the trace of a run; before this, nothing is written.
    public func begin(_ header: TraceHeader) {
        guard file == nil, trouble == nil else { return }
        attempt { () throws(CommandError) in
            try watchRoom()
            try open()
        }
        content = (ContentHash.of(header.scenarioText), ContentHash.of(header.rigText))
        record(.began(header))
        flush()
        hasBeginning = trouble == nil
    }

    /// Records an event; on a live bench it is written with the next `flush`.
    public func record(_ event: TraceEvent) {
        guard file != nil else { return }
        pen.add(event)
        if !isLive { flush() }
    }

    /// Records an entry of the journal, with its line, in the same way as `record`.
    func receive(_ entry: JournalEntry, line: [UInt8]) {
        guard file != nil, let note = TraceNote(entry, line: line) else { return }
        record(.journal(note))
    }

    /// Writes everything that is pending.
    public func flush() {
        guard let file, !pen.buffer.isEmpty else { return }
        attempt { () throws(CommandError) in
            try write(to: file)
            if let limit = options.limit?.bytes, file.size >= limit { try rotate() }
            if untilWatch <= 0 { try watchRoom() }
        }
    }

    /// Makes the record of the run's end, and returns the hashes that the trace's files will have once `end` has
    /// written it.
    ///
    /// That way the verdict can contain them and be on disk before any file says how the run ended.
    func seal(verdict: String, reason: String?) -> [Manifest.Entry] {
        flush()
        guard let file, var hash = file.hash else { return finished }
        ending = pen.writer.bytes(for: .ended(verdict: verdict, reason: reason))
        hash.update(ending)
        return finished + [Manifest.Entry(FileName.last(of: file.path), hash.value)]
    }

    /// Ends the trace with the record from `seal`, and waits until it is on disk; `close` releases the file.
    func end() {
        sizeBeforeEnd = file?.size
        guard let file else { return }
        pen.buffer = ending
        attempt { () throws(CommandError) in
            try write(to: file)
            try file.sync()
        }
    }

    /// Takes the run's end back, because the verdict next to it could not be written.
    func takeEndBack(because trouble: CommandError) {
        guard let file, let sizeBeforeEnd else { return }
        file.cut(to: sizeBeforeEnd)
        giveUp(trouble)
    }

    public func close() {
        file?.close()
        file = nil
    }

    // MARK: Files

    /// The file that is currently written.
    public var path: String {
        let name = options.limit == nil ? TraceFiles.wholeName : TraceFiles.name(ofPart: part)
        return "\(folder)/\(name)"
    }

    private func open() throws(CommandError) {
        let path = path
        file = try EvidenceFile(path, of: .blocks)
        parts.append(path)
    }

    private func write(to file: EvidenceFile) throws(CommandError) {
        untilWatch -= pen.buffer.count
        defer { pen.buffer.removeAll(keepingCapacity: true) }
        try file.append(pen.buffer)
    }

    /// Continues in another file, and removes the oldest if only some are kept.
    private func rotate() throws(CommandError) {
        let (end, beginning) = pen.writer.nextPart()
        pen.buffer = end
        if let file {
            try write(to: file)
            try file.sync()
            if let hash = file.hash { finished.append(Manifest.Entry(FileName.last(of: file.path), hash.value)) }
        }
        close()
        part += 1
        hasBeginning = false
        try open()
        pen.buffer = beginning
        if let file { try write(to: file) }
        hasBeginning = true
        guard let kept = options.keep else { return }
        while parts.count > kept {
            let path = parts.removeFirst()
            Files.remove(path)
            finished.removeAll { $0.path == FileName.last(of: path) }
        }
    }

    private func watchRoom() throws(CommandError) {
        untilWatch = Self.watchInterval
        guard let room = Files.room(in: folder), room < options.reserve.bytes else { return }
        throw CommandError(
            what:
                "\(folder) is on a disk with \(room >> 20) MiB left, and --trace-reserve asks for \(options.reserve)",
            remedy: "Make room there, or name a folder on another disk")
    }

    /// Performs a disk operation; if it fails, the trace ends there and the run continues.
    private func attempt(_ act: () throws(CommandError) -> Void) {
        do throws(CommandError) { try act() } catch { giveUp(error) }
    }

    /// Ends the trace with the reason, as far as the disk still accepts it; every block in it is complete.
    private func giveUp(_ trouble: CommandError) {
        self.trouble = trouble
        if let file, hasBeginning {
            try? file.append(pen.writer.bytes(for: .gap("nothing was recorded from here on: \(trouble.what)")))
        }
        close()
        pen.buffer = []
    }
}
