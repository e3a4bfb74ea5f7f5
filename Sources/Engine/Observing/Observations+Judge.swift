import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Wording

/// The scope of a count: everything since a mark, or the events caused by one tag.
enum CountScope: Sendable {
    case everything
    /// A tag that is held to the phone until an outcome follows; the step waits while the reader is away.
    case tap
    /// A tag that is held to the phone for a span.
    case hold

    /// Whether notifications of earlier tags are excluded, however late the user opens them.
    var isOfOneTag: Bool {
        switch self {
        case .everything: false
        case .tap, .hold: true
        }
    }
}

/// An expectation of a step that remains in force until its block ends.
enum LateCheck: Hashable, Sendable {
    case expect(Expectation)
    case nothingElse(NothingElseCheck)
}

// Checks expectations and limits against the observations.
extension Observations {
    func count(_ outcome: Outcome, since mark: Mark, _ scope: CountScope = .everything) -> Int {
        events.count(outcome, since: mark.events, scope)
    }

    /// Throws if an outcome occurred more often than allowed, without waiting any longer.
    func refuseExcess(of checks: [Check], since mark: Mark, _ scope: CountScope = .everything) throws(StepFailure) {
        for case .expect(let check) in checks {
            let seen = count(check.outcome, since: mark, scope)
            if check.count.isExceeded(by: seen) { throw mismatch(check, seen, since: mark, scope) }
        }
    }

    /// Returns the failure of a check that can no longer be met.
    func breach(of checks: [Check], since mark: Mark) -> StepFailure? {
        for check in checks {
            switch check {
            case .expect(let expectation):
                let seen = count(expectation.outcome, since: mark)
                if expectation.count.isExceeded(by: seen) { return mismatch(expectation, seen, since: mark) }
            case .require(let requirement):
                if samples.isBroken(requirement, since: mark.samples) {
                    return miss(requirement, samples.judge(requirement, since: mark.samples), since: mark)
                }
            }
        }
        return nil
    }

    /// Checks expectations and limits against everything observed since a mark.
    mutating func judge(
        _ checks: [Check], since mark: Mark, _ scope: CountScope = .everything, at now: Instant
    ) throws(StepFailure) -> [Measured] {
        var measured: [Measured] = []
        for check in checks {
            switch check {
            case .expect(let expectation): try judge(expectation, since: mark, scope, at: now)
            case .require(let requirement): measured.append(try judge(requirement, since: mark))
            }
            noteCheck()
        }
        return measured
    }

    /// Checks a step's expectation over its whole block; the rig must have been looking since `looking`.
    func judge(
        _ check: LateCheck, since mark: Mark, looking: Mark? = nil, at now: Instant
    ) throws(StepFailure) {
        switch check {
        case .expect(let expectation): try judge(expectation, since: mark, at: now)
        case .nothingElse(let check):
            try refuseOthers(check, since: mark)
            if let doubt = blindness(since: looking ?? mark, at: now) {
                throw StepFailure(
                    code: "expectation.notObserved", expected: check.expected, seen: .seenNothingElse,
                    spot: check.spot, link: doubt.link, cause: check.cause, restsOnKit: doubt.link == .kit,
                    doubt: doubt.reason)
            }
        }
    }

    /// Throws if an unplanned event occurred in a block.
    func refuseOthers(_ check: NothingElseCheck, since mark: Mark) throws(StepFailure) {
        let (count, last) = events.others(in: check.plan, since: mark.events, last: 5)
        guard count > 0 else { return }
        let rounds: [EventKind] = [.didRemove, .retry, .gaveUp]
        let measured = last.filter { $0.link == .kit || rounds.contains($0.kind) }
        throw StepFailure(
            code: "expectation.somethingElse", expected: check.expected,
            seen: .others(count, last),
            spot: check.spot, link: last.first?.link, cause: check.cause, restsOnKit: !measured.isEmpty,
            // Any other event is a failure wherever the accessory is.
            doubt: measured.count == last.count ? placeDoubt(aboutAny: measured.compactMap(\.accessory)) : nil)
    }

