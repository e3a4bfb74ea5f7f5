import Ground
import Vocabulary

extension Scenario {
    /// Returns everything wrong in the scenario that the type checker cannot see: all problems at once, in line
    /// order.
    ///
    /// Without facts about a bench, the names of accessories and tags are not checked.
    public func problems(on facts: BenchFacts? = nil) -> [Problem] {
        var check = ScenarioCheck(self, facts: facts)
        check.head(of: self)
        check.body(of: self)
        // Problems of one line stay in the order they were found.
        return check.problems.enumerated()
            .sorted { ($0.element.spot.line, $0.offset) < ($1.element.spot.line, $1.offset) }
            .map(\.element)
    }
}

/// A single pass through a scenario that knows at each step what is connected, ranging and tapped.
struct ScenarioCheck {
    let phone: PhoneSetup
    let facts: BenchFacts?
    let outline: Outline
    /// The names that the scenario uses for other phones.
    let phones: [AccessoryName]
    var problems: [Problem] = []

    /// The starting place of every accessory that is walked to or from: where its first walk begins. Valid until a
    /// line moves it.
    let firstPlaces: [WalkPath]

    /// Every accessory mentioned by a line so far.
    private(set) var pictures: [AccessoryAbstractState] = []
    /// The app's current permission.
    var permission: NearbyPermission
    /// Whether a session ran before. The first one triggers the permission question.
    var hasAsked = false
    /// The line that sent the app to the background, while it is there.
    var backgroundedAt: SourceSpot?
    var quitAt: SourceSpot?
    /// Whether a tag or a link was opened since the app came to the foreground.
    var mayBeElsewhere = false
    var lockedAt: SourceSpot?
    var tags: TagAbstractState
    /// The companions, and the choices made at the screens.
    var devices: [CompanionAbstractState]
    var choice = ChoiceAbstractState()
    /// Reasons already reported why a companion's outcome is impossible.
    var toldOfDevices: [String] = []
    /// Messages that the enclosing blocks tamper with, each with its line.
    var tampered: [(message: MessageKind, spot: SourceSpot)] = []
    /// Whether this line is in a lane of a `Together`.
    var isInLane = false
    /// The number of rounds of the innermost enclosing `Repeat`; nil outside one.
    var rounds: Int?
    /// The part of the scenario that is being visited: `opening`, `closing`, or nil for the rest.
    var part: StaticString?
    /// Whether the steps are being visited a second time, to see what a `Repeat` leaves behind.
    var isSecondRound = false

    init(_ scenario: Scenario, facts: BenchFacts?) {
        self.phone = scenario.phone
        self.facts = facts
        self.outline = Outline(scenario)
        self.phones = scenario.phones
        self.firstPlaces = scenario.firstPlaces
        self.permission = scenario.phone.permission
        self.devices = scenario.phone.companions.map(CompanionAbstractState.init)
        self.tags = TagAbstractState(scenario.phone.tags, spot: scenario.spot)
        if scenario.phone.tags.startsLocked { lockedAt = scenario.spot }
    }

    /// Adds a problem unless it was reported before: rounds of a `Repeat` are visited twice.
    ///
    /// The steps of an opening and a closing are on the line of their scenario, so the message names the part.
    mutating func report(_ message: String, weight: Problem.Weight = .fault, at spot: SourceSpot) {
        let part = part.map { "in the \($0): " } ?? ""
        let problem = Problem(part + message, weight: weight, spot: spot)
        if !problems.contains(problem) { problems.append(problem) }
    }

    subscript(_ name: AccessoryName) -> AccessoryAbstractState {
        get { pictures.first { $0.name == name } ?? AccessoryAbstractState(name) }
        set {
            if let index = pictures.firstIndex(where: { $0.name == name }) {
                pictures[index] = newValue
            } else {
                pictures.append(newValue)
            }
        }
    }

