import Ground
import Journal
import Recordings
import Vocabulary

/// The compared part of a note beyond its kind: its values, except those that differ between any two runs.
enum NoteValue: Hashable, Sendable {
    /// A step; the number is nil where it depends on chance.
    case step(number: Int?, depth: Int, SourceSpot, elapsed: Lapse?, measured: [Measured])
    case failedStep(number: Int?, SourceSpot, FailureCode, seen: FailureCode, link: LinkID?)
    case phone(PhoneEvent)
    case finding(link: LinkID, FailureCode, Finding.Weight, offset: Int?)
    case fault(link: LinkID?)
    case ended(VerdictKind, FailureCode?)
}

extension NoteValue {
    /// Returns nil if only the note's occurrence can be compared, because it has only words or random values.
    init?(_ note: TimelineEntry.Note, inLanes: Bool, _ purpose: MeaningStyle.Purpose) {
        if let verdict = note.verdict {
            self = .ended(verdict, nil)
            return
        }
        let isMeasured = purpose != .comparing
        switch note.event {
        case .stepStarted(let step):
            self = .step(
                number: inLanes ? nil : step.number, depth: step.depth, step.spot, elapsed: nil, measured: [])
        case .stepPassed(let step, let elapsed, let measured):
            self = .step(
                number: inLanes ? nil : step.number, depth: step.depth, step.spot, elapsed: isMeasured ? elapsed : nil,
                measured: isMeasured ? measured : [])
        case .stepFailed(let step, _, let failure):
            self = .failedStep(
                number: inLanes ? nil : step.number, failure.spot, failure.code, seen: failure.seenCode,
                link: failure.link)
        case .phone(let event):
            guard let alike = event.alike(isMeasured: isMeasured) else { return nil }
            self = .phone(alike)
        case .finding(let link, let finding):
            self = .finding(link: link, finding.code, finding.weight, offset: finding.offset)
        case .fault(let link, _, _): self = .fault(link: link)
        case .runEnded(let summary):
            self = .ended(summary.verdict.kind, summary.code)
        case .provenance, .runStarted, .frame, nil: return nil
        }
    }
}

extension PhoneEvent {
    /// Returns the event in a form equal in all runs with the same meaning; nil if only its kind is.
    fileprivate func alike(isMeasured: Bool) -> PhoneEvent? {
        switch self {
        case .channel(let name, let event): event.alike.map { .channel(accessory: name, event: $0) }
        case .nearby(let name, let event): event.alike(isMeasured).map { .nearby(accessory: name, event: $0) }
        case .zone(let name, let change) where !isMeasured:
            .zone(accessory: name, change: ZoneChange(change.kind, change.zone, at: .zero))
        case .tag(let event): event.alike.map { .tag(event: $0) }
        case .companion(let name, .published(let shown, _)):
            .companion(name: name, event: .published(name: shown, pin: ""))
        case .companion(let name, .reached(let connection, _)):
            .companion(name: name, event: .reached(connection: connection, peer: ""))
        case .companion: self
        case .sent, .tampered, .distance, .zone, .feature, .kitRanging, .kitRound, .blindProbe: self
        case .kitReady, .finding, .fault, .waits: nil
        }
    }
}

extension ChannelEvent {
    fileprivate var alike: ChannelEvent? {
        switch self {
        case .linked, .ready, .opened, .securing, .encrypted, .writeRefused, .backgroundRefused, .noBackgroundService,
            .parametersRequested, .reconnecting, .lost:
            self
        case .discovered, .found, .connected, .connectFailed, .notOpened, .setUpFailed, .pairingFailed,
            .backgroundConfiguration, .identified:
            nil
        }
    }
}

extension NearbyEvent {
    fileprivate func alike(_ isMeasured: Bool) -> NearbyEvent? {
        switch self {
        case .received, .told, .prompted, .answered, .sessionDidStartRunning, .accessoryDidStart, .accessoryDidStop,
            .didRemove, .sessionWasSuspended, .sessionSuspensionEnded, .paused, .invalidatedByApp, .retry, .gaveUp,
            .didInvalidate, .addressClash, .configurationThrew:
            self
        case .peerStillRanges, .peerMeasured: isMeasured ? self : nil
        case .ranWithPeer, .didGenerateShareableConfigurationData, .didUpdate, .finding: nil
        }
    }
}

extension TagEvent {
    fileprivate var alike: TagEvent? {
        switch self {
        case .detected(let tag) where tag.hasRandomID: nil
        case .readingOff, .readingOn, .detected, .several, .read, .routed, .inspected, .gone, .ignored, .notified,
            .banner, .leftAlone, .tapped, .unlockAsked, .unlocked, .unlockFailed, .delivered, .nothingToTap, .dropped,
            .followed:
            self
        case .readerReady, .readerLost, .readerBack, .unreadable, .tornAway, .finding: nil
        }
    }
}