    /// Checks an expectation, and that the rig was looking.
    func judge(
        _ expectation: Expectation, since mark: Mark, _ scope: CountScope = .everything, at now: Instant
    ) throws(StepFailure) {
        let seen = count(expectation.outcome, since: mark, scope)
        guard expectation.count.isMet(by: seen) else {
            var failure = mismatch(expectation, seen, since: mark, scope)
            // A block ends without the extra time in which a late outcome would still be seen.
            if failure.code == "expectation.never" {
                failure.awaited = StepFailure.Awaited(
                    outcome: expectation.outcome, missing: 1, since: mark.instant, late: "expectation.late")
            }
            throw failure
        }
        try checkEvidence(for: expectation, seen, since: mark, scope, at: now)
        try checkPlaces(for: expectation, seen)
    }

    func judge(_ requirement: Requirement, since mark: Mark) throws(StepFailure) -> Measured {
        let judged = samples.judge(requirement, since: mark.samples)
        let isTooFew = judged.value == nil || judged.samples < requirement.samplesNeeded
        if isTooFew, !isJudgedBySilence(requirement, since: mark) { throw tooFew(requirement, judged.samples) }
        if let value = judged.value, let doubt = positionDoubt(about: requirement, value) {
            throw StepFailure(
                code: "expectation.notObserved", expected: .told(requirement),
                seen: .value(value, of: judged.samples), spot: requirement.spot, link: .stage, doubt: doubt)
        }
        guard judged.isKept, let value = judged.value else { throw miss(requirement, judged, since: mark) }
        // A round that the kit lost lowers a rate or a share and so helps it keep an upper limit.
        if case .atMost = requirement.bound, requirement.figure.isRanging, let doubt = kitFailure(since: mark) {
            throw StepFailure(
                code: "expectation.notObserved", expected: .told(requirement),
                seen: .value(judged.value, of: judged.samples), spot: requirement.spot, link: .kit, restsOnKit: true,
                doubt: doubt)
        }
        return Measured(requirement.what, value, limit: requirement.bound.amount)
    }

    /// Whether a missing sample is the accessory's fault: it was asked, or it measures without reporting.
    private func isJudgedBySilence(_ requirement: Requirement, since mark: Mark) -> Bool {
        switch requirement.figure {
        case .toldRate: return true
        case .reaction: return samples.judge(requirement, since: mark.samples).value == nil
        case .toldDistance(let report, let name), .toldError(let report, let name):
            return samples.told(ToldLog.Source(name: name, report: report), since: mark.samples).isEmpty
                && samples.rounds(of: name, since: mark.samples).heard >= requirement.samplesNeeded
        case .latency, .connection, .exchange, .firstFix, .updateRate, .availability, .bias, .standardDeviation,
            .directionAvailability, .angleBias, .angleDeviation, .peerBias, .disagreement, .detectedToRouted,
            .readCommands, .ofScreen:
            return false
        }
    }

    /// Returns the reason why a limit on distances is undecided: it lies within the error of the reported positions.
    private func positionDoubt(about requirement: Requirement, _ value: Quantity) -> Sentence? {
        guard case .distance(let value) = value, case .distance(let limit) = requirement.bound.amount,
            let name = requirement.figure.accessory
        else { return nil }
        let error: Distance
        switch requirement.figure {
        case .bias, .toldError, .peerBias: error = places.error(to: name)
        case .standardDeviation: error = places.error(to: name, ofSpread: true)
        case .detectedToRouted, .readCommands, .ofScreen, .latency, .connection, .exchange, .firstFix, .updateRate,
            .availability, .toldDistance, .toldRate, .reaction, .disagreement, .directionAvailability, .angleBias,
            .angleDeviation:
            return nil
        }
        let distance = (value.magnitude - limit).magnitude
        // A value on the edge of the band is decided only where it keeps the limit.
        let isDecided = value.magnitude <= limit ? distance >= error : distance > error
        return isDecided ? nil : placeDoubt(of: name, within: error, around: limit)
    }

