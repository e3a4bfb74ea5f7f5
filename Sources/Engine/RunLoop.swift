import Ground
import Journal
import Links
import Phone
import RigKit
import ScenarioKit
import Wording

/// The loop that owns all state of a run: it takes the next event, advances the clock, passes the event to the phone
/// and performs the effects.
///
/// Time advances from event to event and never past one that waits: a deadline passes only after everything stamped up
/// to it was handled. `Lateness` records the rig's own delays.
struct RunLoop {
    let run: ScenarioRun
    let links: any LinkSet
    var log: RunLog
    var phone: Phone { didSet { phoneDue = nil } }
    /// The phone's next deadline, cached until the phone changes.
    private var phoneDue: Instant?
    var director: Director
    var readerWatch = ReaderWatch()
    private var routeTiming = RouteTiming()
    private var operatorAnswers = 0
    /// Effects that the director requested and that are not performed yet, in order.
    private var wanted: [DirectorEffect] = []
    private var isCarryingOut = false
    var ending: Ending?
    /// The failure as recorded, with the last frames before it.
    var lastFailure: Failure?
    /// A failed step that is recorded once nothing can excuse it.
    var unrecorded: (failure: StepFailure, complete: Failure, step: PlayedStep)?
    var lateOutcome: LateOutcome?
    /// The reference that the rig looks for after a failure; nil until then.
    var heard: HeardReference?
    var isInterrupted = false
    /// Whether a driver reported a fault; the phone's conclusion from a kit's silence does not count.
    private var isFaultTold = false
    var power = SwitchedPower()
    private var clock: RunClock
    /// The deadline by which kit and reader must be ready.
    var readyBy: Instant
    /// The limit for all steps together, including the time to bring up the bench.
    private let longestRun: Lapse

    init(_ run: ScenarioRun, _ links: any LinkSet, _ recorder: JournalRecorder) {
        self.run = run
        self.links = links
        log = RunLog(recorder, of: run.rig)
        let needs = run.needs
        var generator = SeededGenerator(seed: run.seed)
        phone = Phone(
            run.scenario.phone, accessories: run.rig.accessories.map(\.name), phones: run.scenario.phones,
            ownChannels: run.rig.ownChannels, onNetwork: run.rig.onNetwork,
            knownMessages: ObservedTopics(run.scenario).messages,
            host: needs.contains(.uwb) ? run.rig.uwb.host : nil, hasReader: needs.contains(.nfc),
            generator: generator.fork())
        director = Director(
            RunSetting(
                scenario: run.scenario,
                stagePatience: run.rig.stagePatience, router: phone.router, ownChannels: run.rig.ownChannels,
                screensByHand: run.rig.screensByHand, tagsByProgram: run.rig.tagsByProgram,
                powerByProgram: run.rig.powerByProgram, powerShownByConsole: run.rig.powerShownByConsole,
                blockedByProgram: [.ble: run.rig.blockedByProgram(.ble), .uwb: run.rig.blockedByProgram(.uwb)],
                movesByProgram: run.rig.movesByProgram, errorByHand: run.errorByHand))
        clock = RunClock(startingAt: links.now)
        readyBy = clock.beganAt + ScenarioRun.bringUpLimit
        longestRun = ScenarioRun.bringUpLimit + run.scenario.longestPlay(stagePatience: director.stagePatience)
    }

    /// The instant up to which the run is decided.
    var horizon: Instant { clock.horizon }

    /// Whether the scenario is still being played; later events do not affect the verdict.
    private var isPlaying: Bool {
        // Without `==`, which copies the ending.
        if case nil = ending { !isInterrupted } else { false }
    }

    mutating func play() -> RunSummary {
        direct()
        listenOn()
        switch ending {
        case .failed(let failure): prove(failure)
        case .complete: provePass()
        case .error(let error): proveDoubt(error)
        case .timedOut, nil: break
        }
        let decidedAt = links.now
        proveHearing()
        recordFailedStep()
        recordEvidence()
        shutDown()
        clearStage()
        return summary(decidedAt: decidedAt)
    }

