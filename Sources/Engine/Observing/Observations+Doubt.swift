import Ground
import Journal
import Links
import ScenarioKit

// Whether kit and reader have seen what a check rests on. What is not to be measured or seen is missed by a kit or a
// reader that does not look, too: then its absence is no evidence.
extension Observations {
    /// Why nothing that the kit measured, or did not measure, is evidence; nil when there is no such reason.
    ///
    /// UCI has no check sum: a flipped bit in a distance cannot be told from a wrong distance, but damage seldom
    /// comes alone. A kit whose bytes were once not what they should be, or that falls silent, is in doubt.
    func kitDoubt(at now: Instant) -> String? {
        damage ?? kitGap(at: now)
    }

    /// That the kit reported no round for too long, with whatever accessory; nil when it did its work.
    private func kitGap(at now: Instant) -> String? {
        for record in records {
            if let silence = kitSilence(with: record.name, at: now) ?? record.kitGap(at: now) {
                return Self.mute(for: silence, with: record.name)
            }
        }
        return nil
    }

    static func mute(for silence: Span, with name: AccessoryName) -> String {
        "\(LinkID.kit): it reported no ranging round with \(name) for \(silence), though it reports failed ones too"
    }

    /// Fails when an absence that was expected is no evidence.
    func checkEvidence(
        for expectation: Expectation, _ seen: Int, since mark: Mark, _ scope: CountScope = .everything, at now: Instant
    ) throws(StepFailure) {
        guard expectation.count.isJudgedAgainAtTheEnd else { return }
        if expectation.outcome.needsReader, let doubt = readerBlindness(since: mark, scope) {
            throw unobserved(expectation, seen, doubt, on: .reader)
        }
        for outcome in expectation.outcome.alternatives {
            guard let name = outcome.accessory, needsListening(for: outcome, to: name) else { continue }
            let doubt =
                samples.hasReport(of: name, since: mark.samples)
                ? kitGap(at: now) : "\(LinkID.kit): it reported no ranging round with \(name) in that time"
            if let doubt { throw unobserved(expectation, seen, damage ?? doubt, on: .kit) }
        }
    }

    private func unobserved(_ expectation: Expectation, _ seen: Int, _ doubt: String, on link: LinkID) -> StepFailure {
        StepFailure(
            code: "expectation.notObserved", expected: "\(expectation)", seen: "seen \(seen) times",
            spot: expectation.spot, link: link, cause: expectation.cause, restsOnKit: link == .kit, doubt: doubt)
    }

    /// Whether the kit must have listened for the outcome's absence to mean anything: not while the phone itself does
    /// not range, save for what is measured in spite of that.
    private func needsListening(for outcome: Outcome, to name: AccessoryName) -> Bool {
        switch outcome {
        case .kitMeasured: true
        case .ranging, .direction, .entered, .left, .zoneChange, .feature: record(of: name)?.isListenedTo == true
        case .found, .connected, .disconnected, .encrypted, .paired, .pairingFailed, .parametersRequested,
            .addressClash, .writeRefused, .received, .sent, .removed, .retry, .gaveUp, .invalidated, .suspended,
            .suspensionEnded, .prompted, .opened, .console, .notified, .delivered, .tagDetected, .tagGone,
            .tagUnreadable, .decided, .severalTags, .readerLost, .readerBack, .anyOf:
            false
        }
    }

    /// Why the reader may have missed something since a point; nil when it looked all the time.
    func readerBlindness(since mark: Mark, _ scope: CountScope = .everything) -> String? {
        if let outage = tags.outage { return "the \(LinkID.reader) is gone: \(outage)" }
        guard isReaderReady else { return "the \(LinkID.reader) was not ready yet" }
        switch scope {
        // It begins once more when the reader is back, so that nothing of it goes unseen.
        case .tap: return nil
        case .everything, .hold: return reader.blindness(since: mark.events.place)
        }
    }
}
