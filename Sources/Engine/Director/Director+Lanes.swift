import Ground
import Journal
import Links
import ScenarioKit

/// What a step made of something that happened.
enum Progress {
    case goesOn([DirectorEffect] = [])
    case done([Measured], then: [DirectorEffect] = [])
    case error(RunError)
}

// How steps follow each other in their lanes.
extension Director {
    /// Looks at every lane in turn until the scenario ends. A lane that is opened meanwhile hears of the next event.
    mutating func inEachLane(_ body: (inout Director) -> [DirectorEffect]) -> [DirectorEffect] {
        var effects: [DirectorEffect] = []
        for index in lanes.indices {
            guard !hasEnded else { break }
            current = index
            effects += body(&self)
        }
        current = 0
        lanes.removeAll { $0.isOver && $0.parent != nil }
        return effects
    }

    /// Opens a lane and makes it the one that is being looked at.
    mutating func open(_ block: Block, parent: Int?, depth: Int) {
        lanes.append(Lane(number: lanesOpened, parent: parent, depth: depth, block: block))
        lanesOpened += 1
        current = lanes.count - 1
    }

    mutating func settle(
        at now: Instant, _ react: (inout Director) throws(StepFailure) -> Progress
    ) -> [DirectorEffect] {
        do {
            switch try react(&self) {
            case .goesOn(let effects): return effects
            case .done(let measured, let effects): return passStep(measured, at: now) + effects + proceed(at: now)
            case .error(let error): return end(.error(error), at: now)
            }
        } catch {
            return end(.failed(error), at: now)
        }
    }

    private mutating func passStep(_ measured: [Measured], at now: Instant) -> [DirectorEffect] {
        guard let step = active else { return [] }
        active = nil
        stepsPassed += 1
        return [
            .journal(.stepPassed(step: step.record, elapsed: now - step.startedAt, measured: measured + step.secured))
        ]
    }

    /// Starts the lane's steps until one has something to wait for, or the lane is over.
    mutating func proceed(at now: Instant) -> [DirectorEffect] {
        var effects: [DirectorEffect] = []
        while !hasEnded, active == nil {
            guard let block = blocks.last else { return effects + close(at: now) }
            if block.next < block.steps.count {
                guard mayStart(block.steps[block.next].action) else { return effects }
                blocks[blocks.count - 1].next += 1
                effects += start(block.steps[block.next], at: now)
            } else {
                effects += leave(block, at: now)
            }
        }
        return effects
    }

    /// The lane is over: the scenario with it, or the step that waits for the last of its lanes.
    private mutating func close(at now: Instant) -> [DirectorEffect] {
        guard let parent = lanes[current].parent else {
            return end(checks > 0 ? .complete : .error(RunError("scenario.noEvidence", Self.noEvidence)), at: now)
        }
        guard !lanes.contains(where: { $0.parent == parent && !$0.isOver }) else { return [] }
        guard let waiting = lanes.firstIndex(where: { $0.number == parent }) else { return [] }
        let here = current
        current = waiting
        defer { current = here }
        return settle(at: now) { _ in .done([]) }
    }

    private mutating func start(_ step: Step, at now: Instant) -> [DirectorEffect] {
        stepsStarted += 1
        let depth = lanes[current].depth + blocks.count - 1
        let record = StepRecord(number: stepsStarted, depth: depth, text: "\(step.action)", spot: step.spot)
        let started = DirectorEffect.journal(.stepStarted(step: record))
        if let block = innerBlock(of: step, record, at: now) {
            blocks.append(block)
            stepsPassed += 1
            return [started] + opening(of: step, block)
        }
        forget()
        let (phase, limit, effects) = beginning(of: step, at: now)
        for case .stage(let request) in effects { places.note(request) }
        active = ActiveStep(
            step: step, record: record, startedAt: now, firstOccurrence: occurrences.mark, mark: samples.mark(),
            deadline: limit == .zero ? .never : now + limit, phase: phase)
        holdWhileSecuring(at: now)
        if case .together(let side) = step.action { return [started] + open(side, at: now) }
        return [started] + effects
            + settle(at: now) { (director) throws(StepFailure) in try director.reactToStart(at: now) }
    }

    /// Opens lanes that are played side by side; the step at hand waits for them.
    private mutating func open(_ side: [ScenarioKit.Lane], at now: Instant) -> [DirectorEffect] {
        let here = current
        let (parent, depth) = (lanes[here].number, lanes[here].depth + blocks.count)
        var effects: [DirectorEffect] = []
        var opened: [Int] = []
        for lane in side {
            let block = block(.lane, lane.steps, cause: nil)
            open(block, parent: parent, depth: depth)
            opened.append(current)
        }
        for index in opened where !hasEnded {
            current = index
            effects += proceed(at: now)
        }
        current = here
        return effects
    }

    private mutating func leave(_ block: Block, at now: Instant) -> [DirectorEffect] {
        var measured: [Measured] = []
        do {
            for expectation in block.judgedAgain { try judgeAtEnd(expectation, of: block, at: now) }
            measured = try judgeInvariants(of: block, at: now)
        } catch {
            return end(.failed(error), at: now)
        }
        blocks.removeLast()
        switch block.kind {
        case .scenario:
            self.measured += measured
            return []
        case .lane:
            return []
        case .throughout(let record, let startedAt):
            return [.journal(.stepPassed(step: record, elapsed: now - startedAt, measured: measured))]
        case .simulating(let trouble, let name):
            return trouble.request(for: name, isOver: true).map { [.stage($0)] } ?? []
        case .simulatingReader(let trouble):
            readerEvidence.troubles.note(trouble)
            return trouble.isMomentary ? [] : [.stage(.readerTrouble(trouble, false))]
        case .tampering(let message, let times, let spot):
            let release = DirectorEffect.command(.untamper(message))
            let spoilt = tampered[message] ?? 0
            guard spoilt == times else {
                let plan = counted(times, "dropped or corrupted message")
                let reason = "\(spot): expected \(plan) (\(message)), sent \(spoilt)"
                return [release] + end(.error(RunError("scenario.tamperedNothing", reason)), at: now)
            }
            return [release]
        case .round(let before, let rounds):
            guard before + 1 < rounds else { return [] }
            let round = self.block(.round(after: before + 1, of: rounds), block.steps, cause: block.cause)
            blocks.append(round)
            return []
        }
    }
}
