import Ground
import Journal
import Links
import ScenarioKit
import UWB
import Wording

// Whether kit and reader have seen what a check rests on. What is not to be measured or seen is missed by a kit or a
// reader that does not look, too: then its absence is no evidence.
extension Observations {
    /// Why nothing that the kit measured, or did not measure, is evidence; nil when there is no such reason.
    ///
    /// UCI has no check sum: a flipped bit in a distance cannot be told from a wrong distance, but damage seldom
    /// comes alone. A kit whose bytes were once not what they should be, or that falls silent, is in doubt.
    func kitDoubt(at now: Instant) -> Sentence? {
        records.lazy.compactMap { kitFailure(with: $0.name, $0.tally) }.first ?? damage ?? kitGap(at: now)
    }

    /// That the kit itself failed in rounds of a session; nil where it took part in all of them.
    private func kitFailure(with name: AccessoryName, _ tally: RoundTally) -> Sentence? {
        tally.ofKit > 0 ? .kitFailed(in: tally.ofKit, of: tally.rounds) : nil
    }

    /// That the kit itself failed in rounds since a mark.
    func kitFailure(since mark: Mark) -> Sentence? {
        let (failed, rounds) = samples.kitFailures(since: mark.samples)
        return failed > 0 ? .kitFailed(in: failed, of: rounds) : nil
    }

    /// The kit's own failures since an accessory was last measured: why its removal says nothing.
    func kitFailure(silencing name: AccessoryName) -> Sentence? {
        record(of: name).flatMap { kitFailure(with: name, $0.silence) }
    }

    /// That the kit reported no round for too long, with whatever accessory; nil when it did its work.
    private func kitGap(at now: Instant) -> Sentence? {
        for record in records {
            if let silence = kitSilence(with: record.name, at: now) ?? record.kitGap(at: now) {
                return .noRounds(with: record.name, for: silence)
            }
        }
        return nil
    }

    /// Fails when an absence that was expected is no evidence.
    func checkEvidence(
        for expectation: Expectation, _ seen: Int, since mark: Mark, _ scope: CountScope = .everything, at now: Instant
    ) throws(StepFailure) {
        guard expectation.count.isJudgedAgainAtTheEnd else { return }
        if let doubt = standstills.blindness(since: mark.instant, until: now) {
            throw unobserved(expectation, seen, doubt, on: nil)
        }
        for outcome in expectation.outcome.alternatives {
            guard let (name, doubt) = consoleDoubt(about: outcome) else { continue }
            throw unobserved(expectation, seen, doubt, on: .console(name))
        }
        for case .companion(let name, _) in expectation.outcome.alternatives where companions.isMissing(name) {
            throw unobserved(expectation, seen, .notPublished(name), on: .discovery)
        }
        if expectation.outcome.needsReader, let doubt = readerBlindness(since: mark, scope) {
            throw unobserved(expectation, seen, doubt, on: .reader)
        }
        for outcome in expectation.outcome.alternatives {
            guard let name = outcome.accessory,
                needsListening(for: outcome, isRunning: record(of: name)?.isListenedTo == true)
            else { continue }
            if let doubt = deafness(to: name, since: mark, at: now) {
                throw unobserved(expectation, seen, doubt, on: .kit)
            }
        }
    }

    /// Why a line that was not seen may have been printed; nil for what stands on no console, and for one that speaks.
    ///
    /// That nothing has the form of a distance tells of no accessory, as long as nobody knows that it prints that form.
    private func consoleDoubt(about outcome: Outcome) -> (name: AccessoryName, doubt: Sentence)? {
        switch outcome {
        case .screenConsole(let name, _):
            return hasHeard(consoleOf: name.printer) ? nil : (name.printer, .consoleSilent(of: name.printer))
        case .console(let name, _), .reported(.line, let name):
            return hasHeard(consoleOf: name) ? nil : (name, .consoleSilent(of: name))
        case .reported(.distance(let report), let name) where !report.lines.isEmpty:
            return doubt(about: report, of: name).map { (name, $0) }
        default: return nil
        }
    }

    /// Why no line is a distance: nothing was printed, or nothing in that form; nil once one was.
    func doubt(about report: DistanceReport, of name: AccessoryName) -> Sentence? {
        guard !report.lines.isEmpty, !samples.told.hasMatched(report, of: name) else { return nil }
        guard hasHeard(consoleOf: name) else { return .consoleSilent(of: name) }
        let heard = samples.told.heard(of: name)
        return .noDistance(as: report, in: heard.lines, last: heard.last, of: name)
    }

