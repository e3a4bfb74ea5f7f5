import Ground
import Journal
import Links
import ScenarioKit
import UWB
import Wording

// Checks whether kit and reader saw what a check rests on. A kit or a reader that is not looking also reports no
// measurement and no tag, so an absence that it reports is no evidence.
extension Observations {
    /// Returns the reason why neither the kit's measurements nor their absence is evidence; nil if there is none.
    ///
    /// UCI has no checksum, so a flipped bit in a distance is indistinguishable from a wrong distance, but damage is
    /// rarely a single event. A kit that once sent corrupt bytes, or that falls silent, is in doubt.
    func kitDoubt(at now: Instant) -> Sentence? {
        guard devices.needsKit else { return nil }
        return records.lazy.compactMap { kitFailure(with: $0.name, $0.tally) }.first ?? damage ?? kitGap(at: now)
    }

    /// Returns the kit's own failures in the rounds of a session; nil if it took part in all of them.
    private func kitFailure(with name: AccessoryName, _ tally: RoundTally) -> Sentence? {
        tally.ofKit > 0 ? .kitFailed(in: tally.ofKit, of: tally.rounds) : nil
    }

    /// Returns the kit's own failures since a mark.
    func kitFailure(since mark: Mark) -> Sentence? {
        let (failed, rounds) = samples.kitFailures(since: mark.samples)
        return failed > 0 ? .kitFailed(in: failed, of: rounds) : nil
    }

    /// Returns the kit's own failures since an accessory was last measured, which make its removal no evidence.
    func kitFailure(silencing name: AccessoryName) -> Sentence? {
        record(of: name).flatMap { kitFailure(with: name, $0.silence) }
    }

    /// Returns the excessive gap between the kit's rounds with any accessory; nil if there was none.
    private func kitGap(at now: Instant) -> Sentence? {
        for record in records {
            if let silence = kitSilence(with: record.name, at: now) ?? record.kitGap(at: now) {
                return .noRounds(with: record.name, for: silence)
            }
        }
        return nil
    }

    /// Throws if the expected absence is no evidence.
    func checkEvidence(
        for expectation: Expectation, _ seen: Int, since mark: Mark, _ scope: CountScope = .everything, at now: Instant
    ) throws(StepFailure) {
        guard expectation.count.isJudgedAgainAtTheEnd else { return }
        if let doubt = standstills.blindness(since: mark.instant, until: now) {
            throw unobserved(expectation, seen, doubt, on: nil)
        }
        for outcome in expectation.outcome.alternatives {
            guard let (name, doubt) = consoleDoubt(about: outcome) ?? consoleGap(about: outcome, since: mark) else {
                continue
            }
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

    /// Returns the reason why an unseen line may have been printed; nil if the outcome is not about a console, or the
    /// console has printed something.
    ///
    /// The absence of lines in the form of a distance says nothing about an accessory until it has printed one in that
    /// form.
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

    /// Returns the reason why a line may have been printed unseen since a mark: the console was away with the power.
    func consoleGap(about outcome: Outcome, since mark: Mark) -> (name: AccessoryName, doubt: Sentence)? {
        let printer: AccessoryName? =
            switch outcome {
            case .console(let name, _), .reported(.line, let name): name
            case .reported(.distance(let report), let name) where !report.lines.isEmpty: name
            default: nil
            }
        guard let printer, wasAway(consoleOf: printer, since: mark.instant) else { return nil }
        return (printer, .consoleAway(of: printer))
    }

    /// Returns the reason why no line is a distance: nothing was printed, or nothing in that form. Nil once one was.
    func doubt(about report: DistanceReport, of name: AccessoryName) -> Sentence? {
        guard !report.lines.isEmpty, !samples.told.hasMatched(report, of: name) else { return nil }
        guard hasHeard(consoleOf: name) else { return .consoleSilent(of: name) }
        let heard = samples.told.heard(of: name)
        return .noDistance(as: report, in: heard.lines, last: heard.last, of: name)
    }

    /// Returns the reason why the kit may have missed an accessory's signals since a mark; nil if it was listening.
    private func deafness(to name: AccessoryName, since mark: Mark, at now: Instant) -> Sentence? {
        if let failure = kitFailure(since: mark) { return failure }
        let isSilent = !samples.hasReport(of: name, since: mark.samples)
        let doubt = isSilent ? .noRounds(with: name, for: nil) : kitGap(at: now)
        return doubt.map { damage ?? $0 }
    }

    /// The first expected absence of an accessory that the kit did not hear in the whole run; a kit that does not hear
    /// it, or ranges with another one, would have reported the same.
    ///
    /// Read it at the end, because the session that proves the kit's hearing may follow the absence.
    var unheardAbsence: StepFailure? {
        absence { name in record(of: name).map { $0.hasRun && !$0.isHeard } ?? false }
    }

    /// The first expected absence that a deaf kit would have reported as well; nil if there is none.
    var absenceByKit: StepFailure? { absence { _ in true } }

    /// Returns the first absence of accessories that the scenario expects of the kit, for those that count.
    private func absence(where counts: (AccessoryName) -> Bool) -> StepFailure? {
        guard devices.needsKit else { return nil }
        for expectation in scenario.expectations where expectation.count.isJudgedAgainAtTheEnd {
            for outcome in expectation.outcome.alternatives where needsListening(for: outcome, isRunning: true) {
                guard let name = outcome.accessory, counts(name) else { continue }
                return unobserved(expectation, 0, .kitHeardNothing(of: name), on: .kit)
            }
        }
        return nil
    }

    /// Whether the adapter heard an accessory in this run, by itself or on a link.
    func hasHeard(of name: AccessoryName) -> Bool {
        record(of: name).map { $0.advertised != nil || $0.mtu != nil } ?? false
    }

    private func unobserved(
        _ expectation: Expectation, _ seen: Int, _ doubt: Sentence, on link: LinkID?
    ) -> StepFailure {
        StepFailure(
            code: "expectation.notObserved", expected: .told(expectation), seen: .seen(times: seen),
            spot: expectation.spot, link: link, cause: expectation.cause, restsOnKit: link == .kit, doubt: doubt)
    }

    /// Whether the outcome's absence means something only if the kit was listening. Except for measurements that the
    /// kit makes regardless, this requires that the phone itself is ranging.
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

    /// Returns the device that may have missed something since a mark, with the reason; nil if all relevant devices
    /// were looking.
    func blindness(since mark: Mark, at now: Instant) -> (link: LinkID?, reason: Sentence)? {
        if let reason = standstills.blindness(since: mark.instant, until: now) { return (nil, reason) }
        if devices.needsReader, let reason = readerBlindness(since: mark) { return (.reader, reason) }
        for record in records where devices.needsKit && record.isListenedTo {
            if let reason = deafness(to: record.name, since: mark, at: now) { return (.kit, reason) }
        }
        return nil
    }

    /// Returns the reason why a failure says nothing about the accessory, and the part of the rig concerned; nil if
    /// there is no such reason.
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

    /// Returns the reason why the reader may have missed something since a mark; nil if it was looking throughout.
    func readerBlindness(since mark: Mark, _ scope: CountScope = .everything) -> Sentence? {
        if let outage = tags.outage { return .readerGone(outage) }
        guard devices.isReaderReady else { return .readerNotReady }
        switch scope {
        // The tap starts over when the reader is back, so it misses nothing.
        case .tap: return nil
        case .everything, .hold: return reader.blindness(since: mark.events.place)
        }
    }
}
