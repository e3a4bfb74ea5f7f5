import Ground

// Whether an expected outcome can be observed at all.
extension ScenarioCheck {
    mutating func judge(_ checks: [Check]) {
        for check in checks {
            switch check {
            case .expect(let expectation):
                judge(expectation)
                if expectation.lasting != nil {
                    report("a check lasts as long as its block: omit `for` here", at: expectation.spot)
                }
            case .require(let requirement): require(requirement)
            }
        }
    }

    mutating func expect(_ expectation: Expectation, isAwaited: Bool = false) {
        let isNothing = expectation.outcome.opensNothing && tags.wasTouched
        if expectation.outcome.isOpening, !isNothing, !tags.mayHaveOpened {
            let remedy =
                phone.tags.answer == .ignores && tags.wasTouched
                ? "the user leaves notifications alone: write OpenNotification before this line"
                : "nothing is tapped before this line in its block: write it inside Tap { }"
            report(remedy, at: expectation.spot)
        }
        judge(expectation, isAwaited: isAwaited)
    }

    /// Checks that the awaited outcome is possible. To require that it does not occur, a scenario uses `Expect`.
    mutating func wait(_ expectation: Expectation) {
        if expectation.count.isMet(by: 0) {
            report(
                "this needs no event, so there is nothing to await: write Expect(..., count: 0, for: ...)",
                at: expectation.spot)
        }
        expect(expectation, isAwaited: true)
    }

    private mutating func judge(_ expectation: Expectation, isAwaited: Bool = false) {
        let spot = expectation.spot
        positive(expectation.within, spot)
        if let cause = expectation.cause { meaning(cause, of: expectation.failureCodes, spot) }
        if expectation.lasting != nil, !expectation.count.isJudgedAgainAtTheEnd {
            report("a lower bound stays met once it is reached: write within instead of `for`", at: spot)
        }
        switch expectation.count {
        case .exactly(let number), .atMost(let number):
            if number < 0 { report("nothing happens \(number) times: use a count of 0 for never", at: spot) }
        case .atLeast(let number):
            if number < 1 { report("a count of at least \(number) always holds: use 1 or more", at: spot) }
        }
        if case .anyOf(let outcomes) = expectation.outcome, outcomes.count < 2 {
            report("anyOf needs at least two outcomes: write a single one without it", at: spot)
        }
        for outcome in expectation.outcome.alternatives { names(in: outcome, spot) }
        // An outcome that must not occur need not be possible.
        guard !expectation.count.forbids else { return }
        for outcome in expectation.outcome.alternatives {
            if let reason = impossibility(of: outcome) { report(reason, at: spot) }
        }
        possibility(of: expectation, isAwaited: isAwaited)
        learn(from: expectation)
    }

    /// Updates the pictures with the expected outcome, which has occurred by this line.
    private mutating func learn(from expectation: Expectation) {
        learnZones(from: expectation)
        switch expectation.outcome {
        case .disconnected(let name): self[name].loseLink(mayReturn: phone.link.reconnectAttempts > 0)
        case .connected(let name) where !self[name].isDown:
            self[name].connection = .up(.subscribed, expectation.spot)
        case .encrypted(let name), .paired(let name): self[name].isEncrypted = true
        default: break
        }
    }

    /// Checks that the names in the outcome exist.
    private mutating func names(in outcome: Outcome, _ spot: SourceSpot) {
        switch outcome {
        case .companion(let name, _): known(name, spot)
        case .entered(let zone, let name), .left(let zone, let name): _ = knownZone(zone, of: name, spot)
        case .feature(let feature, _, let name): knownFeature(feature, of: name, spot)
        case .console(_, let text) where text.isEmpty,
            .screenConsole(_, let text) where text.isEmpty:
            report("every console line contains the empty text: write a part of the line", at: spot)
        case .console(_, let text) where text.allSatisfy(\.isWhitespace),
            .screenConsole(_, let text) where text.allSatisfy(\.isWhitespace):
            report("nearly every console line contains a space: write more of the line", at: spot)
        case .console(_, let text) where text.utf8.count > LinePattern.longest,
            .screenConsole(_, let text) where text.utf8.count > LinePattern.longest:
            report(
                "a part of a line has at most \(LinePattern.longest) bytes, but this has \(text.utf8.count)", at: spot)
        case .reported(let told, _): report(told, spot)
        case .delivered(.browser, _, _?, _), .delivered(.handler, _, _?, _), .delivered(.nothing, _, _?, _),
            .delivered(.browser, _, _, .browsingWeb?), .delivered(.handler, _, _, .browsingWeb?),
            .delivered(_, _, _?, .url?), .delivered(_, _, _?, .nothing?):
            report("only an app that owns the link gets the message, others get only the URL", at: spot)
        case .delivered(.browser, _, _, .nothing?), .delivered(.handler, _, _, .nothing?):
            report("browser and system take every link: only an app of the scenario can lack the handler", at: spot)
        case .delivered(_, _, .ofTag(let records)?, _) where records <= 0:
            report("no delivered message has \(records) records; without a tag it is .empty", at: spot)
        case .delivered(_, _, .records(let patterns)?, _): delivered(patterns, spot)
        default: break
        }
        if case .screenConsole(let name, _) = outcome { known(name, spot) }
        kind(of: outcome, spot)
        for name in outcome.accessories {
            known(name, spot)
            if !self[name].wasSeen, !isConsole(outcome) {
                report("\(name) was never connected before this line, so nothing can be seen of it", at: spot)
            }
        }
    }

