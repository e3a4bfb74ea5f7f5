import Ground
import Journal
import Vocabulary
import Wording

/// The steps of a run as listed on its page: start, measured values with their limits, and frames.
struct PageSteps: Sendable {
    /// One played step.
    struct Step: Sendable {
        enum Outcome: Hashable, Sendable {
            /// The run ended before the step did.
            case open
            case passed
            case failed
        }

        let record: StepRecord
        let start: Instant
        var outcome = Outcome.open
        var elapsed: Lapse?
        var measured: [Measured] = []
        var failure: Failure?
        /// The first frame during the step.
        var firstFrame: Int?
        /// The number of the last step played inside this one, or its own.
        var last: Int
    }

    /// The greatest number of steps shown; any more are only counted.
    static let limit = 2_000

    private(set) var steps: [Step] = []
    private(set) var leftOut = 0
    /// The indices of the steps that have begun and not ended.
    private var open: [Int] = []
    /// The indices of the last step and of the blocks around it; a block has no end in the journal.
    private var nest: [Int] = []

    /// Adds an entry of the journal.
    mutating func receive(_ event: JournalEvent, at instant: Instant) {
        switch event {
        case .stepStarted(let record):
            guard steps.count < Self.limit else {
                leftOut += 1
                return
            }
            nest.removeAll { steps[$0].record.depth >= record.depth }
            for place in nest { steps[place].last = record.number }
            nest.append(steps.count)
            open.append(steps.count)
            steps.append(Step(record: record, start: instant, last: record.number))
        case .stepPassed(let record, let elapsed, let measured):
            end(record) { ($0.outcome, $0.elapsed, $0.measured) = (.passed, elapsed, measured) }
        case .stepFailed(let record, let elapsed, let failure):
            end(record) {
                ($0.outcome, $0.elapsed, $0.failure) = (.failed, elapsed, failure)
                $0.measured = [failure.measured].compactMap(\.self)
            }
        case .provenance, .runStarted, .frame, .phone, .finding, .fault, .runEnded: break
        }
    }

    private mutating func end(_ record: StepRecord, _ change: (inout Step) -> Void) {
        guard let place = open.last(where: { steps[$0].record == record }) else { return }
        open.removeAll { $0 == place }
        change(&steps[place])
    }

    /// Adds the next frame of the run.
    mutating func receive(frame number: Int) {
        for place in open where steps[place].firstFrame == nil { steps[place].firstFrame = number }
    }

    /// Returns the number of the step that ended with a failure; nil if there is none, or it is not shown.
    func number(of failure: Failure) -> Int? {
        let failed = steps.filter { $0.failure != nil }
        let same = failed.first { $0.failure?.spot == failure.spot && $0.failure?.instant == failure.instant }
        // The innermost failed block ends first, and it owns the failure.
        return (same ?? failed.first { $0.failure?.spot == failure.spot })?.record.number
    }

    /// The greatest number of lanes of which the steps being played are known.
    private static let mostLanes = 8

    /// The numbers of the steps being played that have none inside them, separated by spaces: one for each lane.
    ///
    /// Between two steps it is the last one that began; before the first it is empty.
    var current: String {
        let leaves = open.suffix(2 * Self.mostLanes).filter { steps[$0].last == steps[$0].record.number }
        let all = leaves.isEmpty ? steps.indices.suffix(1) : leaves.suffix(Self.mostLanes)
        return all.map { "\(steps[$0].record.number)" }.joined(separator: " ")
    }

    /// Writes the steps as a table that is also a menu. Frames shown in the timeline are linked.
    func write(to html: inout HTMLText, hasPassed: Bool, _ isShown: (Int) -> Bool) {
        guard !steps.isEmpty else {
            html.element("p", "class=\"none\"", Sentence.noSteps.description)
            return
        }
        html.raw("<table class=\"steps\"><thead><tr>")
        for name in ["Step", "Result", "Took", "Frame"] { html.element("th", "scope=\"col\"", name) }
        html.raw("</tr></thead><tbody>\n")
        var ids: Set<Int> = []
        // A step without an end is a block that was left if the run passed or a later step is not inside it.
        var least = Int.max
        var left: Set<Int> = []
        for (place, step) in steps.enumerated().reversed() {
            if step.outcome == .open, hasPassed || least <= step.record.depth { left.insert(place) }
            least = min(least, step.record.depth)
        }
        for (place, step) in steps.enumerated() {
            let isFirst = ids.insert(step.record.number).inserted
            write(step, isFirst: isFirst, wasLeft: left.contains(place), to: &html, isShown)
        }
        html.raw("</tbody></table>\n")
        if leftOut > 0 { html.element("p", "class=\"none\"", Sentence.moreSteps(leftOut).description) }
    }

    private func write(
        _ step: Step, isFirst: Bool, wasLeft: Bool, to html: inout HTMLText, _ isShown: (Int) -> Bool
    ) {
        let (style, word) = wasLeft ? ("step", "\u{2013} block") : Self.look(of: step.outcome)
        let number = step.record.number
        let id = isFirst ? " id=\"step-\(number)\"" : ""
        let item = step.outcome == .failed ? "bad" : "step"
        html.raw("<tr\(id) class=\"\(style)\" data-item=\"\(item)\" data-step=\"\(number)\" ")
        html.raw("data-last=\"\(step.last)\"><th scope=\"row\"")
        html.raw(" style=\"--depth:\(min(max(0, step.record.depth), 12))\">")
        let text = "\(number). \(step.record.text)"
        let begins = step.firstFrame.flatMap { isShown($0) ? "#frame-\($0)" : nil }
        html.element("a", "class=\"pick\" href=\"\(begins ?? "#sequence")\"", text)
        for measured in step.measured { html.element("span", "class=\"measure\"", measured.description) }
        let file = step.record.spot.file.split(separator: "/").last ?? ""
        html.raw("<span class=\"spot\" title=\"")
        html.data(step.record.spot.description)
        html.raw("\">")
        html.data("\(step.start), \(file):\(step.record.spot.line)")
        html.raw("</span>")
        html.raw("</th>")
        Self.cell("Result", word, to: &html)
        Self.cell("Took", step.elapsed?.description ?? "", to: &html)
        let frame = step.failure?.lastFrames.last?.number ?? step.firstFrame
        html.raw("<td class=\"\(frame == nil ? "empty" : "figure")\" data-label=\"Frame\">")
        if let frame { Self.write(frame: frame, to: &html, isShown) }
        html.raw("</td></tr>\n")
    }

    private static func cell(_ label: String, _ text: String, to html: inout HTMLText) {
        html.element("td", "data-label=\"\(label)\" class=\"\(text.isEmpty ? "empty" : "figure")\"", text)
    }

    /// Writes a frame's number, as a link if the timeline shows the frame.
    static func write(frame number: Int, to html: inout HTMLText, _ isShown: (Int) -> Bool) {
        html.raw(isShown(number) ? "<a href=\"#frame-\(number)\">#\(number)</a>" : "#\(number)")
    }

    private static func look(of outcome: Step.Outcome) -> (style: String, word: String) {
        switch outcome {
        case .open: ("open", "\u{25CB} not ended")
        case .passed: ("step", "\u{2714} ok")
        case .failed: ("wrong", "\u{2718} FAILED")
        }
    }
}
