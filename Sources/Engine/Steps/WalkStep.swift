import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Wording

/// `Walk`: the phone moves and crosses the zones that the walk names.
struct WalkStep: StepMachine {
    let course: WalkPath
    private var crossed: [Measured] = []
    private var rounds = 0
    private var measurements = 0
    private var hasArrived = false

    init(course: WalkPath) { self.course = course }

    private var name: AccessoryName { course.accessory }
    private var nextCrossing: Crossing? { course.crossings.dropFirst(crossed.count).first }

    func bringsAbout(_ event: PhoneEvent) -> Bool {
        let ends: [EventKind] = course.direction.isMeasured ? [] : [.didRemove, .retry, .gaveUp]
        return event.isOne(of: [.zone, .feature] + ends, about: name)
    }
    func longest(_ patience: Lapse) -> Lapse { (course.duration ?? .zero) + patience + Patience.settling }

    func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        step.deadline = now + (course.duration ?? .zero) + seen.setting.stagePatience
        let faced = course.seen.map { [DirectorEffect.stage(.face(name, $0))] } ?? []
        return faced + [.stage(.move(name, from: course.from, to: course.to, at: course.speed))]
    }

    mutating func receive(
        _ event: PhoneEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        switch event {
        case .nearby(name, .didUpdate(let object)):
            rounds += 1
            measurements += object.distance == nil ? 0 : 1
        case .zone(name, let change): crossed.append(try cross(change, step, &seen))
        case .nearby(name, .didRemove) where course.direction.isMeasured:
            throw ofKit(
                step, "walk.removed", .distances(to: name),
                seen: .clause(of: event).and(seen.record(of: name)?.ranging).and(seen.remarks(of: name)))
        case .channel, .nearby, .sent, .tampered, .distance, .zone, .feature, .kitReady, .kitRanging, .kitRound,
            .blindProbe, .tag, .companion, .finding, .fault, .waits:
            return .goesOn()
        }
        return finished
    }

    mutating func receive(
        _ event: StageEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress {
        guard event == .arrived(name) else { return .goesOn() }
        hasArrived = true
        seen.noteArrival(of: name, at: course.to)
        step.deadline = now + Patience.settling
        return finished
    }

    /// The result of the walk once the accessory has arrived, every crossing was seen, and something was measured if
    /// required.
    private var finished: Progress {
        guard hasArrived, nextCrossing == nil, measurements > 0 || !course.direction.isMeasured else {
            return .goesOn()
        }
        return .done(crossed + [Measured("measurements", .count(measurements))])
    }

    /// Compares a zone change with the next crossing of the walk.
    private func cross(
        _ change: ZoneChange, _ step: PlayedStep, _ seen: inout Observations
    ) throws(StepFailure) -> Measured {
        let what = Sentence.words(of: .zone(accessory: name, change: change))
        if let reason = lacking(change, seen) {
            var lack = step.failure(
                "walk.unexpectedZoneChange", .noZoneChangeBesidesNamed, seen: what, .kit)
            lack.doubt = reason
            throw lack
        }
        guard let crossing = nextCrossing else {
            throw ofKit(step, "walk.unexpectedZoneChange", .noFurtherZoneChange, seen: what)
        }
        let isRightKind = (crossing.kind == .enter) == (change.kind == .entered)
        let isNear = (change.distance - crossing.at).magnitude <= crossing.give
        guard isRightKind, crossing.zone == change.zone, isNear else {
            throw StepFailure(
                code: "walk.otherZoneChange", expected: .about(name, crossing), seen: what, spot: crossing.spot,
                link: .kit, restsOnKit: true)
        }
        seen.noteCheck()
        return Measured(
            "\(change.zone) \(change.kind.rawValue)", .distance(change.distance), limit: .distance(crossing.at))
    }

    /// Returns the reason why the scenario itself is wrong about a zone change: the walk crosses that boundary without
    /// naming it.
    ///
    /// A walk that comes closer to a boundary than its hysteresis may cross it.
    private func lacking(_ change: ZoneChange, _ seen: Observations) -> Sentence? {
        let kind: Crossing.Kind = change.kind == .entered ? .enter : .leave
        guard !course.crossings.contains(where: { $0.kind == kind && $0.zone == change.zone }),
            let zone = seen.scenario.phone.zones.first(where: { $0.name == change.zone && $0.isAround(name) })
        else { return nil }
        let isPassed =
            kind == .enter
            ? min(course.from, course.to) < zone.radius + zone.hysteresis
            : max(course.from, course.to) > zone.leavingRadius - zone.hysteresis
        let boundary = kind == .enter ? zone.radius : zone.leavingRadius
        if isPassed { return .passes(boundary, kind, zone.name) }
        guard seen.setting.reportsPlaces else { return nil }
        // A person reports a place only at the end of the walk, and is never further off than the rig says.
        let byHand = seen.setting.errorByHand
        guard byHand != nil || seen.places.distance(to: name) != nil else { return .positionUnknown(of: name) }
        // A reading may be off its target by the tolerance and the error, and the truth off the reading by the error.
        let error = byHand ?? seen.places.error(to: name)
        let slack = StageReading.positionTolerance + error + error
        let isInDoubt =
            kind == .enter
            ? min(course.from, course.to) - slack < zone.radius + zone.hysteresis
            : max(course.from, course.to) + slack > zone.leavingRadius - zone.hysteresis
        return isInDoubt ? seen.placeDoubt(of: name, within: slack, around: boundary) : nil
    }

    func expire(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        guard hasArrived else {
            return .error(.stage(.stageDidNotFinishWalk(of: name, in: step.elapsed(at: now))))
        }
        let counts = Sentence.measurements(measurements, in: rounds).and(seen.remarks(of: name))
        if measurements == 0 {
            var lack = ofKit(step, "walk.noDistance", .distances(to: name), seen: counts)
            lack.doubt = seen.placeDoubt(about: name)
            throw lack
        }
        guard let missing = nextCrossing else { return .goesOn() }
        throw StepFailure(
            code: "walk.zoneChangeMissing", expected: .about(name, missing), seen: .noSuchZoneChange.and(counts),
            spot: missing.spot, link: .kit, restsOnKit: true, doubt: positionDoubt(about: missing, seen))
    }

    /// Returns the reason why the accessory may not have crossed a boundary: nothing reported that it did.
    private func positionDoubt(about crossing: Crossing, _ seen: Observations) -> Sentence? {
        guard seen.setting.reportsPlaces else { return nil }
        guard let place = seen.places.distance(to: name) else { return .positionUnknown(of: name) }
        let error = seen.places.error(to: name)
        let zone = seen.scenario.phone.zones.first { $0.name == crossing.zone && $0.isAround(name) }
        let isEntered = crossing.kind == .enter
        let boundary = zone.map { isEntered ? $0.radius : $0.leavingRadius } ?? crossing.at
        let hasPassed = isEntered ? place + error < boundary : place - error > boundary
        return hasPassed ? nil : seen.placeDoubt(of: name, within: error, around: boundary)
    }

    /// Returns a failure that rests on the kit.
    private func ofKit(_ step: PlayedStep, _ code: FailureCode, _ expected: Sentence, seen: Sentence) -> StepFailure {
        var failure = step.failure(code, expected, seen: seen, .kit)
        failure.restsOnKit = true
        return failure
    }
}