    mutating func body(of scenario: Scenario) {
        if scenario.steps.isEmpty { report("the scenario has no steps: write at least one", at: scenario.spot) }
        companions(of: scenario)
        block(scenario.steps) { index in
            if index < scenario.open.openingSteps { return "opening" }
            return index >= scenario.steps.count - scenario.open.closingSteps ? "closing" : nil
        }
        leftovers()
        judge(scenario.always)
        let checks = !scenario.always.isEmpty || scenario.steps.contains(where: \.action.checksSomething)
        if !scenario.steps.isEmpty, !checks {
            report("no step checks anything, so the scenario can only pass: add an Expect", at: scenario.spot)
        }
    }

    /// Visits steps whose checks count from the first of them. `part` returns the scenario's part that a step belongs
    /// to; by default the enclosing step's.
    mutating func block(_ steps: [Step], part: ((Int) -> StaticString?)? = nil) {
        let (wasTouched, mayHaveOpened) = (tags.wasTouched, tags.mayHaveOpened)
        let hadRanged = pictures.filter(\.hasRanged).map(\.name)
        (tags.wasTouched, tags.mayHaveOpened) = (false, false)
        let hadSpans = pictures.map { ($0.name, $0.spans) }
        for index in pictures.indices {
            pictures[index].hasRanged = pictures[index].hasSession
            pictures[index].spans = pictures[index].openSpans
        }
        for (index, step) in steps.enumerated() {
            if let part { self.part = part(index) }
            visit(step)
        }
        if part != nil { self.part = nil }
        boundsAtTheEnd(of: steps)
        tags.wasTouched = tags.wasTouched || wasTouched
        tags.mayHaveOpened = tags.mayHaveOpened || mayHaveOpened
        for name in hadRanged { self[name].hasRanged = true }
        for (name, spans) in hadSpans { self[name].spans.formUnion(spans) }
    }

    private mutating func visit(_ step: Step) {
        noteSpans(of: step.action)
        visitAction(of: step)
        passTime(step)
    }

    private mutating func visitAction(of step: Step) {
        let spot = step.spot
        if let cause = step.cause { meaning(cause, of: step.action.failureCodes, spot) }
        if let needed = step.causeRounds { checkRounds(before: needed, spot) }
        if let name = step.action.accessory { known(name, spot) }
        kind(of: step.action, spot)
        switch step.action {
        case .link(let act, let name, let limit): link(act, name, limit, spot)
        case .forget(let name): self[name].isEncrypted = false
        case .send(let messages, let name, let apart): send(messages, name, apart, spot)
        case .exchange(let kind, let name, let limit): exchange(kind, name, limit, spot)
        case .stop(let name, let limit): stop(name, limit, spot)
        case .session(let act, let name): session(act, name, spot)
        case .system(let act): system(act, spot)
        case .walk(let course): walk(course, spot)
        case .place(let name, let distance, let seen): place(name, distance, seen, spot)
        case .turn(let turn, let span): self.turn(turn, span, spot)
        case .power(_, let name, let limit): power(name, limit, spot)
        case .stay(let span, let checks): stay(span, checks, spot)
        case .tap(let tag, let limit, let checks):
            tap(tag, limit, checks, spot)
            opensSomething()
        case .peer(let act, let name): peer(act, name, spot)
        case .simulate(let trouble, let name): simulate(trouble, name, spot)
        case .present(let tag, let limit): present(tag, limit, spot)
        case .tearAway(let tag, let answers, let limit): tearAway(tag, answers, limit, spot)
        case .remove(let tag, let limit): remove(tag, limit, spot)
        case .swap(let tag, let other, let limit): swap(tag, other, limit, spot)
        case .hold(let tag, let span, let checks):
            hold(tag, span, checks, spot)
            opensSomething()
        case .inspect(let tag, let limit, let checks): inspect(tag, limit, checks, spot)
        case .openNotification(let limit):
            openNotification(limit, spot)
            opensSomething()
        case .followLink(let url):
            followLink(url, spot)
            opensSomething()
        case .companion(let act, let name): companion(act, name, spot)
        case .screen(let act, let name): screen(act, name, spot)
        case .troubling(let trouble, let steps): troubling(trouble, steps, spot)
        case .simulateReader(let trouble): simulateReader(trouble, spot)
        case .simulatingReader(let trouble, let steps): simulatingReader(trouble, steps, spot)
        case .expect(let expectation): expect(expectation)
        case .await(let expectation): wait(expectation)
        case .nothingElse(let span): nothingElse(span, spot)
        case .require(let requirement): require(requirement)
        case .tampering(let tampering, let message, let times, let steps):
            self.tampering(tampering, message, times, steps, spot)
        case .simulating(let trouble, let name, let steps): simulating(trouble, name, steps, spot)
        case .throughout(let checks, let steps): throughout(checks, steps, spot)
        case .together(let lanes): together(lanes, spot)
        case .repeat(let times, let steps): repetition(times, steps, spot)
        }
    }
}

