import Ground
import Journal
import Links
import OperatingSystem
import Recordings
import Wording

/// Compares verdict and journal with the trace next to them, while the trace is read.
///
/// One run writes all three from the same values. If they differ, one of them was changed, or files of several runs
/// were mixed, and none of them is evidence.
struct EvidenceAgreement: Sendable {
    private let record: RunRecord?
    private let hasVerdict: Bool
    private let folder: String
    private var journal: JournalLines
    /// False if a part of the trace is missing, so that it contains less than the journal.
    private var isWhole: Bool
    /// Whether a recorded phone was played: its frames are in the trace, those of the judgement in the journal.
    private var isPlayedAgain = false
    private var header: TraceHeader?
    private var frames = 0
    private var journaledFrames = 0
    private var ending: (verdict: String, reason: String?)?
    private var disagreements: [String] = []
    /// The file whose format this program does not know. In that case nothing is compared.
    private(set) var newer: UnknownFormat?

    /// Creates a comparison for the trace in a run's folder; nil if the trace is on its own.
    init?(in folder: String, isWhole: Bool) {
        let verdictPath = "\(folder)/verdict.json"
        hasVerdict = Files.kind(of: verdictPath) != nil
        guard hasVerdict || Files.kind(of: "\(folder)/journal.jsonl") != nil else { return nil }
        self.isWhole = isWhole
        self.folder = folder
        do {
            record = try RunRecord(json: try Files.bytes(of: verdictPath, atMost: RunRecord.mostBytes))
        } catch {
            record = nil
            newer = error as? UnknownFormat
        }
        let path = "\(folder)/journal.jsonl"
        if let excess = SealCheck.excess(ofJournal: path) {
            journal = JournalLines(nil)
            add("journal.jsonl \(excess)")
        } else {
            journal = JournalLines(try? Files.open(path))
        }
    }

    /// Takes the trace's next event.
    mutating func receive(_ event: TraceEvent) {
        switch event {
        case .began(let header):
            self.header = self.header ?? header
            isPlayedAgain = isPlayedAgain || header.isPlayedAgain
        case .received(let arrival, _, let number):
            frames = max(frames, number)
            // A fault has its own entry.
            if case .fault = arrival.inbound { break }
            journaledFrames += 1
        case .sent(_, _, let number):
            frames = max(frames, number)
            journaledFrames += 1
        case .journal(let note): compare(note)
        case .gap: isWhole = false
        case .ended(let verdict, let reason): ending = (verdict, reason)
        case .waited, .clock, .stoodStill, .interrupted, .kernel: break
        }
    }

    /// Notes that the trace ends inside a block.
    mutating func cut() { isWhole = false }

    /// Returns all differences, each as a sentence without its final full stop.
    mutating func finish() -> [String] {
        finishJournal()
        // A trace that is cut off is reported elsewhere, and then verdict and journal may be longer or shorter.
        if ending == nil { disagreements.removeAll() }
        if hasVerdict { compareVerdict() }
        if let record, newer == nil {
            for problem in SealCheck.problems(in: folder, of: record) { add(problem.description) }
        }
        return disagreements
    }

    private mutating func compare(_ note: TraceNote) {
        guard isWhole, disagreements.isEmpty else { return }
        let line = journal.nextNote()
        if note.isOf(.runStarted), let line { look(forNewer: line) }
        if line == nil, !hasVerdict || journal.isMissing { return }
        guard line != note.line, line?.escapedAsJSON != note.line.escapedAsJSON else { return }
        let what = line == nil ? "it ends" : "it has another entry"
        add("journal.jsonl differs from the trace at \(note.instant): \(what) where the trace has \(note.kind)")
    }

    private mutating func look(forNewer line: [UInt8]) {
        do {
            _ = try JournalEntry(jsonLine: line)
        } catch {
            newer = newer ?? error as? UnknownFormat
        }
    }

    private mutating func finishJournal() {
        guard !journal.isMissing else {
            if hasVerdict, disagreements.isEmpty { add("journal.jsonl is missing beside verdict.json") }
            return
        }
        guard isWhole, disagreements.isEmpty else { return }
        if journal.nextNote() != nil {
            return add("journal.jsonl has entries that the trace does not have")
        }
        guard hasVerdict else { return }
        if journal.isCut { add("journal.jsonl ends inside a line") }
        if !isPlayedAgain, journal.frames != journaledFrames {
            add("journal.jsonl has \(journal.frames) frames, and the trace \(journaledFrames)")
        }
    }

    private mutating func compareVerdict() {
        guard let record else { return add("verdict.json cannot be read") }
        let (summary, verdict) = (record.summary, record.summary.verdict)
        if let header {
            for (what, told, recorded) in [
                ("scenario", summary.scenario, header.scenario), ("rig", summary.rig, header.rig),
                ("seed", "\(summary.seed)", "\(header.seed)"),
            ] where told != recorded {
                add("verdict.json is of \(what) \(told), and the trace of \(recorded)")
            }
        }
        if isWhole, !isPlayedAgain, let told = summary.frames, told != frames {
            add("verdict.json states \(told) frames, but the trace has \(frames)")
        }
        guard let ending else {
            // A run whose trace could not be kept is an error, and a failure stays a failure.
            if verdict == .passed || verdict.kind == .skipped {
                add("verdict.json says \(verdict), but the trace is incomplete")
            }
            return
        }
        if VerdictKind(ending.verdict) != verdict.kind {
            add("verdict.json says \(verdict), and the trace \(ending.verdict)")
        } else if let reason = ending.reason, reason != summary.explanation {
            add("verdict.json gives another reason for \(verdict) than the trace")
        }
    }

    private mutating func add(_ what: String) { disagreements.append(what) }
}

/// The lines of a journal, one after another. Lines of frames are counted and skipped, and so are lines that no trace
/// has.
private struct JournalLines: Sendable {
    private static let longestLine = 64 << 20
    private static let piece = 1 << 16
    private static let frameBeginning = Array("{\"event\":{\"frame\":".utf8)
    private static let provenanceBeginning = Array("{\"event\":{\"provenance\":".utf8)

    private let file: FileDescriptor?
    private var buffer: [UInt8] = []
    /// The offset of the next line.
    private var place = 0
    private(set) var frames = 0
    /// Whether the file ends without a line feed.
    private(set) var isCut = false

    init(_ file: FileDescriptor?) { self.file = file }

    var isMissing: Bool { file == nil }

    /// Returns the next line that a trace has as a note, without its line feed; nil after the last complete one.
    mutating func nextNote() -> [UInt8]? {
        while let line = next() {
            if line.starts(with: Self.frameBeginning) {
                frames += 1
            } else if !line.starts(with: Self.provenanceBeginning) {
                return line
            }
        }
        return nil
    }

    private mutating func next() -> [UInt8]? {
        while true {
            if let end = buffer[place...].firstIndex(of: 0x0A) {
                defer { place = end + 1 }
                return Array(buffer[place..<end])
            }
            guard buffer.count - place <= Self.longestLine, let more = try? file?.read(upTo: Self.piece), !more.isEmpty
            else {
                isCut = place < buffer.count
                return nil
            }
            buffer.removeFirst(place)
            place = 0
            buffer += more
        }
    }
}