    /// Why the kit may have missed something of an accessory since a point; nil when it listened.
    private func deafness(to name: AccessoryName, since mark: Mark, at now: Instant) -> Sentence? {
        if let failure = kitFailure(since: mark) { return failure }
        let isSilent = !samples.hasReport(of: name, since: mark.samples)
        let doubt = isSilent ? .noRounds(with: name, for: nil) : kitGap(at: now)
        return doubt.map { damage ?? $0 }
    }

    /// The first absence in the scenario that a deaf kit would have seen as well: nothing was heard in the whole run.
    ///
    /// It is asked at the end, for the session that shows the kit hearing may come after the absence.
    var unheardAbsence: StepFailure? {
        guard needsKit, !records.contains(where: \.isHeard) else { return nil }
        let absence = scenario.expectations.first { expectation in
            expectation.count.isJudgedAgainAtTheEnd
                && expectation.outcome.alternatives.contains { outcome in
                    guard let name = outcome.accessory else { return false }
                    return record(of: name)?.hasRun == true && needsListening(for: outcome, isRunning: true)
                }
        }
        return absence.map { unobserved($0, 0, .kitHeardNothing, on: .kit) }
    }

    private func unobserved(
        _ expectation: Expectation, _ seen: Int, _ doubt: Sentence, on link: LinkID?
    ) -> StepFailure {
        StepFailure(
            code: "expectation.notObserved", expected: .told(expectation), seen: .seen(times: seen),
            spot: expectation.spot, link: link, cause: expectation.cause, restsOnKit: link == .kit, doubt: doubt)
    }

    /// Whether the kit must have listened for the outcome's absence to mean anything: not while the phone itself does
    /// not range, save for what is measured in spite of that.
    private func needsListening(for outcome: Outcome, isRunning: Bool) -> Bool {
        switch outcome {
        case .kitMeasured: true
        case .ranging, .direction, .entered, .left, .zoneChange, .feature: isRunning
        case .found, .connected, .disconnected, .encrypted, .paired, .pairingFailed, .parametersRequested,
            .addressClash, .writeRefused, .received, .sent, .removed, .retry, .gaveUp, .invalidated, .suspended,
            .suspensionEnded, .prompted, .companion, .opened, .console, .screenConsole, .reported, .notified,
            .delivered, .tagDetected,
            .tagGone,
            .tagUnreadable, .decided, .severalTags, .readerLost, .readerBack, .anyOf:
            false
        }
    }

    /// Which device may have missed something since a point, and why; nil when all looked that have something to see.
    func blindness(since mark: Mark, at now: Instant) -> (link: LinkID?, reason: Sentence)? {
        if let reason = standstills.blindness(since: mark.instant, until: now) { return (nil, reason) }
        if needsReader, let reason = readerBlindness(since: mark) { return (.reader, reason) }
        for record in records where needsKit && record.isListenedTo {
            if let reason = deafness(to: record.name, since: mark, at: now) { return (.kit, reason) }
        }
        return nil
    }

    /// Why a failure says nothing about the accessory, and which part of the rig it speaks of; nil for no such reason.
    func witnessDoubt(about failure: StepFailure, at now: Instant) -> (link: LinkID, reason: Sentence)? {
        if case .console(let name) = failure.link, !hasHeard(consoleOf: name) {
            return (.console(name), .consoleSilent(of: name))
        }
        if case .stream(let stream) = failure.link, let name = stream.companion, companions.isMissing(name) {
            return (.discovery, .notPublished(name))
        }
        guard case .bluetooth(let name) = failure.link, let record = record(of: name),
            record.hasOutlivedPower(at: now)
        else { return nil }
        return (.stage, .outlivedPower(name))
    }

    /// Why the reader may have missed something since a point; nil when it looked all the time.
    func readerBlindness(since mark: Mark, _ scope: CountScope = .everything) -> Sentence? {
        if let outage = tags.outage { return .readerGone(outage) }
        guard isReaderReady else { return .readerNotReady }
        switch scope {
        // It begins once more when the reader is back, so that nothing of it goes unseen.
        case .tap: return nil
        case .everything, .hold: return reader.blindness(since: mark.events.place)
        }
    }
}