// Requirements on single values.
extension ScenarioCheck {
    mutating func positive(_ limit: Lapse, _ spot: SourceSpot) {
        if limit <= .zero { report("nothing happens within \(limit): the limit must be positive", at: spot) }
    }

    mutating func known(_ name: AccessoryName, _ spot: SourceSpot) {
        guard let facts, !facts.accessories.contains(name), !facts.phones.contains(name) else { return }
        if phones.contains(name) {
            let hint = suggestion(for: name.rawValue, in: facts.phones.map(\.rawValue))
            return report("no other phone of the rig is called \(name.rawValue.escapedForDisplay)\(hint)", at: spot)
        }
        let hint = suggestion(for: name.rawValue, in: facts.accessories.map(\.rawValue))
        report("no accessory of the rig is called \(name.rawValue.escapedForDisplay)\(hint)", at: spot)
    }

    /// The zone of that name around an accessory, or around any accessory if none is given.
    mutating func knownZone(_ name: ZoneName, of accessory: AccessoryName?, _ spot: SourceSpot) -> Zone? {
        let zones = phone.zones.filter { zone in accessory.map(zone.isAround) ?? true }
        if let zone = zones.first(where: { $0.name == name }) { return zone }
        let hint = suggestion(for: name.rawValue, in: zones.map(\.name.rawValue))
        let whose = phone.zones.contains { $0.name == name } ? " around \(accessory?.rawValue ?? "it")" : ""
        report("no zone of the phone\(whose) is called \(name.rawValue.escapedForDisplay)\(hint)", at: spot)
        return nil
    }

    private mutating func checkRounds(before needed: Int, _ spot: SourceSpot) {
        if needed < 1 {
            report("no failure comes after \(needed) rounds: write 1 or more, or omit afterRounds", at: spot)
        } else if needed >= rounds ?? 0 {
            let played = rounds.map { "is repeated \($0) times" } ?? "is not repeated"
            report("a meaning after \(needed) rounds is never used: the line \(played)", at: spot)
        }
    }

    /// Checks a meaning of a line that can fail with these codes.
    mutating func meaning(_ cause: Meaning, of possible: Set<FailureCode>, _ spot: SourceSpot) {
        for code in [cause.code].compactMap(\.self) + cause.witnesses where FailureCode.entry(of: code) == nil {
            let near = suggestion(for: code.rawValue, in: FailureCode.table.map(\.code.rawValue))
            report("there is no failure code \(code.rawValue.escapedForDisplay)\(near)", at: spot)
        }
        if !cause.witnesses.contains(where: possible.contains) {
            let codes = possible.map(\.rawValue).filter { !$0.hasPrefix("link.") }.sorted()
            let hint = codes.isEmpty ? "it can only lose a link" : "its failures show \(codes.joined(separator: ", "))"
            report("otherwise(..., when:) is never used: no failure of this line shows that; \(hint)", at: spot)
        }
        if cause.text.allSatisfy(\.isWhitespace) {
            report("otherwise(\"\") says nothing: write what a failure means, or omit it", at: spot)
        }
    }
}
