public import Ground

/// A step or check that a rig without a UWB kit can't judge, with its line.
public struct Unjudged: Hashable, Sendable {
    /// A short description: `expect measurement of door at least 3 times`.
    public let what: String
    /// The place of the step that contains it; for a check over the whole scenario, the scenario's.
    public let spot: SourceSpot
}

extension Scenario {
    /// The same scenario, either judged completely or skipped: a gate does not count partial results.
    public var whole: Scenario {
        var whole = self
        whole.terms.isWhole = true
        return whole
    }

    /// Returns the scenario for a rig without a UWB kit, and the parts left out.
    ///
    /// The exchange uses the data channel and ends with the accessory's own report that ranging started; only
    /// measurements, and whatever follows from them, need a kit. Returns nil if nothing else is left.
    public func withoutKit() -> (scenario: Scenario, unjudged: [Unjudged])? {
        guard !terms.isWhole, phones.isEmpty, phone.shareable.probe == nil else { return nil }
        var removal = KitRemoval()
        let kept = removal.keep(steps)
        let checks = removal.keep(always, at: spot)
        guard !removal.isImpossible, kept.contains(where: { $0.action.checksSomething }) || !checks.isEmpty else {
            return nil
        }
        var rest = Scenario(
            name: base, argument: argument, summary: summary, suite: suite, tags: tags.filter { $0 != .needsMotion },
            covers: covers, phone: phone, always: checks, steps: kept, spot: spot)
        rest.terms.hasKit = false
        return (rest, removal.unjudged)
    }
}

/// Removes measurements from steps and checks.
private struct KitRemoval {
    private(set) var unjudged: [Unjudged] = []
    /// Whether a step changes something over the air that only a kit notices.
    private(set) var isImpossible = false

    mutating func keep(_ steps: [Step]) -> [Step] {
        steps.compactMap { step in
            keep(step.action, at: step.spot).map {
                Step($0, spot: step.spot, cause: step.cause, causeRounds: step.causeRounds)
            }
        }
    }

    mutating func keep(_ checks: [Check], at spot: SourceSpot) -> [Check] {
        checks.filter { check in
            guard check.needsKit else { return true }
            unjudged.append(Unjudged(what: check.description, spot: spot))
            return false
        }
    }

    private mutating func keep(_ action: Action, at spot: SourceSpot) -> Action? {
        switch action {
        case .walk, .turn, .peer, .simulating(.uwbSilence, _, _), .simulate(.uwbSilence, _):
            isImpossible = true
            return nil
        // The position is not measured.
        case .place: return nil
        case .expect(let expectation), .await(let expectation):
            return keep([.expect(expectation: expectation)], at: spot).isEmpty ? nil : action
        case .require(let requirement):
            return keep([.require(requirement: requirement)], at: spot).isEmpty ? nil : action
        case .stay(let span, let checks): return .stay(span: span, checks: keep(checks, at: spot))
        case .tap(let tag, let limit, let checks):
            return .tap(tag: tag, within: limit, checks: keep(checks, at: spot))
        case .hold(let tag, let span, let checks): return .hold(tag: tag, span: span, checks: keep(checks, at: spot))
        case .tampering(let tampering, let message, let times, let steps):
            return .tampering(tampering: tampering, message: message, times: times, steps: keep(steps))
        case .simulating(let trouble, let name, let steps):
            return .simulating(trouble: trouble, accessory: name, steps: keep(steps))
        case .simulatingReader(let trouble, let steps):
            return .simulatingReader(trouble: trouble, steps: keep(steps))
        case .troubling(let trouble, let steps): return .troubling(network: trouble, steps: keep(steps))
        case .throughout(let checks, let steps):
            return .throughout(checks: keep(checks, at: spot), steps: keep(steps))
        case .together(let lanes):
            return .together(lanes: lanes.map { Lane(keep($0.steps), spot: $0.spot) })
        case .repeat(let times, let steps): return .repeat(times: times, steps: keep(steps))
        case .link, .forget, .send, .exchange, .stop, .session, .system, .power, .simulate, .companion, .screen,
            .present, .remove, .tearAway, .swap, .inspect, .openNotification, .followLink, .simulateReader,
            .nothingElse:
            return action
        }
    }
}

extension Check {
    /// Whether the check cannot be judged without a UWB kit.
    fileprivate var needsKit: Bool {
        switch self {
        case .expect(let expectation):
            expectation.outcome.alternatives.contains { $0.needsKit(for: expectation.count) }
        case .require(let requirement): requirement.figure.isRanging || requirement.figure.report != nil
        }
    }
}

extension Outcome {
    /// Whether counting the outcome needs a kit that measured, or that listened in vain.
    ///
    /// The phone's own clock removes an accessory that never reports that ranging started, and tries again. Without a
    /// kit the accessory has no one to range with either, so it has no distances to report.
    fileprivate func needsKit(for count: Count) -> Bool {
        switch self {
        case .ranging, .direction, .entered, .left, .zoneChange, .feature, .kitMeasured, .removed(_, .peerEnded),
            .reported(.distance, _):
            true
        case .removed, .retry, .gaveUp: count.number == 0 || !count.isLowerBound
        case .found, .connected, .disconnected, .encrypted, .paired, .pairingFailed, .parametersRequested,
            .addressClash,
            .writeRefused, .received, .sent, .invalidated, .suspended, .suspensionEnded, .prompted, .companion, .opened,
            .console, .screenConsole, .reported, .notified, .delivered, .tagDetected, .tagGone, .tagUnreadable,
            .decided, .severalTags, .readerLost, .readerBack, .anyOf:
            false
        }
    }
}

extension Count {
    /// Whether a lower number fails.
    fileprivate var isLowerBound: Bool {
        switch self {
        case .exactly, .atLeast: true
        case .atMost: false
        }
    }
}
