import Ground
import Journal
import Links
import ScenarioKit
import Wording

// The order of steps within their lanes.
extension Director {
    /// Lets the active step react, and acts on the result.
    mutating func settle(
        at now: Instant, _ react: (inout ActiveStep, inout Observations) throws(StepFailure) -> Progress
    ) -> [DirectorEffect] {
        do {
            switch try schedule.react(&observations, react) {
            case .goesOn(let effects): return effects
            case .done(let measured, let effects): return passStep(measured, at: now) + effects + proceed(at: now)
            case .error(let error): return end(.error(error), at: now)
            }
        } catch {
            return end(.failed(error), at: now)
        }
    }

    private mutating func passStep(_ measured: [Measured], at now: Instant) -> [DirectorEffect] {
        guard let step = schedule.pass() else { return [] }
        let elapsed = now - step.startedAt
        return [.journal(.stepPassed(step: step.record, elapsed: elapsed, measured: measured + step.secured))]
    }

    /// Starts the lane's steps until one has to wait or the lane is over.
    mutating func proceed(at now: Instant) -> [DirectorEffect] {
        var effects: [DirectorEffect] = []
        while !hasEnded, !schedule.isBusy {
            guard let block = schedule.blocks.last else { return effects + close(at: now) }
            guard let step = schedule.next else {
                effects += leave(block, at: now)
                continue
            }
            switch step.action.machine {
            case .block(let machine, let steps):
                guard !observations.radios.isChanging else { return effects }
                effects += open(machine, steps, of: step, at: now)
            case .step(let machine):
                guard observations.has(machine.need) else { return effects }
                effects += start(step, machine, in: block, at: now)
            }
        }
        return effects
    }

    private mutating func record(of step: Step) -> StepRecord {
        let (number, depth) = schedule.countStart()
        return StepRecord(number: number, depth: depth, text: "\(step.action)", spot: step.spot)
    }

    private mutating func open(
        _ machine: any BlockMachine, _ steps: [Step], of step: Step, at now: Instant
    ) -> [DirectorEffect] {
        let record = record(of: step)
        var machine = machine
        let effects = noted(machine.open(record, &observations, at: now), at: now)
        schedule.enter(Block(machine, steps, cause: step.cause, mark: markHere(at: now)))
        return [.journal(.stepStarted(step: record))] + effects
    }

    /// Returns the mark from which new checks count; it includes the events that occurred while a person was at a
    /// screen.
    private mutating func markHere(at now: Instant) -> Observations.Mark {
        guard let start = schedule.window?.start else { return observations.mark(at: now) }
        return Observations.Mark(events: start.events, samples: start.samples, instant: now)
    }

    private mutating func start(
        _ step: Step, _ machine: any StepMachine, in block: Block, at now: Instant
    ) -> [DirectorEffect] {
        let record = record(of: step)
        let atHand = schedule.lanes.compactMap(\.active).filter { $0.machine.lanes.isEmpty }
        observations.forget(
            before: atHand.map(\.played.mark.events.place).min(),
            keeping: schedule.lanes.flatMap { lane in
                lane.blocks.map(\.mark) + [lane.active?.played.mark, lane.window?.start].compactMap(\.self)
            })
        var machine = machine
        let here = markHere(at: now)
        machine.pass(on: &schedule.window, from: here, block, observations)
        var played = PlayedStep(step, record, mark: here, in: block, limit: machine.limit, at: now)
        let effects = noted(machine.begin(&played, &observations, at: now), at: now)
        var active = ActiveStep(played: played, machine: machine)
        for record in observations.records where record.securingSince != nil {
            active.beginHold(for: record.name, at: now)
        }
        schedule.begin(active)
        let started = [.journal(.stepStarted(step: record))] + effects
        if !machine.lanes.isEmpty { return started + open(machine.lanes, at: now) }
        return started
            + settle(at: now) { (step, seen) throws(StepFailure) in
                try step.machine.recount(&step.played, &seen, at: now)
            }
    }

    /// Records what is requested of stage and companions.
    private mutating func noted(_ effects: [DirectorEffect], at now: Instant) -> [DirectorEffect] {
        for effect in effects {
            switch effect {
            case .stage(let request): observations.note(request, at: now)
            case .command(.companion(let act, let name)): observations.note(act, with: name, at: now)
            case .command, .journal, .end: continue
            }
        }
        return effects
    }

    /// Opens lanes that are played side by side; the active step waits for them.
    private mutating func open(_ side: [ScenarioKit.Lane], at now: Instant) -> [DirectorEffect] {
        let here = schedule.current
        let (parent, depth) = (schedule.lanes[here].number, schedule.lanes[here].depth + schedule.blocks.count)
        var effects: [DirectorEffect] = []
        var opened: [Int] = []
        for lane in side {
            let block = Block(LaneBlock(), lane.steps, mark: observations.mark(at: now))
            schedule.open(block, parent: parent, depth: depth)
            opened.append(schedule.current)
        }
        for index in opened where !hasEnded {
            schedule.look(at: index)
            effects += proceed(at: now)
        }
        schedule.look(at: here)
        return effects
    }

    /// Closes a finished lane: ends the scenario, or completes the step that waits for the last of its lanes.
    private mutating func close(at now: Instant) -> [DirectorEffect] {
        let here = schedule.current
        guard let parent = schedule.lanes[here].parent else {
            let isProved = observations.checks > 0
            return end(isProved ? .complete : .error(RunError("scenario.noEvidence", .noEvidence)), at: now)
        }
        guard !schedule.lanes.contains(where: { $0.parent == parent && !$0.isOver }),
            let waiting = schedule.lanes.firstIndex(where: { $0.number == parent })
        else { return [] }
        schedule.look(at: waiting)
        defer { schedule.look(at: here) }
        return settle(at: now) { _, _ in .done() }
    }

    private mutating func leave(_ block: Block, at now: Instant) -> [DirectorEffect] {
        let measured: [Measured]
        do {
            for check in block.judgedAgain { try observations.judge(check, since: block.mark, at: now) }
            measured = try observations.judge(block.invariants, since: block.mark, at: now)
        } catch {
            return end(.failed(error), at: now)
        }
        switch block.machine.close(measured, &observations, at: now) {
        case .closed(let effects):
            schedule.leave()
            return noted(effects, at: now)
        case .measured(let all):
            schedule.leave()
            self.measured += all
            return []
        case .again(let machine):
            schedule.leave(
                playingAgain: Block(machine, block.steps, cause: block.cause, mark: observations.mark(at: now)))
            return []
        case .error(let error, let effects):
            schedule.leave()
            return effects + end(.error(error), at: now)
        }
    }
}
