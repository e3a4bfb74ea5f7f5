import Ground

extension Scenario {
    /// Everything wrong in the scenario that the type checker cannot see: all problems at once, in the order of lines.
    ///
    /// Without facts about a bench the names of accessories and tags are not looked at.
    public func problems(on facts: BenchFacts? = nil) -> [Problem] {
        var check = ScenarioCheck(phone: phone, facts: facts)
        check.head(of: self)
        check.body(of: self)
        return check.problems
    }
}

/// Goes through a scenario once, knowing at each step what is connected, ranging and tapped by then.
struct ScenarioCheck {
    let phone: PhoneSetup
    let facts: BenchFacts?
    var problems: [Problem] = []

    /// Connected accessories, each with the line that connected it.
    private var connected: [(name: AccessoryName, spot: SourceSpot)] = []
    private var ranging: [AccessoryName] = []
    /// Accessories that were connected at some time.
    private var seen: [AccessoryName] = []
    /// Whether a tag was tapped since the start of the block.
    private var isTapped = false
    /// Whether the steps are gone through for a second time, for what a `Repeat` leaves behind.
    private var isSecondRound = false
    /// Where the last walk with an accessory ended.
    private var places: [(name: AccessoryName, distance: Distance)] = []

    init(phone: PhoneSetup, facts: BenchFacts?) {
        self.phone = phone
        self.facts = facts
    }

    /// Notes a problem, once: rounds of a `Repeat` are gone through twice.
    mutating func report(_ message: String, weight: Problem.Weight = .fault, at spot: SourceSpot) {
        let problem = Problem(message, weight: weight, spot: spot)
        if !problems.contains(problem) { problems.append(problem) }
    }

    mutating func body(of scenario: Scenario) {
        if scenario.steps.isEmpty { report("the scenario has no steps: write at least one", at: scenario.spot) }
        block(scenario.steps)
        if !scenario.steps.isEmpty, !scenario.steps.contains(where: \.action.checksSomething) {
            report("no step checks anything, so the scenario can only pass: add an Expect", at: scenario.spot)
        }
    }

    private mutating func block(_ steps: [Step]) {
        let wasTapped = isTapped
        isTapped = false
        for step in steps { visit(step) }
        isTapped = isTapped || wasTapped
    }

    private mutating func visit(_ step: Step) {
        let spot = step.spot
        switch step.action {
        case .connect(let name, let limit): connect(name, limit, spot)
        case .exchange(_, let name, let limit): exchange(name, limit, spot)
        case .walk(let course): walk(course, spot)
        case .stay(let span, let checks): stay(span, checks, spot)
        case .losing(let message, let times, let steps): losing(message, times, steps, spot)
        case .tap(let tag, let limit, let checks): tap(tag, limit, checks, spot)
        case .expect(let expectation): expect(expectation)
        case .stop(let name, let limit): stop(name, limit, spot)
        case .disconnect(let name, let limit): disconnect(name, limit, spot)
        case .repeat(let times, let steps): repetition(times, steps, spot)
        }
    }
}

// Steps that talk to an accessory.
extension ScenarioCheck {
    private mutating func connect(_ name: AccessoryName, _ limit: Span, _ spot: SourceSpot) {
        positive(limit, spot)
        known(name, spot)
        if let earlier = connected.first(where: { $0.name == name }) {
            report("\(name) is connected already, since line \(earlier.spot.line): disconnect it first", at: spot)
        } else {
            connected.append((name, spot))
        }
        if !seen.contains(name) { seen.append(name) }
    }

    private mutating func exchange(_ name: AccessoryName, _ limit: Span, _ spot: SourceSpot) {
        positive(limit, spot)
        known(name, spot)
        if !connected.contains(where: { $0.name == name }) {
            report("\(name) is not connected here: write Connect before Exchange", at: spot)
        }
        if !ranging.contains(name) { ranging.append(name) }
    }

    private mutating func stop(_ name: AccessoryName, _ limit: Span, _ spot: SourceSpot) {
        positive(limit, spot)
        known(name, spot)
        if !ranging.contains(name) {
            report("\(name) is not ranging here, so there is nothing to stop: write Exchange before Stop", at: spot)
        }
        ranging.removeAll { $0 == name }
    }

    private mutating func disconnect(_ name: AccessoryName, _ limit: Span, _ spot: SourceSpot) {
        positive(limit, spot)
        known(name, spot)
        if !connected.contains(where: { $0.name == name }) {
            report("\(name) is not connected here, so there is nothing to disconnect", at: spot)
        }
        connected.removeAll { $0.name == name }
        ranging.removeAll { $0 == name }
    }

    private mutating func walk(_ course: Course, _ spot: SourceSpot) {
        known(course.accessory, spot)
        if !ranging.contains(course.accessory) {
            report("\(course.accessory) is not ranging here: write Exchange before Walk", at: spot)
        }
        if let place = places.first(where: { $0.name == course.accessory }), place.distance != course.from {
            report(
                "the phone stands at \(place.distance) and would jump to \(course.from): begin where it stands",
                weight: .warning, at: spot)
        }
        places.removeAll { $0.name == course.accessory }
        places.append((course.accessory, course.to))
        self.course(course, spot)
    }
}

