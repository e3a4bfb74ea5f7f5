extension GatePlan {
    /// Returns all problems of the plan, each with its line.
    ///
    /// `day` is today, for expired quarantine; nil skips that check. `scenarios` are all available ones, for unknown
    /// names; nil skips that check.
    public func problems(on day: CalendarDay? = nil, scenarios: [ScenarioFacts]? = nil) -> [PlanProblem] {
        var check = PlanCheck(plan: self, day: day, scenarios: scenarios)
        check.run()
        return check.found
    }

    /// Returns the quarantine entries that have expired and excuse nothing.
    public func endedQuarantine(on day: CalendarDay) -> [PlanProblem] {
        entries.compactMap { entry in
            guard case .quarantine(let known) = entry.content else { return nil }
            return known.ended(on: day).map { PlanProblem(plan: name, spot: entry.spot, message: $0) }
        }
    }

    /// Returns the quarantine entries that expire within seven days, or have not begun.
    public func notices(on day: CalendarDay) -> [PlanProblem] {
        entries.compactMap { entry in
            guard case .quarantine(let known) = entry.content, let from = known.from, let until = known.until else {
                return nil
            }
            let left = day.days(until: until)
            let name = known.scenario.escapedForDisplay
            let message: String
            if day < from {
                message = "the quarantine of \(name) begins on \(from)"
            } else if (1...QuarantineEntry.noticeDays).contains(left) {
                message =
                    "the quarantine of \(name) ends on \(until), in \(counted(left, "day")): "
                    + "\(known.owner.escapedForDisplay) answers for it"
            } else {
                return nil
            }
            return PlanProblem(plan: self.name, spot: entry.spot, message: message)
        }
    }
}

/// A check of a plan, entry by entry.
struct PlanCheck {
    let plan: GatePlan
    let day: CalendarDay?
    let scenarios: [ScenarioFacts]?
    private(set) var found: [PlanProblem] = []

    init(plan: GatePlan, day: CalendarDay?, scenarios: [ScenarioFacts]?) {
        self.plan = plan
        self.day = day
        self.scenarios = scenarios
    }