    /// Opens kit and reader and plays the steps; a step that needs one of them waits for it, and others proceed.
    private mutating func direct() {
        for finding in run.scenario.associationFindings { log.record(finding, on: .tag, at: horizon) }
        for part in run.unjudged { log.record(.notJudged(part), on: .kit, at: horizon) }
        carryOut(phone.begin(at: horizon))
        clock.endWait(at: links.now)
        clock.advance(to: clock.awakeSince)
        clock.countDelays(from: horizon)
        carryOut(director.begin(at: horizon))
        var hasBegun = director.active != nil
        while isPlaying {
            step(until: min(director.deadline ?? .never, phone.isReady ? .never : readyBy))
            guard !hasBegun, let first = director.active else { continue }
            clock.countDelays(from: first.startedAt)
            hasBegun = true
        }
    }

    /// Leaves accessory, kit and reader as they were found. A second interruption aborts this.
    mutating func shutDown() {
        carryOut(phone.shutDown(at: horizon))
        let limit = links.now + ScenarioRun.shutDownLimit
        let patience = links.now + ScenarioRun.stopPatience
        var isCutShort = false
        while !phone.isQuiet, horizon < patience, !isCutShort { isCutShort = !step(until: patience) }
        guard !phone.isQuiet, !isCutShort else { return }
        let reason = Sentence.givesBack(phone.openEnds, upTo: limit - horizon)
        let waits = PhoneEvent.waits(link: .stage, reason: reason.description)
        carryOut([.event(waits)] + phone.hangUp())
        while !phone.isQuiet, horizon < limit, !isCutShort { isCutShort = !step(until: limit) }
    }

    /// Performs one turn: waits for an arrival or the next deadline. Returns false if a person interrupted the run.
    @discardableResult mutating func step(until limit: Instant) -> Bool {
        let due = min(limit, nextOfPhone(), readerWatch.deadline(after: horizon) ?? .never)
        clock.beginWait(at: links.now)
        let reception = receive(until: due)
        guard reception == .deadline else { return take(reception) }
        let (end, isOnTime) = clock.passed(due)
        guard !isOnTime else {
            pass(to: end)
            return true
        }
        // The rig was late enough that later spans must not count from that deadline, and arrivals in between keep
        // their own instants.
        let now = clock.awakeSince
        let waiting = receive(until: now)
        switch waiting {
        case .arrival(let arrival): pass(to: max(end, arrival.instant - Lapse(nanoseconds: 1)))
        case .deadline: pass(to: now)
        case .stoodStill, .interrupted: pass(to: end)
        }
        return take(waiting)
    }

    private mutating func receive(until due: Instant) -> Reception {
        let reception = links.receive(until: due)
        clock.endWait(at: links.now)
        // Checked before the phone advances: deadlines missed because the bench stalled are not the accessory's fault.
        if isPlaying, clock.awakeSince - clock.beganAt >= longestRun { ending = .timedOut(longestRun) }
        return reception
    }

    /// Handles the result of a wait; returns false if a person interrupted the run.
    private mutating func take(_ reception: Reception) -> Bool {
        switch reception {
        case .arrival(let arrival):
            clock.noteDelay(since: arrival.instant)
            take(arrival)
        case .stoodStill(let since):
            clock.noteDelay(since: since)
            director.observations.noteStandstill(from: since, to: clock.awakeSince)
        case .deadline: break
        case .interrupted:
            isInterrupted = true
            return false
        }
        return true
    }