// Blocks.
extension ScenarioCheck {
    private mutating func stay(_ span: Span, _ checks: [Expectation], _ spot: SourceSpot) {
        if span <= .zero { report("the phone stays for \(span): stay for more than no time", at: spot) }
        for check in checks {
            if case .opened = check.outcome, !check.count.forbids {
                report("nothing is tapped during a Stay: put this Expect inside Tap { }", at: check.spot)
            }
            judge(check)
        }
    }

    private mutating func tap(_ tag: TagName, _ limit: Span, _ checks: [Expectation], _ spot: SourceSpot) {
        positive(limit, spot)
        if let facts, !facts.tags.contains(tag) {
            let hint = suggestion(for: tag.rawValue, in: facts.tags.map(\.rawValue))
            report("no tag of the rig is called \(tag.rawValue.escapedForDisplay)\(hint)", at: spot)
        }
        if checks.isEmpty { report("the tap checks nothing: add Expect(.opened(...))", at: spot) }
        for check in checks { judge(check) }
        isTapped = true
    }

    private mutating func expect(_ expectation: Expectation) {
        if case .opened = expectation.outcome, !isTapped {
            report("nothing is tapped before this line in its block: write it inside Tap { }", at: expectation.spot)
        }
        judge(expectation)
    }

    private mutating func repetition(_ times: Int, _ steps: [Step], _ spot: SourceSpot) {
        if times < 1 { report("a block is repeated at least once, not \(times) times", at: spot) }
        if steps.isEmpty { report("Repeat { } is empty: write at least one step in it", at: spot) }
        if times > 10_000 { report("\(times) rounds never end: 10000 are the most", at: spot) }
        block(steps)
        // The second round begins with what the first one left behind. Blocks inside a second round are gone through
        // once: otherwise the work would double with every level.
        guard times > 1, !isSecondRound else { return }
        isSecondRound = true
        block(steps)
        isSecondRound = false
    }

    private mutating func losing(_ message: MessageName, _ times: Int, _ steps: [Step], _ spot: SourceSpot) {
        if times < 1 { report("a message is lost at least once, not \(times) times", at: spot) }
        if steps.isEmpty { report("Losing { } is empty: write at least one step in it", at: spot) }
        if !message.isSentByPhone {
            report("the accessory sends \(message): only what the phone sends can be withheld", at: spot)
        } else if !steps.isEmpty, !steps.contains(where: { $0.action.mayCauseSending(of: message) }) {
            report("nothing in this block sends \(message), so nothing is lost", at: spot)
        }
        if message == .shareableConfiguration { lostConfigurations(times, steps, spot) }
        block(steps)
    }

    /// A lost shareable configuration costs a timeout each, and the phone must have the patience for it.
    private mutating func lostConfigurations(_ times: Int, _ steps: [Step], _ spot: SourceSpot) {
        guard let exchange = steps.first(where: { $0.action.isExchange }) else { return }
        if times > phone.retry.attempts {
            report(
                "the exchange cannot succeed: \(times) configurations are lost, and the phone tries again only "
                    + "\(phone.retry.attempts) times",
                at: spot)
        }
        let cost = (phone.rangingTimeout + phone.retry.backOff) * max(times, 0)
        if case .exchange(_, _, let limit) = exchange.action, limit <= cost {
            report(
                "the exchange cannot be done within \(limit): the losses alone cost \(cost) of timeouts",
                at: exchange.spot)
        }
    }
}

// What single values must satisfy.
extension ScenarioCheck {
    private mutating func positive(_ limit: Span, _ spot: SourceSpot) {
        if limit <= .zero { report("nothing happens within \(limit): the limit must be more than no time", at: spot) }
    }

    private mutating func known(_ name: AccessoryName, _ spot: SourceSpot) {
        guard let facts, !facts.accessories.contains(name) else { return }
        let hint = suggestion(for: name.rawValue, in: facts.accessories.map(\.rawValue))
        report("no accessory of the rig is called \(name.rawValue.escapedForDisplay)\(hint)", at: spot)
    }

    mutating func knownZone(_ name: ZoneName, _ spot: SourceSpot) -> Zone? {
        if let zone = phone.zones.first(where: { $0.name == name }) { return zone }
        let hint = suggestion(for: name.rawValue, in: phone.zones.map(\.name.rawValue))
        report("no zone of the phone is called \(name.rawValue.escapedForDisplay)\(hint)", at: spot)
        return nil
    }

    private mutating func judge(_ expectation: Expectation) {
        let spot = expectation.spot
        positive(expectation.within, spot)
        switch expectation.count {
        case .exactly(let number), .atMost(let number):
            if number < 0 { report("nothing happens \(number) times: use a count of 0 for never", at: spot) }
        case .atLeast(let number):
            if number < 1 { report("at least \(number) is always so: use a count of 1 or more", at: spot) }
        }
        if case .entered(let zone, _) = expectation.outcome { _ = knownZone(zone, spot) }
        if case .left(let zone, _) = expectation.outcome { _ = knownZone(zone, spot) }
        guard let name = expectation.outcome.accessory else { return }
        known(name, spot)
        if !seen.contains(name) {
            report("\(name) was never connected before this line, so nothing of it can be seen", at: spot)
        }
    }
}