    /// Returns the doubt about a position that is not known well enough to decide on a limit.
    func placeDoubt(of name: AccessoryName, within error: Distance, around limit: Distance) -> Sentence {
        .positionDoubtful(of: name, within: error, around: limit, isByHand: setting.errorByHand != nil)
    }

    /// Throws if no zone changed, but the accessory may not have been where the scenario says.
    func checkPlaces(for expectation: Expectation, _ seen: Int) throws(StepFailure) {
        guard seen == 0, expectation.count.isJudgedAgainAtTheEnd else { return }
        let names = expectation.outcome.alternatives.compactMap { outcome -> AccessoryName? in
            switch outcome {
            case .entered, .left, .zoneChange, .feature: outcome.accessory
            default: nil
            }
        }
        guard let doubt = placeDoubt(aboutAny: names) else { return }
        throw StepFailure(
            code: "expectation.notObserved", expected: .told(expectation), seen: .seen(times: seen),
            spot: expectation.spot, link: .stage, cause: expectation.cause, doubt: doubt)
    }

    /// Returns the reason why a failure of measurements may be due to the place of an accessory: a program that was
    /// asked to put it somewhere did not read back where it is.
    ///
    /// During a walk, its step is the judge.
    func placeDoubt(about name: AccessoryName) -> Sentence? {
        places.distance(to: name) == nil && acts.isAtRest(name) ? .positionUnknown(of: name) : nil
    }

    private func placeDoubt(aboutAny names: [AccessoryName]) -> Sentence? {
        names.lazy.compactMap { placeDoubt(about: $0) }.first
    }

    /// Returns the failure for too few samples. Their result is chance, and evidence neither for nor against the
    /// accessory.
    private func tooFew(_ requirement: Requirement, _ samples: Int) -> StepFailure {
        StepFailure(
            code: "requirement.tooFewSamples", expected: .told(requirement), seen: .samples(samples),
            spot: requirement.spot,
            link: requirement.link,
            doubt: .tooFew(samples: samples, needed: requirement.samplesNeeded))
    }

    private func miss(_ requirement: Requirement, _ judged: Judged, since mark: Mark) -> StepFailure {
        let isRanging = requirement.figure.isRanging
        let seen = Sentence.value(judged.value, of: judged.samples)
        let name = requirement.figure.accessory
        let listened = isRanging ? name.flatMap { record(of: $0) } : nil
        var failure = StepFailure(
            code: code(of: requirement, judged, since: mark), expected: .told(requirement),
            seen: seen.and(listened?.ranging),
            measured: judged.value.map { Measured(requirement.what, $0, limit: requirement.bound.amount) },
            spot: requirement.spot,
            link: requirement.link, cause: requirement.cause,
            restsOnKit: isRanging,
            doubt: doubt(about: requirement, since: mark)
                ?? (isRanging ? kitFailure(since: mark) ?? name.flatMap { placeDoubt(about: $0) } : nil))
        if case .span(let limit) = requirement.bound.amount { failure.timing = .init(limit: limit, since: .start) }
        return failure
    }

    func mismatch(
        _ expectation: Expectation, _ seen: Int, since mark: Mark, _ scope: CountScope = .everything
    ) -> StepFailure {
        let outcome = expectation.outcome
        let counted = events.last(5, countedFor: outcome, since: mark.events)
        let related = counted.isEmpty ? events.last(5, concerning: outcome, since: mark.events, scope) : counted
        let route = outcome.alternatives.contains { $0.isRouted } ? route : nil
        let ranging = outcome.accessory.flatMap { outcome.isMeasured ? record(of: $0) : nil }
        let isTooOften = expectation.count.isExceeded(by: seen)
        let hollowCode = isTooOften ? nil : ranging?.hollowCode ?? (route == nil ? nil : linkCode(for: outcome))
        let measured = outcome.alternatives.filter(\.isMeasured).compactMap(\.accessory)
        let failureOfKit = outcome.isMeasured && !isTooOften ? kitFailure(since: mark) : nil
        let gap = isTooOften ? nil : outcome.alternatives.compactMap { consoleGap(about: $0, since: mark)?.doubt }.first
        // The failure explains the decision with its rules, so its event adds nothing.
        let told = route == nil ? related : related.filter { !$0.isRoute }
        return StepFailure(
            code: hollowCode
                ?? (isTooOften ? "expectation.tooOften" : seen == 0 ? "expectation.never" : "expectation.tooSeldom"),
            expected: .told(expectation),
            seen: .seen(times: seen, told.map(\.sentence)).and(ranging?.ranging)
                .and(remarks(of: outcome.accessory)).and(route).and(seen == 0 ? otherLine(than: outcome) : nil),
            measured: Measured("\(outcome)", .count(seen), limit: .count(expectation.count.number)),
            spot: expectation.spot,
            link: outcome.link, cause: expectation.cause, restsOnKit: outcome.isMeasured,
            doubt: failureOfKit ?? gap ?? placeDoubt(aboutAny: measured))
    }