    private mutating func delivered(_ patterns: [RecordPattern], _ spot: SourceSpot) {
        if patterns.isEmpty { report("no delivered message has 0 records; without a tag it is .empty", at: spot) }
        for (index, pattern) in patterns.enumerated() {
            if pattern == RecordPattern() {
                report("record \(index + 1) may be anything: give at least its tnf, or count the records", at: spot)
            }
            if let format = pattern.impossibleFormat {
                report("record \(index + 1): no whole record has the tnf \(format)", at: spot)
            }
        }
    }

    private func isConsole(_ outcome: Outcome) -> Bool {
        switch outcome {
        case .console: true
        case .reported(let told, _): told.isPrinted
        default: false
        }
    }

    mutating func knownFeature(_ feature: FeatureName, of name: AccessoryName, _ spot: SourceSpot) {
        let own = phone.features.filter { $0.accessory == nil || $0.accessory == name }
        guard !own.contains(where: { $0.name == feature }) else { return }
        let hint = suggestion(for: feature.rawValue, in: own.map(\.name.rawValue))
        report("no feature of the phone is called \(feature.rawValue.escapedForDisplay)\(hint)", at: spot)
    }

    /// The reason the outcome is impossible on this phone, without a full stop; nil if it is possible.
    private func impossibility(of outcome: Outcome) -> String? {
        switch outcome {
        case .received(let message, _) where !message.isSentByAccessory:
            return "the phone sends \(message): write Expect(.sent(.\(message), to: ...)), or a count of 0"
        case .sent(let message, _) where !message.isSentByPhone && message != .other:
            return "the accessory sends \(message): write Expect(.received(.\(message), from: ...))"
        case .retry where phone.retry.attempts == 0:
            return "this phone never retries: its retry policy has no attempts"
        case .gaveUp:
            let mayEnd =
                phone.retry.attempts != nil || phone.retry.givesUpWhenStopped || phone.retry.nearEnough != nil
                || outline.expects(\.isPeerEnd)
            return mayEnd ? nil : "this phone retries without limit and never gives up"
        case .direction where !phone.capabilities.direction:
            return "this phone measures no direction"
        case .ranging where !phone.capabilities.distance:
            return "this phone has no UWB"
        case .prompted where phone.system != .iOS14:
            if case .asks = phone.permission { return nil }
            return "the user is not asked: the phone's permission is already decided"
        case .notified, .decided, .tagDetected, .tagUnreadable, .severalTags, .tagGone, .readerLost, .readerBack:
            return impossibilityOfTag(outcome)
        case .opened(let destination, _), .delivered(let destination, _, _, _): return missingApp(destination)
        default: return nil
        }
    }

    private func impossibilityOfTag(_ outcome: Outcome) -> String? {
        switch outcome {
        case .notified, .decided, .tagDetected, .tagUnreadable:
            if !outline.usesTags { return "no step uses a tag, so none can have an effect" }
            if case .notified(let destination?) = outcome { return missingApp(destination) }
            return nil
        case .severalTags:
            return tags.metSeveral ? nil : "two tags were never on the reader at once before this line"
        case .tagGone: return outline.usesTags ? nil : "no step uses a tag, so none is removed"
        case .readerLost, .readerBack:
            return outline.troublesReader
                ? nil : "nothing happens to the reader: write SimulatingReader(.unplugged) { }"
        default: return nil
        }
    }
}

extension Outcome {
    fileprivate var isPeerEnd: Bool { if case .removed(_, .peerEnded) = self { true } else { false } }
}
