public import Ground
public import Journal

/// The course of a run according to its journal, in bounded space: its steps and last frames.
public struct RunStory: Hashable, Sendable {
    /// One step with its start, end and outcome.
    public struct Step: Hashable, Sendable {
        public let record: StepRecord
        public let start: Instant
        public fileprivate(set) var end: Instant?
        /// The failure; nil for none.
        public fileprivate(set) var failure: String?
    }

    /// The greatest numbers of steps and frames kept: what readers of spans usually accept.
    public static let mostSteps = 1_000
    public static let mostFrames = 128

    /// The start of the run by the wall clock in UTC; nil if its journal does not have it.
    public private(set) var date: String?
    /// The steps in the order in which they began.
    public private(set) var steps: [Step] = []
    /// The last frames, oldest first.
    public private(set) var frames: [FrameRecord] = []
    /// The number of frames before those.
    public private(set) var droppedFrames = 0

    public init() {}

    /// Adds the next entry of the journal.
    public mutating func receive(_ entry: JournalEntry) {
        switch entry.event {
        case .provenance(let provenance): date = provenance.date
        case .stepStarted(let step):
            if steps.count < Self.mostSteps { steps.append(Step(record: step, start: entry.instant)) }
        case .stepPassed(let step, _, _): end(step, at: entry.instant, nil)
        case .stepFailed(let step, _, let failure): end(step, at: entry.instant, failure.meaning ?? failure.seen)
        case .frame(let frame):
            frames.append(frame)
            // Frames are dropped in bulk, because removing an array's first element is slow.
            guard frames.count == 2 * Self.mostFrames else { return }
            frames.removeFirst(Self.mostFrames)
            droppedFrames += Self.mostFrames
        case .runEnded: trim()
        case .runStarted, .phone, .finding, .fault: break
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
