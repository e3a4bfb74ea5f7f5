import Ground

// Whether a walk names every zone that it enters or leaves, and no other.
extension ScenarioCheck {
    mutating func passages(_ course: WalkPath, _ spot: SourceSpot) {
        let name = course.accessory
        let zones = zones(around: name)
        for zone in zones {
            start(of: course, at: zone, spot)
            let before = self[name].zones.side(of: zone)
            let after = ZoneAbstractState.side(at: course.to, of: zone, from: before)
            let named = course.crossings.filter { $0.zone == zone.name }
            for crossing in named where before == (crossing.kind == .enter ? .inside : .outside) {
                report(impossible(crossing, zone), at: crossing.spot)
            }
            if before != .unknown, after != .unknown, after != before, named.isEmpty {
                report(unnamed(zone, isEntered: after == .inside), at: spot)
            }
            let told = named.last.map { $0.kind == .enter ? ZoneAbstractState.Side.inside : .outside }
            self[name].zones.set(told ?? after, of: zone.name)
        }
    }

    /// Checks the start of the walk: a zone whose side was not settled before may change as the walk begins.
    private mutating func start(of course: WalkPath, at zone: Zone, _ spot: SourceSpot) {
        let before = self[course.accessory].zones.side(of: zone)
        let place = ZoneAbstractState.side(at: course.from, of: zone, from: before)
        guard place != before else { return }
        if before != .unknown, place != .unknown {
            let verb = place == .inside ? "enters" : "leaves"
            report(
                "the phone \(verb) \(zone.name) where this walk begins, at \(course.from), which no line lists: "
                    + "write Stay(\(ZoneAbstractState.settling)) before it, or begin elsewhere",
                at: spot)
        }
        self[course.accessory].zones.set(place, of: zone.name)
    }

    private func unnamed(_ zone: Zone, isEntered: Bool) -> String {
        let (verb, word) = isEntered ? ("enters", "Enter") : ("leaves", "Leave")
        let boundary = isEntered ? zone.radius : zone.leavingRadius
        return "the phone \(verb) \(zone.name) at \(boundary) on this walk, which no line lists: "
            + "write \(word)(.\(zone.name), at: ..., give: ...)"
    }

    private func impossible(_ crossing: Crossing, _ zone: Zone) -> String {
        crossing.kind == .enter
            ? "the phone is already in \(zone.name), and leaves it only beyond \(zone.leavingRadius)"
            : "the phone is not in \(zone.name), and enters it only within \(zone.radius)"
    }

    func zones(around name: AccessoryName) -> [Zone] { phone.zones.filter { $0.isAround(name) } }

    /// Applies a line without a walk to the zones: time passes, or the session restarts.
    mutating func passTime(_ step: Step) {
        let facts = step.action.facts
        for name in pictures.map(\.name) where self[name].hasSession {
            let place = self[name].place ?? firstPlaces.first { $0.accessory == name }?.from
            switch facts.time {
            case .span(let span) where span >= ZoneAbstractState.settling:
                self[name].zones.settle(at: place, zones(around: name))
            case .someForOthers where facts.accessory == name, .nothing: break
            case .unknown: self[name].zones.settle(at: nil, zones(around: name))
            case .some, .span, .someForOthers: self[name].zones.blur(at: place, zones(around: name))
            }
        }
    }

    /// Updates the zones with an observed outcome, which reveals where the phone is.
    mutating func learnZones(from expectation: Expectation) {
        switch expectation.outcome {
        case .entered(let zone, let name): self[name].zones.set(.inside, of: zone)
        case .left(let zone, let name): self[name].zones.set(.outside, of: zone)
        case .ranging(let name):
            guard case .atLeast(let rounds) = expectation.count, rounds >= roundsToSettle else { return }
            let place = self[name].place ?? firstPlaces.first { $0.accessory == name }?.from
            self[name].zones.settle(at: place, zones(around: name))
        default: break
        }
    }

    /// The number of measurements that fill the median and confirm a change.
    private var roundsToSettle: Int {
        min(max(phone.smoothing.window, 1), 1000) + min(max(phone.smoothing.confirmations, 1), 1000)
    }
}