    mutating func take(_ arrival: Arrival) {
        let arrival = heldAgainstRig(arrival)
        let number = log.number(arrival)
        clock.advance(to: arrival.instant)
        if case .fault = arrival.inbound { isFaultTold = true }
        if case .reader(let answer) = arrival.inbound {
            readerWatch.received()
            director.observations.note(answer)
        }
        carryOut(phone.receive(arrival.inbound, at: arrival.instant), by: (arrival, number))
        if isPlaying, case .stage(let event) = arrival.inbound {
            if run.rig.isOperatorAnswer(event) { operatorAnswers += 1 }
            carryOut(director.receive(event, at: arrival.instant))
        } else if case .console(let name, let line) = arrival.inbound {
            lateOutcome?.note(.console(name, line), at: arrival.instant)
            if isPlaying { carryOut(director.receive(console: line, of: name, at: arrival.instant)) }
        }
        pass(to: arrival.instant)
    }

    /// Returns the phone's next deadline; cached, because computing it visits the whole phone.
    private mutating func nextOfPhone() -> Instant {
        if let phoneDue { return phoneDue }
        let due = phone.deadline ?? .never
        phoneDue = due
        return due
    }

    /// Advances to an instant and handles everything due by then.
    private mutating func pass(to instant: Instant) {
        clock.advance(to: instant)
        if isPlaying, let complaint = readerWatch.complaint(at: horizon) {
            ending = judged(.error(RunError("rig.mute", on: .reader, complaint)))
        }
        if phone.isLeaving || nextOfPhone() <= horizon { carryOut(phone.advance(to: horizon)) }
        if isPlaying, !phone.isReady, horizon >= readyBy { ending = notReady }
        guard isPlaying else { return }
        let lateness = clock.lateness
        carryOut(director.advance(to: horizon) { lateness.lost(since: $0) })
    }

    /// Turns a failure, or the error of a silent device, into an undecided error if the rig itself was too late to
    /// judge it.
    private func judged(_ ending: Ending) -> Ending {
        if case .error(let error) = ending {
            guard error.isOfTime || (error.code == "rig.fault" && !isFaultTold) else { return ending }
            let doubt = clock.lateness.doubt(at: horizon, since: director.active?.startedAt ?? horizon)
            return .error(doubt.map { error.undecided(by: $0) } ?? error)
        }
        guard case .failed(let failure) = ending, !failure.isOfBytes else { return ending }
        let doubt =
            failure.timing.map { clock.lateness.doubt(about: $0.limit, since: $0.since, isExtended: $0.isExtended) }
            ?? clock.lateness.doubt(at: horizon, since: director.active?.startedAt ?? horizon)
        guard let doubt else { return ending }
        return .error(failure.undecided(by: doubt, on: nil))
    }

    /// Performs the phone's effects: first all frames are sent, then the journal is written, and finally the director
    /// is notified.
    ///
    /// The turnaround of a frame sent in reply to an arrival is the time from the arrival at the rig to the handover
    /// of the reply to the link.
    mutating func carryOut(_ effects: [PhoneEffect], by cause: (arrival: Arrival, number: Int)? = nil) {
        guard !effects.isEmpty else {
            if let (arrival, number) = cause { log.record(arrival, number: number) }
            return
        }
        let arrival = cause?.arrival.instant
        let began = arrival ?? horizon
        var frames: [(outbound: Outbound, left: Instant)] = []
        var happened: [(event: PhoneEvent, at: Instant)] = []
        for case .send(let outbound) in effects {
            let left = links.send(outbound)
            frames.append((outbound, left))
            if case .reader(let request) = outbound {
                readerWatch.sent(request, at: left)
                director.observations.note(request)
            }
        }
        if let arrival { routeTiming.note(effects, arrival: arrival, now: links.now) }
        if let (arrival, number) = cause { log.record(arrival, number: number) }
        var passed = 0
        var (departs, breaks) = (false, false)
        for effect in effects {
            switch effect {
            case .send:
                passed += 1
            case .event(let event):
                if event.isDeparture { departs = true } else if case .fault = event { breaks = true }
                var instant = began
                if case .sent(_, let kind) = event, passed > 0 {
                    instant = frames[passed - 1].left
                    if kind == .shareableConfiguration, arrival != nil { director.noteTurnAround(instant - began) }
                }
                happened.append((event, instant))
            }
        }
        for (event, instant) in happened where !event.isDeparture { log.record(event, at: instant) }
        for (outbound, left) in frames { log.record(outbound, at: left) }
        if departs {
            for (event, instant) in happened where event.isDeparture { log.record(event, at: instant) }
        }
        if breaks {
            for case (.fault(let link, let fault), _) in happened { doubtFailure(link, fault) }
        }
        // Events after the verdict go to the journal but do not affect the verdict.
        for (event, instant) in happened {
            lateOutcome?.note(.phone(event), at: instant)
            heard?.note(event)
            guard isPlaying else { continue }
            if case .channel(let name, .backgroundConfiguration) = event {
                director.note(configuration: phone.lastConfiguration(of: name), of: name)
            }
            carryOut(director.receive(event, at: instant))
        }
    }