    /// Returns the lines that were printed instead of an awaited one.
    private func otherLine(than outcome: Outcome) -> Sentence? {
        guard case .reported(.line, let name) = outcome else { return nil }
        let heard = samples.told.heard(of: name)
        return heard.lines > 0 ? .lines(heard.lines, last: heard.last, of: name) : nil
    }
}

// Checks of an accessory's own reports against measurement and ground truth.
extension Observations {
    /// Returns the failure code for a missed limit.
    private func code(of requirement: Requirement, _ judged: Judged, since mark: Mark) -> FailureCode {
        switch requirement.figure {
        case .toldDistance(let report, let name):
            let told = samples.told(ToldLog.Source(name: name, report: report), since: mark.samples)
            let pairs = told.compactMap { sample in sample.measured.map { (told: sample.told, right: $0) } }
            return code(of: pairs, requirement, report, other: "told.differs")
        case .toldError(let report, let name):
            let told = samples.told(ToldLog.Source(name: name, report: report), since: mark.samples)
            let pairs = told.compactMap { sample in sample.truth.map { (told: sample.told, right: $0) } }
            return code(of: pairs, requirement, report, other: "told.untrue")
        case .toldRate: return "told.seldom"
        case .reaction: return judged.value == nil ? "reaction.none" : "reaction.slow"
        case .latency, .connection, .exchange, .firstFix, .updateRate, .availability, .bias, .standardDeviation,
            .directionAvailability, .angleBias, .angleDeviation, .peerBias, .disagreement, .detectedToRouted,
            .readCommands, .ofScreen:
            return "requirement.notMet"
        }
    }

    private func code(
        of pairs: [(told: Distance, right: Distance)], _ requirement: Requirement, _ report: DistanceReport,
        other: FailureCode
    ) -> FailureCode {
        guard !pairs.isEmpty else { return "told.nothing" }
        guard case .distance(let limit) = requirement.bound.amount else { return other }
        return ToldDiagnosis.code(of: pairs, limit: limit, as: report, other: other)
    }

    /// Returns the reason why a limit on printed distances says nothing about the accessory: no line has the form, or
    /// some lines were damaged.
    private func doubt(about requirement: Requirement, since mark: Mark) -> Sentence? {
        guard let name = requirement.figure.accessory, case .distance(let report) = requirement.figure.report else {
            return nil
        }
        if let doubt = doubt(about: report, of: name) { return doubt }
        let broken = samples.broken(ToldLog.Source(name: name, report: report), since: mark.samples)
        return broken > 0 ? .brokenLines(broken, as: report, of: name) : nil
    }
}

extension Requirement {
    /// The link on which the figure is observed.
    fileprivate var link: LinkID {
        if let companion = figure.companion { return .companion(companion) }
        guard let name = figure.accessory else { return .reader }
        if let report = figure.report { return report.isPrinted ? .console(name) : .bluetooth(name) }
        return figure.isRanging ? .kit : .bluetooth(name)
    }

    /// The limited figure in words: `latency of configuration of door, percentile 95`.
    fileprivate var what: String {
        "\(figure)" + (percentile.map { ", percentile \($0)" } ?? "")
    }
}
