public import Ground

// The codes that a failure of a line can show. A meaning with a witness among none of them is never printed.

extension Action {
    /// The codes that a failure of the action, or of anything in it, can show.
    public var failureCodes: Set<FailureCode> {
        var codes = ownFailureCodes.union(FailureCode.losses)
        for check in checks { codes.formUnion(check.failureCodes) }
        for step in innerSteps { codes.formUnion(step.action.failureCodes) }
        return codes
    }

    private var ownFailureCodes: Set<FailureCode> {
        switch self {
        case .link(let act, _, _): act.failureCodes
        case .exchange(.configuration, _, _):
            [
                "exchange.noConfiguration", "exchange.smallMTU", "exchange.slowConfiguration", "exchange.notAnswered",
                "session.neverStarted", "session.slowStart", "session.invalidated", "configuration.refused",
                "expectation.notInTime",
            ]
        case .exchange(.tokens, _, _): ["token.none", "token.notRun", "session.invalidated"]
        case .stop: ["session.stopUnanswered", "session.slowStop", "expectation.notInTime"]
        case .walk:
            [
                "walk.removed", "walk.noDistance", "walk.unexpectedZoneChange", "walk.otherZoneChange",
                "walk.zoneChangeMissing",
            ]
        case .tap: ["tag.notRead", "tag.unreadable", "route.nothingDelivered"]
        case .present, .tearAway, .swap, .hold: ["tag.notDetected"]
        case .inspect(_, _, let checks):
            checks.reduce(into: ["tag.notRead", "tag.unreadable"]) { $0.formUnion($1.what.failureCodes) }
        case .openNotification: ["notification.missing", "route.nothingDelivered"]
        case .nothingElse: ["expectation.somethingElse"]
        case .expect(let expectation), .await(let expectation): expectation.failureCodes
        case .require(let requirement): requirement.failureCodes
        case .forget, .send, .session, .system, .place, .turn, .power, .stay, .peer, .simulate, .companion, .screen,
            .remove, .followLink, .simulateReader, .tampering, .simulating, .troubling, .simulatingReader, .throughout,
            .together, .repeat:
            []
        }
    }
}

extension FailureCode {
    /// The codes of a lost link, which can end any step.
    fileprivate static let losses: Set<FailureCode> = {
        let acts = [
            "", "WhileSettingUp", "AfterInitialize", "AfterConfigureAndStart", "WhileRanging", "AfterStop",
        ]
        let named = ["link.hungUp", "link.silent"].flatMap { loss in acts.map { FailureCode(rawValue: loss + $0) } }
        return Set(named + ["link.keyRefused", "link.lost"])
    }()
}

extension LinkAct {
    fileprivate var failureCodes: Set<FailureCode> {
        switch self {
        case .find: ["link.notFound", "advertising.noService", "advertising.otherService"]
        case .connect, .subscribe:
            [
                "link.notFound", "link.notAccepted", "link.notOpened", "link.unanswered", "channel.notOffered",
                "advertising.otherService",
            ]
        case .pair: ["pairing.failed", "pairing.linkLost", "pairing.unanswered"]
        case .read:
            [
                "background.unprotected", "background.otherConfiguration", "background.zeroed", "background.refused",
                "background.noService", "background.unanswered",
            ]
        case .identify, .disconnect: []
        }
    }
}

extension Check {
    /// The codes that a failure of the check can show.
    public var failureCodes: Set<FailureCode> {
        switch self {
        case .expect(let expectation): expectation.failureCodes
        case .require(let requirement): requirement.failureCodes
        }
    }
}

extension Expectation {
    /// The codes that a failure of the expectation can show.
    public var failureCodes: Set<FailureCode> {
        switch count {
        case .atMost, .exactly(...0): ["expectation.tooOften"]
        case .exactly(let number): lacks(of: number).union(["expectation.tooOften"])
        case .atLeast(let number): lacks(of: number)
        }
    }

    /// The codes of fewer events than this number.
    private func lacks(of number: Int) -> Set<FailureCode> {
        var codes: Set<FailureCode> = ["expectation.never", "expectation.late", "expectation.notInTime"]
        if number > 1 { codes.insert("expectation.tooSeldom") }
        guard outcome.alternatives.contains(where: \.restsOnRounds) else { return codes }
        return codes.union([
            "session.rangesNot", "session.phyMismatch", "session.stsMismatch", "session.macMismatch",
            "session.elementsMismatch", "ranging.timedOut", "token.stale",
        ])
    }
}

extension Outcome {
    /// Whether the outcome is absent if nothing is measured.
    fileprivate var restsOnRounds: Bool {
        switch self {
        case .ranging, .direction, .entered, .left, .zoneChange, .feature, .kitMeasured, .removed, .retry, .gaveUp: true
        case .found, .connected, .disconnected, .encrypted, .paired, .pairingFailed, .parametersRequested,
            .writeRefused, .received, .sent, .invalidated, .suspended, .suspensionEnded, .addressClash, .prompted,
            .companion, .opened, .notified, .delivered, .tagDetected, .tagGone, .tagUnreadable, .decided,
            .severalTags, .readerLost, .readerBack, .console, .screenConsole, .reported, .anyOf:
            false
        }
    }
}

extension Requirement {
    /// The codes that a failure of the limit can show.
    public var failureCodes: Set<FailureCode> {
        let wrong: Set<FailureCode> = ["told.unit", "told.byteOrder", "told.stale", "told.nothing"]
        return switch figure {
        case .toldDistance: wrong.union(["told.differs"])
        case .toldError: wrong.union(["told.untrue"])
        case .toldRate: ["told.seldom"]
        case .reaction: ["reaction.none", "reaction.slow"]
        case .latency, .connection, .exchange, .firstFix, .updateRate, .availability, .bias, .standardDeviation,
            .directionAvailability, .angleBias, .angleDeviation, .peerBias, .disagreement, .detectedToRouted,
            .readCommands, .ofScreen:
            ["requirement.notMet"]
        }
    }
}

extension TagCheck {
    /// The codes that a failure of the check can show.
    public var failureCodes: Set<FailureCode> {
        switch self {
        case .platform, .records: ["tag.mismatch"]
        case .chip: ["tag.mismatch", "tag.otherChip"]
        case .capacity, .free: ["tag.tooSmall"]
        case .state: ["tag.mismatch", "tag.writable"]
        case .link: ["tag.mismatch", "tag.noLink", "tag.otherTag"]
        case .linkHost, .firstRecordIsLink: ["tag.mismatch", "tag.noLink"]
        case .opens: ["tag.mismatch", "route.siteExcludes"]
        case .noFindings: ["tag.mismatch", "tag.doubtfulContents"]
        }
    }
}
