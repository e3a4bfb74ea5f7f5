import Ground
import Journal
import ScenarioKit

/// One lane of a scenario: its steps follow each other. The lanes of a `Together` run side by side.
struct Lane: Sendable {
    /// Counts the lanes as they are opened, from 0 for the scenario's own.
    let number: Int
    /// The lane that waits for this one to end; nil for the scenario's own.
    let parent: Int?
    /// How many blocks enclose the lane's own.
    let depth: Int
    fileprivate(set) var blocks: [Block]
    fileprivate(set) var active: ActiveStep?
    /// What came while a person was at a screen, as far as steps may still count it.
    fileprivate(set) var window: PersonWindow?
    /// Whether every step of it was played.
    var isOver: Bool { blocks.isEmpty && active == nil }
}

/// Which steps of which lanes are at hand, and what comes next in each.
struct LaneSchedule: Sendable {
    private(set) var lanes: [Lane] = []
    /// Which lane is being looked at, as a place in `lanes`.
    private(set) var current = 0
    private var opened = 0
    private(set) var stepsStarted = 0
    private(set) var stepsPassed = 0

    /// The blocks that enclose the step at hand, outermost first.
    var blocks: [Block] { lanes.isEmpty ? [] : lanes[current].blocks }

    /// The step at hand, of the lane that is being looked at.
    var active: ActiveStep? { lanes.isEmpty ? nil : lanes[current].active }

    /// Whether a step is at hand in the lane that is being looked at.
    var isBusy: Bool { lanes[current].active != nil }

    var deadline: Instant? {
        var first: Instant?
        for lane in lanes {
            guard let due = lane.active?.played.deadline else { continue }
            first = min(first ?? due, due)
        }
        return first
    }

    /// The window of the lane that is being looked at.
    var window: PersonWindow? {
        get { lanes.isEmpty ? nil : lanes[current].window }
        set { lanes[current].window = newValue }
    }

    /// Something came that a person at a screen may have brought about.
    mutating func noteAtHand(_ mark: EventLog.Mark) {
        for index in lanes.indices where lanes[index].active?.machine is ScreenStep { lanes[index].window?.note(mark) }
    }

    mutating func look(at lane: Int) { current = lane }

    /// Opens a lane and looks at it.
    mutating func open(_ block: Block, parent: Int?, depth: Int) {
        lanes.append(Lane(number: opened, parent: parent, depth: depth, blocks: [block]))
        opened += 1
        current = lanes.count - 1
    }

    /// Looks at the scenario's own lane, and forgets those that are over.
    mutating func tidy() {
        current = 0
        if lanes.count > 1 { lanes.removeAll { $0.isOver && $0.parent != nil } }
    }

    /// The step that comes next in the innermost block; nil where that has no more.
    var next: Step? {
        guard let block = blocks.last, block.next < block.steps.count else { return nil }
        return block.steps[block.next]
    }

    /// The next step begins: its number and its depth.
    mutating func countStart() -> (number: Int, depth: Int) {
        lanes[current].blocks[lanes[current].blocks.count - 1].next += 1
        stepsStarted += 1
        return (stepsStarted, lanes[current].depth + lanes[current].blocks.count - 1)
    }

    /// A step that opens a block has done what it is there for.
    mutating func enter(_ block: Block) {
        lanes[current].blocks.append(block)
        stepsPassed += 1
    }

    mutating func begin(_ step: ActiveStep) {
        if let check = step.machine.judgedAgain {
            lanes[current].blocks[lanes[current].blocks.count - 1].judgedAgain.append(check)
        }
        lanes[current].active = step
    }

    /// The step at hand is done; returns what was known of it.
    mutating func pass() -> PlayedStep? {
        guard let played = lanes[current].active?.played else { return nil }
        lanes[current].active = nil
        stepsPassed += 1
        return played
    }

    /// The innermost block is over; with another machine its steps are played once more.
    mutating func leave(playingAgain block: Block? = nil) {
        lanes[current].blocks.removeLast()
        if let block { lanes[current].blocks.append(block) }
    }

    /// Lets the step at hand react.
    mutating func react(
        _ seen: inout Observations,
        _ body: (inout ActiveStep, inout Observations) throws(StepFailure) -> Progress
    ) throws(StepFailure) -> Progress {
        try lanes[current].active?.react(&seen, body) ?? .goesOn()
    }

    /// Tells every step at hand.
    mutating func tellAll(_ body: (inout ActiveStep) -> Void) {
        for index in lanes.indices { lanes[index].active?.hear(body) }
    }

    /// Gives the step at hand the time that the rig lost since it began; false where it had that already.
    mutating func extend(by lost: Span, at now: Instant) -> Bool {
        guard let played = lanes[current].active?.played, lost - played.extended > Lateness.negligible else {
            return false
        }
        let deadline = played.deadline + (lost - played.extended)
        lanes[current].active?.played.extended = lost
        lanes[current].active?.played.deadline = deadline
        return deadline > now
    }

    /// Waits on with the step at hand.
    mutating func postpone(to deadline: Instant) { lanes[current].active?.played.deadline = deadline }
}

extension ActiveStep {
    fileprivate mutating func react(
        _ seen: inout Observations,
        _ body: (inout ActiveStep, inout Observations) throws(StepFailure) -> Progress
    ) throws(StepFailure) -> Progress { try body(&self, &seen) }

    fileprivate mutating func hear(_ body: (inout ActiveStep) -> Void) { body(&self) }
}