    mutating func run() {
        let isName = plan.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == "." }
        if plan.name.isEmpty || !isName {
            complain("a plan is called by letters, digits, dots and dashes, as release is", plan.spot)
        }
        if plan.summary.isBlank { complain("it does not say what it is for", plan.spot) }
        if plan.proofs.isEmpty {
            complain("it proves nothing: write Prove(.everything, .clean(below: .percent(5)))", plan.spot)
        }
        var settings: [String] = []
        for entry in plan.entries {
            if let setting = entry.content.setting {
                if settings.contains(setting) { complain("\(setting) is set twice", entry.spot) }
                settings.append(setting)
            }
            check(entry)
        }
        checkContradictions()
    }

    mutating func complain(_ message: String, _ spot: SourceSpot) {
        found.append(PlanProblem(plan: plan.name, spot: spot, message: message))
    }

    private mutating func check(_ entry: PlanEntry) {
        switch entry.content {
        case .prove(let scenarios, let proof):
            check(scenarios, entry.spot)
            for message in proof.problems { complain(message, entry.spot) }
        case .quarantine(let known):
            check(known, entry.spot)
        case .neverExcuse(let scenarios):
            check(scenarios, entry.spot)
        case .spread(let spread):
            if min(spread.powerCycles, spread.units, spread.benches) < 1 {
                complain("runs are spread over at least one power cycle, unit and bench", entry.spot)
            }
        case .identity(let level):
            if level == .unknown || level == .contradicted {
                complain(
                    "a firmware that is \(level.rawValue) shows nothing: ask for proved, flashed or claimed", entry.spot
                )
            }
        case .identifiedBy(let marks):
            if marks == IdentitySources() { complain("it names nothing by which a firmware is known", entry.spot) }
            for message in marks.hashInCharacteristic?.problems ?? [] { complain(message, entry.spot) }
            if let version = marks.version, version.isBlank || version.utf8.count > 200 {
                complain("a version has 1 to 200 bytes, as 1.4.2, and is not blank", entry.spot)
            }
        case .leftOut(let bounds):
            if !(0...500_000).contains(bounds.share.perMillion) {
                complain("between 0 and 50 % of the runs may be left out, not \(bounds.share)", entry.spot)
            }
            if !(1...100).contains(bounds.inARow) {
                complain("between 1 and 100 left-out runs in a row end a gate, not \(bounds.inARow)", entry.spot)
            }
        case .operatorAnswers:
            break
        case .coverage(let count):
            let all = scenarios.map { all in
                all.count { one in plan.proofs.contains { $0.scenarios.contains(one) } }
            }
            if count < 1 {
                complain("the coverage is at least one scenario, not \(count)", entry.spot)
            } else if let all, count > all {
                complain("the coverage is \(count) scenarios, and the plan selects only \(all)", entry.spot)
            }
        }
    }

    private mutating func check(_ selection: ScenarioSelection, _ spot: SourceSpot) {
        if selection.terms.isEmpty { complain("it names no scenario", spot) }
        guard let scenarios else { return }
        var areKnown = true
        for term in selection.terms + selection.except {
            guard let message = unknown(term, scenarios) else { continue }
            areKnown = false
            complain(message, spot)
        }
        if areKnown, !selection.terms.isEmpty, !scenarios.contains(where: { selection.contains($0) }) {
            complain("no scenario is left of \(selection)", spot)
        }
    }

    private func unknown(_ term: ScenarioSelection.Term, _ scenarios: [ScenarioFacts]) -> String? {
        switch term {
        case .everything:
            return nil
        case .named(let name):
            return unknown("scenario", name, scenarios.map(\.name))
        case .suite(let name):
            // A plan may exclude suites and tags that no scenario has.
            return isExcluded(term) ? nil : unknown("suite", name, scenarios.compactMap(\.suite))
        case .tagged(let tag):
            return isExcluded(term) ? nil : unknown("tag", tag, scenarios.flatMap(\.tags))
        }
    }

    private func isExcluded(_ term: ScenarioSelection.Term) -> Bool {
        !plan.entries.contains { entry in
            switch entry.content {
            case .prove(let selection, _), .neverExcuse(let selection): selection.terms.contains(term)
            case .quarantine, .spread, .identity, .identifiedBy, .leftOut, .operatorAnswers, .coverage: false
            }
        }
    }

    private func unknown(_ what: String, _ name: String, _ known: [String]) -> String? {
        guard !known.contains(name) else { return nil }
        return "no \(what) is called \(name.shown())\(suggestion(for: name, in: known))"
    }

    private mutating func check(_ known: QuarantineEntry, _ spot: SourceSpot) {
        if known.scenario.isBlank {
            complain("quarantine names no scenario", spot)
        } else if let scenarios, let message = unknown("scenario", known.scenario, scenarios.map(\.name)) {
            complain(message, spot)
        }
        let name = known.scenario.shown()
        if known.owner.isBlank { complain("the quarantine of \(name) has no owner: name one", spot) }
        if known.reason.isBlank { complain("the quarantine of \(name) has no reason: name a ticket", spot) }
        if let failure = known.failureKey {
            let isKey =
                (10...64).contains(failure.utf8.count)
                && failure.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
            if !isKey { complain("\(failure.shown()) is no failure key: 10 to 64 digits 0-9 and a-f, or *", spot) }
        }
        if known.from == nil { complain("the quarantine of \(name) has no day from which on", spot) }
        if known.until == nil { complain("the quarantine of \(name) has no day on which it ends", spot) }
        guard let from = known.from, let until = known.until else { return }
        let days = from.days(until: until)
        if days < 1 { complain("the quarantine of \(name) ends on \(until), before it begins on \(from)", spot) }
        if days > QuarantineEntry.mostDays {
            complain("the quarantine of \(name) lasts \(days) days, and \(QuarantineEntry.mostDays) at most", spot)
        }
        if let day, let message = known.ended(on: day) { complain(message, spot) }
    }

    /// Checks for entries that contradict each other about a scenario.
    private mutating func checkContradictions() {
        guard let scenarios else { return }
        for entry in plan.entries {
            switch entry.content {
            case .quarantine(let known):
                let isNever = scenarios.contains { $0.name == known.scenario && plan.neverExcuses($0) }
                if isNever { complain("\(known.scenario.shown()) is in quarantine, and never excused", entry.spot) }
            case .prove(let selection, .sequential):
                let clean = scenarios.first { scenario in
                    selection.contains(scenario)
                        && plan.proofs.contains { $0.proof.kind == .clean && $0.scenarios.contains(scenario) }
                }
                if let clean {
                    complain("\(clean.name.shown()) may fail here, and must be clean elsewhere", entry.spot)
                }
            case .prove, .neverExcuse, .spread, .identity, .identifiedBy, .leftOut, .operatorAnswers, .coverage:
                break
            }
        }
    }
}

extension PlanEntry.Content {
    /// The name of a setting that may occur only once.
    fileprivate var setting: String? {
        switch self {
        case .prove, .quarantine, .neverExcuse: nil
        case .spread: "the spread"
        case .identity: "the identity"
        case .identifiedBy: "by what a firmware is known"
        case .leftOut: "the bound of left-out runs"
        case .operatorAnswers: "whether a person's answers count"
        case .coverage: "the coverage"
        }
    }
}

extension QuarantineEntry {
    /// Returns a message that the entry has expired, without a final full stop; nil if it has not.
    fileprivate func ended(on day: CalendarDay) -> String? {
        guard let until, until <= day else { return nil }
        return "the quarantine of \(scenario.shown()) ended on \(until), and excuses nothing"
    }
}
