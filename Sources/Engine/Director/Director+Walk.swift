import Ground
import Journal
import Links
import Phone
import ScenarioKit

extension Director {
    mutating func walking(
        _ step: ActiveStep, _ progress: WalkProgress, _ event: PhoneEvent, at now: Instant
    ) throws(StepFailure) -> Progress {
        var progress = progress
        let name = progress.course.accessory
        switch event {
        case .nearby(name, .didUpdate(let object)):
            progress.rounds += 1
            progress.measurements += object.distance == nil ? 0 : 1
        case .zone(name, let change):
            progress.crossed.append(try cross(progress, change))
        case .nearby(name, .didRemove(let reason)):
            let ranging = record(of: name).map { "; \($0.ranging)\($0.besides)" } ?? ""
            let seen = "\(name) was removed for \(reason.rawValue)\(ranging)"
            throw measured(failure("walk.removed", "distances to \(name) during the walk", seen: seen, .kit))
        default:
            return .goesOn()
        }
        active?.phase = .walking(progress)
        return finished(progress)
    }

    /// Holds a zone change against the next crossing of the walk.
    private mutating func cross(_ progress: WalkProgress, _ change: ZoneChange) throws(StepFailure) -> Measured {
        let name = progress.course.accessory
        let seen = "\(name) \(change.kind.rawValue) \(change.zone) at \(change.distance)"
        if let reason = lacking(progress.course, change) {
            var lack = failure(
                "walk.unexpectedZoneChange", "no zone change on this walk that it does not name", seen: seen, .kit)
            lack.doubt = reason
            throw lack
        }
        guard let crossing = progress.nextCrossing else {
            throw measured(
                failure("walk.unexpectedZoneChange", "no further zone change on this walk", seen: seen, .kit))
        }
        let isRightKind = (crossing.kind == .enter) == (change.kind == .entered)
        let isNear = (change.distance - crossing.at).magnitude <= crossing.give
        guard isRightKind, crossing.zone == change.zone, isNear else {
            throw StepFailure(
                code: "walk.otherZoneChange", expected: "\(name): \(crossing)", seen: seen, spot: crossing.spot,
                link: .kit, restsOnKit: true)
        }
        checks += 1
        return Measured(
            "\(change.zone) \(change.kind.rawValue)", .distance(change.distance), limit: .distance(crossing.at))
    }

    /// Why the scenario itself is wrong about a zone change: the walk leads across that boundary and names it nowhere.
    ///
    /// Whoever comes nearer to a boundary than its hysteresis may cross it.
    private func lacking(_ course: Course, _ change: ZoneChange) -> String? {
        let kind: Crossing.Kind = change.kind == .entered ? .enter : .leave
        guard !course.crossings.contains(where: { $0.kind == kind && $0.zone == change.zone }),
            let zone = scenario.phone.zones.first(where: { $0.name == change.zone && $0.isAround(course.accessory) })
        else { return nil }
        let isPassed =
            kind == .enter
            ? min(course.from, course.to) < zone.radius + zone.hysteresis
            : max(course.from, course.to) > zone.leavingRadius - zone.hysteresis
        let word = kind == .enter ? "Enter" : "Leave"
        let boundary = kind == .enter ? zone.radius : zone.leavingRadius
        guard isPassed else { return nil }
        return "the walk passes \(boundary), and the scenario does not say \(word)(.\(zone.name), at: ...)"
    }

    /// A walk is done when the accessory has arrived, every crossing was seen, and something was measured.
    func finished(_ progress: WalkProgress) -> Progress {
        guard progress.hasArrived, progress.nextCrossing == nil, progress.measurements > 0 else { return .goesOn() }
        return .done(progress.crossed + [Measured("measurements", .count(progress.measurements))])
    }

    func walkRanOut(_ progress: WalkProgress, after limit: Span) throws(StepFailure) -> Progress {
        guard progress.hasArrived else {
            return .error(.stage("the stage did not finish the walk of \(progress.course.accessory) in \(limit)"))
        }
        let counts =
            "\(progress.measurements) measurements in \(progress.rounds) rounds" + besides(progress.course.accessory)
        if progress.measurements == 0 {
            throw measured(
                failure(
                    "walk.noDistance", "distances to \(progress.course.accessory) during the walk", seen: counts, .kit))
        }
        guard let missing = progress.nextCrossing else { return .goesOn() }
        throw StepFailure(
            code: "walk.zoneChangeMissing", expected: "\(progress.course.accessory): \(missing)",
            seen: "no such zone change; \(counts)",
            spot: missing.spot, link: .kit, restsOnKit: true)
    }

    /// The same failure, with the kit as its witness.
    private func measured(_ failure: StepFailure) -> StepFailure {
        var failure = failure
        failure.restsOnKit = true
        return failure
    }
}
