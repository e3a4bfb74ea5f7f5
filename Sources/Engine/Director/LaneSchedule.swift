import Ground
import Journal
import ScenarioKit

/// A sequence of steps in a scenario. The lanes of a `Together` run side by side.
struct Lane: Sendable {
    /// The lane's number in order of opening; 0 is the scenario's own lane.
    let number: Int
    /// The lane that waits for this one to end; nil for the scenario's own lane.
    let parent: Int?
    /// The number of blocks that enclose the lane's own blocks.
    let depth: Int
    fileprivate(set) var blocks: [Block]
    fileprivate(set) var active: ActiveStep?
    /// The events that occurred while a person was at a screen, as long as steps may still count them.
    fileprivate(set) var window: PersonWindow?
    /// Whether all of the lane's steps were played.
    var isOver: Bool { blocks.isEmpty && active == nil }
}

/// The active step and the next one in each lane.
struct LaneSchedule: Sendable {
    private(set) var lanes: [Lane] = []
    /// The index in `lanes` of the selected lane.
    private(set) var current = 0
    private var opened = 0
    private(set) var stepsStarted = 0
    private(set) var stepsPassed = 0

    /// The blocks that enclose the active step, outermost first.
    var blocks: [Block] { lanes.isEmpty ? [] : lanes[current].blocks }

    /// The active step of the selected lane.
    var active: ActiveStep? { lanes.isEmpty ? nil : lanes[current].active }

    /// Whether the selected lane has an active step.
    var isBusy: Bool { lanes[current].active != nil }

    var deadline: Instant? {
        var first: Instant?
        for lane in lanes {
            guard let due = lane.active?.played.deadline else { continue }
            first = min(first ?? due, due)
        }
        return first
    }

    /// The window of the selected lane.
    var window: PersonWindow? {
        get { lanes.isEmpty ? nil : lanes[current].window }
        set { lanes[current].window = newValue }
    }

    /// Records an event that a person at a screen may have caused.
    mutating func noteAtHand(_ mark: EventLog.Mark) {
        for index in lanes.indices where lanes[index].active?.machine is ScreenStep { lanes[index].window?.note(mark) }
    }

    mutating func look(at lane: Int) { current = lane }

    /// Opens a lane and selects it.
    mutating func open(_ block: Block, parent: Int?, depth: Int) {
        lanes.append(Lane(number: opened, parent: parent, depth: depth, blocks: [block]))
        opened += 1
        current = lanes.count - 1
    }

    /// Selects the scenario's own lane and removes the lanes that are over.
    mutating func tidy() {
        current = 0
        if lanes.count > 1 { lanes.removeAll { $0.isOver && $0.parent != nil } }
    }

    /// The next step of the innermost block; nil if the block has no more.
    var next: Step? {
        guard let block = blocks.last, block.next < block.steps.count else { return nil }
        return block.steps[block.next]
    }

    /// Counts the start of the next step; returns its number and depth.
    mutating func countStart() -> (number: Int, depth: Int) {
        lanes[current].blocks[lanes[current].blocks.count - 1].next += 1
        stepsStarted += 1
        return (stepsStarted, lanes[current].depth + lanes[current].blocks.count - 1)
    }

    /// Enters a block, which completes the step that opened it.
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

    /// Ends the active step and returns its state.
    mutating func pass() -> PlayedStep? {
        guard let played = lanes[current].active?.played else { return nil }
        lanes[current].active = nil
        stepsPassed += 1
        return played
    }

    /// Leaves the innermost block; given another block, plays its steps again with that one.
    mutating func leave(playingAgain block: Block? = nil) {
        lanes[current].blocks.removeLast()
        if let block { lanes[current].blocks.append(block) }
    }

    /// Lets the active step react.
    mutating func react(
        _ seen: inout Observations,
        _ body: (inout ActiveStep, inout Observations) throws(StepFailure) -> Progress
    ) throws(StepFailure) -> Progress {
        try lanes[current].active?.react(&seen, body) ?? .goesOn()
    }

    /// Applies `body` to every active step.
    mutating func tellAll(_ body: (inout ActiveStep) -> Void) {
        for index in lanes.indices { lanes[index].active?.hear(body) }
    }

    /// Extends the active step's deadline by the time that the rig lost since the step began; returns false if that
    /// was granted already.
    mutating func extend(by lost: Lapse, at now: Instant) -> Bool {
        guard let played = lanes[current].active?.played, lost - played.extended > Lateness.negligible else {
            return false
        }
        let deadline = played.deadline + (lost - played.extended)
        lanes[current].active?.played.extended = lost
        lanes[current].active?.played.deadline = deadline
        return deadline > now
    }

    /// Postpones the active step's deadline.
    mutating func postpone(to deadline: Instant) { lanes[current].active?.played.deadline = deadline }
}

extension ActiveStep {
    fileprivate mutating func react(
        _ seen: inout Observations,
        _ body: (inout ActiveStep, inout Observations) throws(StepFailure) -> Progress
    ) throws(StepFailure) -> Progress { try body(&self, &seen) }

    fileprivate mutating func hear(_ body: (inout ActiveStep) -> Void) { body(&self) }
}
