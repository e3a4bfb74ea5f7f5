public import Ground
public import Journal

/// What the journal of a run tells of its course, in a bounded room: its steps, and the last frames.
public struct RunStory: Hashable, Sendable {
    /// One step, from when to when, and how it ended.
    public struct Step: Hashable, Sendable {
        public let record: StepRecord
        public let start: Instant
        public fileprivate(set) var end: Instant?
        /// What was wrong; nil where nothing was.
        public fileprivate(set) var failure: String?
    }

    /// So many steps are told, and so many frames, which is what readers of spans usually take.
    public static let mostSteps = 1_000
    public static let mostFrames = 128

    /// When the run began, by the wall clock in UTC; nil where its journal does not say.
    public private(set) var date: String?
    /// In the order in which they began.
    public private(set) var steps: [Step] = []
    /// The last ones, oldest first.
    public private(set) var frames: [FrameRecord] = []
    /// How many there were before those.
    public private(set) var droppedFrames = 0

    public init() {}

    /// Takes the next entry of the journal.
    public mutating func receive(_ entry: JournalEntry) {
        switch entry.event {
        case .provenance(let provenance): date = provenance.date
        case .stepStarted(let step):
            if steps.count < Self.mostSteps { steps.append(Step(record: step, start: entry.instant)) }
        case .stepPassed(let step, _, _): end(step, at: entry.instant, nil)
        case .stepFailed(let step, _, let failure): end(step, at: entry.instant, failure.meaning ?? failure.seen)
        case .frame(let frame):
            frames.append(frame)
            // A part of them at once: an array gives its first one up slowly.
            guard frames.count == 2 * Self.mostFrames else { return }
            frames.removeFirst(Self.mostFrames)
            droppedFrames += Self.mostFrames
        case .runEnded: trim()
        case .runStarted, .phone, .told, .finding, .fault: break
        }
    }

    private mutating func trim() {
        let surplus = max(0, frames.count - Self.mostFrames)
        frames.removeFirst(surplus)
        droppedFrames += surplus
    }

    private mutating func end(_ step: StepRecord, at instant: Instant, _ failure: String?) {
        guard let place = steps.lastIndex(where: { $0.record.number == step.number }) else { return }
        steps[place].end = instant
        steps[place].failure = failure
    }
}
