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
    /// The greatest number of a frame's fields, and of all fields.
    static let mostFields = 60
    static let mostFieldsInAll = 8_000

    /// An entry, and the numbers of the steps to which it belongs, separated by spaces.
    struct Item: Sendable {
        let entry: TimelineEntry
        let steps: String
    }

    private var first: [Item] = []
    private var last: [Item] = []
    private(set) var count = 0

    /// Adds the next entry that the page shows.
    mutating func receive(_ entry: TimelineEntry, steps: String) {
        count += 1
        let entry = Item(entry: entry, steps: steps)
        guard first.count >= Self.mostFirst else { return first.append(entry) }
        last.append(entry)
        if last.count >= 2 * Self.mostLast { last.removeFirst(Self.mostLast) }
    }

    private var shownLast: ArraySlice<Item> { last.suffix(Self.mostLast) }

    var leftOut: Int { count - first.count - shownLast.count }

    /// The numbers of the shown frames.
    var frames: Set<Int> { Set((first + shownLast).compactMap { $0.entry.frame?.number }) }

    /// Returns the entry of a frame; nil if it is not shown.
    func entry(ofFrame number: Int) -> TimelineEntry? {
        (shownLast.last { $0.entry.frame?.number == number } ?? first.first { $0.entry.frame?.number == number })?.entry
    }

    /// The distinct kinds and links shown, in the order of the run.
    var kinds: [String] { Self.unique((first + shownLast).map(\.entry.kind)) }
    var links: [String] { Self.unique((first + shownLast).compactMap { $0.entry.frame?.link.description }) }

    private static func unique(_ names: [String]) -> [String] {
        var known: Set<String> = []
        return names.filter { known.insert($0).inserted }
    }

    /// The number of leading entries in the set-up, which is folded.
    private var setUp: Int {
        let length = RunSetUp.length(in: first.map(\.entry))
        return length < Self.leastFolded ? 0 : length
    }

    /// Returns whether any of these frames is in the set-up.
    func hasInSetUp(_ wanted: Set<Int>) -> Bool {
        first[..<setUp].contains { $0.entry.frame.map { wanted.contains($0.number) } ?? false }
    }

    /// Writes the list; folds that hold a `wanted` frame are open, and frames with a dot in a plot link to it.
    func write(to html: inout HTMLText, wanted: Set<Int>, dots: Set<Int>) {
        var writer = TimelineWriter(wanted: wanted, dots: dots)
        html.raw("<ol class=\"timeline\">\n")
        let setUp = first[..<setUp]
        if !setUp.isEmpty { writer.fold(setUp, .setUp(frames: setUp.count(where: \.entry.isFrame)), to: &html) }
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
    let dots: Set<Int>
    private var ids: Set<Int> = []
    /// The number of fields that may still be written.
    private var fieldsLeft = PageTimeline.mostFieldsInAll

    init(wanted: Set<Int>, dots: Set<Int>) { (self.wanted, self.dots) = (wanted, dots) }

    /// Writes the entries, with consecutive rounds folded.
    mutating func write(_ items: ArraySlice<PageTimeline.Item>, to html: inout HTMLText) {
        var rest = items
        while let item = rest.first {
            let rounds = rest.prefix(while: \.entry.isOfRounds)
            let frames = rounds.count(where: \.entry.isFrame)
            if frames >= PageTimeline.leastFolded {
                fold(rounds, .rounds(frames: frames), to: &html)
                rest = rest.dropFirst(rounds.count)
            } else if rounds.isEmpty {
                write(item, to: &html)
                rest = rest.dropFirst()
            } else {
                for item in rounds { write(item, to: &html) }
                rest = rest.dropFirst(rounds.count)
            }
        }
    }

    /// Writes the entries behind one line, opened if it contains a wanted frame.
    mutating func fold(_ items: ArraySlice<PageTimeline.Item>, _ what: Sentence, to html: inout HTMLText) {
        let isWanted = items.contains { $0.entry.frame.map { wanted.contains($0.number) } ?? false }
        html.raw("<li class=\"folded\"><details class=\"fold\"\(isWanted ? " open" : "")><summary>")
        html.element("span", "class=\"time\"", items.first?.entry.instant.description ?? "")
        html.data(what.description)
        if let last = items.last?.entry {
            html.element("span", "class=\"until\"", Sentence.until(last.instant).description)
        }
        html.raw("</summary><ol class=\"timeline\">\n")
        for item in items { write(item, to: &html) }
        html.raw("</ol></details></li>\n")
    }

    private mutating func write(_ item: PageTimeline.Item, to html: inout HTMLText) {
        let entry = item.entry
        let style = entry.frame.map { "frame \($0.direction.rawValue)" } ?? entry.kindStyle
        let id = entry.frame.flatMap { ids.insert($0.number).inserted ? " id=\"frame-\($0.number)\"" : nil } ?? ""
        html.raw("<li\(id) class=\"\(style)\" data-item=\"\(entry.isTroubling ? "bad" : "entry")\" data-kind=\"")
        html.data(entry.kind)
        html.raw("\" data-link=\"")
        html.data(entry.frame?.link.description ?? "")
        html.raw("\"\(item.steps.isEmpty ? "" : " data-step=\"\(item.steps)\"")>")
        html.element("span", "class=\"time\"", entry.instant.description)
        if let frame = entry.frame {
            html.element("span", "class=\"number\"", "#\(frame.number)")
            html.element("span", "class=\"link\"", "\(frame.direction == .inbound ? "from" : "to") \(frame.link)")
        } else {
            html.element("span", "class=\"number\"", "")
            html.element("span", "class=\"link\"", entry.kind)
        }
        html.raw("<span class=\"text\">")
        html.data(entry.text)
        if let number = entry.frame?.number, dots.contains(number) {
            html.raw(" <a class=\"back\" href=\"#dot-\(number)\">in the plot</a>")
        }
        html.raw("</span>")
        if let frame = entry.frame, !frame.bytes.isEmpty { write(frame, to: &html) }
        html.raw("</li>\n")
    }

    private mutating func write(_ frame: TimelineEntry.Frame, to html: inout HTMLText) {
        html.raw("<details class=\"bytes\"><summary>\(counted(frame.bytes.count, "byte"))</summary>")
        if !frame.meaning.isRoutine, fieldsLeft > 0 {
            let fields = frame.meaning.fields
            fieldsLeft -= fields.count
            FrameBox.write(fields: fields, to: &html)
        }
        FrameBox.write(bytes: frame.bytes, to: &html)
        html.raw("</details>")
    }
}

/// A frame's fields in words, and its bytes.
enum FrameBox {
    /// Writes the fields; nothing if there are none.
    static func write(fields: [DecodedField], to html: inout HTMLText) {
        guard !fields.isEmpty else { return }
        html.raw("<dl class=\"fields\">")
        for field in fields.prefix(PageTimeline.mostFields) {
            html.raw("<div>")
            html.element("dt", "", field.name)
            html.element("dd", "", field.value.shown(300))
            html.raw("</div>")
        }
        html.raw("</dl>\n")
    }

    static func write(bytes: [UInt8], to html: inout HTMLText) {
        guard !bytes.isEmpty else { return }
        let besides = bytes.count - PageTimeline.mostBytes
        html.raw("<code>\(Array(bytes.prefix(PageTimeline.mostBytes)).hex)")
        if besides > 0 { html.raw(" and \(besides) more") }
        html.raw("</code>")
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
    var isTroubling: Bool {
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