    /// Performs the director's effects one after the other. The immediate results of a command, and the director's
    /// reaction to them, come after the effects requested earlier.
    private mutating func carryOut(_ effects: [DirectorEffect]) {
        wanted += effects
        guard !isCarryingOut else { return }
        isCarryingOut = true
        defer { isCarryingOut = false }
        while !wanted.isEmpty {
            let effect = wanted.removeFirst()
            let now = horizon
            switch effect {
            case .command(let command): carryOut(command.carryOut(on: &phone, at: now))
            case .stage(let request):
                if case .power(let name, _) = request { power.switched.insert(name) }
                log.record(Outbound.stage(request), at: links.send(.stage(request)))
            case .journal(let event): log.record(event, at: now)
            case .end(let ending):
                guard self.ending == nil else { continue }
                let ending = told(judged(ending).onLinks(of: run.rig))
                self.ending = ending
                noteFailedStep(ending, at: now)
            }
        }
    }

    func complete(_ failure: StepFailure, at now: Instant) -> Failure {
        let link = failure.link.map(log.newest)
        let meaning = failure.shownMeaning
        return Failure(
            code: meaning?.code ?? failure.code, seenCode: failure.code, expected: failure.expected.description,
            seen: failure.seen.description, measured: failure.measured,
            meaning: meaning?.text ?? Sentence.meaning(of: failure.code)?.description,
            spot: failure.spot,
            instant: now,
            link: link,
            lastFrames: link.map(log.lastFrames) ?? [])
    }

    private func summary(decidedAt now: Instant) -> RunSummary {
        var verdict = Verdict.passed
        var reason: Sentence?
        var error: RunError?
        var failures: [Failure] = []
        switch ending {
        case .complete:
            if director.stepsPassed != run.scenario.stepsInAll {
                let reason = Sentence.onlyPlayed(director.stepsPassed, of: run.scenario.stepsInAll)
                (verdict, error) = (.error, RunError("run.stepsMissing", reason))
            }
        case .failed(let failure):
            (verdict, reason) = (.failed, .expected(failure.expected, seen: failure.seen))
            failures = [lastFailure ?? complete(failure, at: now)]
        case .error(let what):
            (verdict, error) = (.error, what)
        case .timedOut(let limit):
            (verdict, reason) = (.timedOut, .tookLonger(than: limit))
        case nil:
            (verdict, reason) = (.aborted, .interrupted)
        }
        return RunSummary(
            scenario: run.scenario.name, spot: run.scenario.spot, rig: run.rig.name, seed: run.seed, verdict: verdict,
            reason: reason?.description, error: error, failures: failures, findings: log.findings,
            findingsBesides: log.findingsBesides > 0 ? log.findingsBesides : nil,
            measured: director.turnArounds.measured(Measured.turnAround)
                + routeTiming.spans.measured(Measured.routeTime)
                + director.measured + director.observations.samples.figures.measured + log.responses.measured
                + [Measured(Measured.frames, .count(log.frames))],
            operatorAnswers: operatorAnswers > 0 ? operatorAnswers : nil, stepsPassed: director.stepsPassed,
            stepsInAll: run.scenario.stepsInAll, elapsed: now - clock.beganAt)
    }
}
