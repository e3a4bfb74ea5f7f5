import Ground
import Journal
import Recordings
import Vocabulary
import Wording

/// The timeline of a run's page: the first and last entries of a trace, with repetitions folded.
struct PageTimeline: Sendable {
    /// The greatest numbers of entries shown at the beginning and at the end; any more are only counted.
    static let mostFirst = 3_000
    static let mostLast = 2_000
    /// The least number of repeated frames, or frames in the set-up, that are folded.
    static let leastFolded = 4
    /// The greatest number of a frame's bytes shown; any more are only counted.
    static let mostBytes = 512

    private var first: [TimelineEntry] = []
    private var last: [TimelineEntry] = []
    private var count = 0

    /// Adds the next entry that the page shows.
    mutating func receive(_ entry: TimelineEntry) {
        count += 1
        guard first.count >= Self.mostFirst else { return first.append(entry) }
        last.append(entry)
        if last.count >= 2 * Self.mostLast { last.removeFirst(Self.mostLast) }
    }

    private var shownLast: ArraySlice<TimelineEntry> { last.suffix(Self.mostLast) }

    var leftOut: Int { count - first.count - shownLast.count }

    /// The numbers of the shown frames.
    var frames: Set<Int> { Set((first + shownLast).compactMap { $0.frame?.number }) }

    /// The distinct kinds and links shown, in the order of the run.
    var kinds: [String] { Self.unique(first.map(\.kind) + shownLast.map(\.kind)) }
    var links: [String] { Self.unique((first + shownLast).compactMap { $0.frame?.link.description }) }

    private static func unique(_ names: [String]) -> [String] {
        var known: Set<String> = []
        return names.filter { known.insert($0).inserted }
    }

    /// The number of leading entries in the set-up, which is folded.
    private var setUp: Int {
        let length = RunSetUp.length(in: first)
        return length < Self.leastFolded ? 0 : length
    }

    /// Returns whether any of these frames is in the set-up.
    func hasInSetUp(_ wanted: Set<Int>) -> Bool {
        first[..<setUp].contains { $0.frame.map { wanted.contains($0.number) } ?? false }
    }

    /// Writes the list; folds that hold a `wanted` frame are open.
    func write(to html: inout HTMLText, wanted: Set<Int>) {
        var writer = TimelineWriter(wanted: wanted)
        html.raw("<ol class=\"timeline\">\n")
        let setUp = first[..<setUp]
        if !setUp.isEmpty { writer.fold(setUp, .setUp(frames: setUp.count(where: \.isFrame)), to: &html) }
        writer.write(first[setUp.count...], to: &html)
        if leftOut > 0 {
            html.element("li", "class=\"none\"", Sentence.entriesLeftOut(leftOut).description)
        }
        writer.write(shownLast, to: &html)
        html.raw("</ol>\n")
    }
}

/// Writes entries as list items, giving each frame's number an id once.
private struct TimelineWriter {
    let wanted: Set<Int>
    private var ids: Set<Int> = []

    init(wanted: Set<Int>) { self.wanted = wanted }

    /// Writes the entries, with consecutive rounds folded.
    mutating func write(_ entries: ArraySlice<TimelineEntry>, to html: inout HTMLText) {
        var rest = entries
        while let entry = rest.first {
            let rounds = rest.prefix(while: \.isOfRounds)
            let frames = rounds.count(where: \.isFrame)
            if frames >= PageTimeline.leastFolded {
                fold(rounds, .rounds(frames: frames), to: &html)
                rest = rest.dropFirst(rounds.count)
            } else if rounds.isEmpty {
                write(entry, to: &html)
                rest = rest.dropFirst()
            } else {
                for entry in rounds { write(entry, to: &html) }
                rest = rest.dropFirst(rounds.count)
            }
        }
    }

    /// Writes the entries behind one line, opened if it contains a wanted frame.
    mutating func fold(_ entries: ArraySlice<TimelineEntry>, _ what: Sentence, to html: inout HTMLText) {
        let isWanted = entries.contains { $0.frame.map { wanted.contains($0.number) } ?? false }
        html.raw("<li class=\"folded\"><details class=\"fold\"\(isWanted ? " open" : "")><summary>")
        html.element("span", "class=\"time\"", entries.first?.instant.description ?? "")
        html.data(what.description)
        if let last = entries.last { html.element("span", "class=\"until\"", Sentence.until(last.instant).description) }
        html.raw("</summary><ol class=\"timeline\">\n")
        for entry in entries { write(entry, to: &html) }
        html.raw("</ol></details></li>\n")
    }

    private mutating func write(_ entry: TimelineEntry, to html: inout HTMLText) {
        let style = entry.frame == nil ? entry.kindStyle : "frame"
        let isBad = entry.isTroubling
        let id = entry.frame.flatMap { ids.insert($0.number).inserted ? " id=\"frame-\($0.number)\"" : nil } ?? ""
        html.raw("<li\(id) class=\"\(style)\" data-item=\"\(isBad ? "bad" : "entry")\" data-kind=\"")
        html.data(entry.kind)
        html.raw("\" data-link=\"")
        html.data(entry.frame?.link.description ?? "")
        html.raw("\">")
        html.element("span", "class=\"time\"", entry.instant.description)
        if let frame = entry.frame {
            html.element("span", "class=\"number\"", "#\(frame.number)")
            let arrow = frame.direction == .inbound ? "\u{2190}" : "\u{2192}"
            html.element("span", "class=\"link\"", "\(arrow) \(frame.link)")
        } else {
            html.element("span", "class=\"number\"", "")
            html.element("span", "class=\"link\"", entry.kind)
        }
        html.raw("<span class=\"text\">")
        html.data(entry.text)
        html.raw("</span>")
        if let frame = entry.frame, !frame.bytes.isEmpty { write(frame.bytes, to: &html) }
        html.raw("</li>\n")
    }

    private func write(_ bytes: [UInt8], to html: inout HTMLText) {
        let besides = bytes.count - PageTimeline.mostBytes
        html.raw("<details class=\"bytes\"><summary>\(counted(bytes.count, "byte"))</summary><code>")
        html.raw(Array(bytes.prefix(PageTimeline.mostBytes)).hex)
        if besides > 0 { html.raw(" and \(besides) more") }
        html.raw("</code></details>")
    }
}

extension TimelineEntry {
    /// Whether it belongs to uneventful rounds: a poll of the kit or the reader, or the phone's event about it.
    fileprivate var isOfRounds: Bool {
        switch content {
        case .frame(let frame): frame.meaning.isRoutine
        case .note(let note): note.kind == EventKind.lostRound.rawValue
        }
    }

    /// Whether it reports a problem.
    fileprivate var isTroubling: Bool {
        if case .frame(let frame) = content {
            if case .malformed(_, _, _) = frame.meaning { return true }
            return false
        }
        return ["wrong", "finding"].contains(kindStyle)
    }

    /// The style of a note's kind.
    fileprivate var kindStyle: String {
        switch EntryKind(rawValue: kind) {
        case .stepStarted, .stepPassed: "step"
        case .stepFailed, .fault, .gap: "wrong"
        case .finding: "finding"
        case .verdict: "mark"
        case .runStarted, .runEnded, .trace, .imported, .stoodStill, .interrupted, .kernel, .session, nil:
            kind == EventKind.zone.rawValue ? "mark" : "note"
        }
    }
}
