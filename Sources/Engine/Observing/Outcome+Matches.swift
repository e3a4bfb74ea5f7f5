import Ground
import Phone
import ScenarioKit
import TagRouting
import Vocabulary

extension Outcome {
    /// Whether a phone event matches this outcome.
    func matches(_ event: PhoneEvent) -> Bool {
        switch self {
        case .found(let name): if case .channel(name, .found) = event { true } else { false }
        case .connected(let name):
            switch event {
            case .channel(name, .ready), .channel(name, .opened): true
            default: false
            }
        case .disconnected(let name): if case .channel(name, .lost) = event { true } else { false }
        case .encrypted(let name): if case .channel(name, .encrypted) = event { true } else { false }
        case .paired(let name):
            if case .channel(name, .encrypted(let security)) = event { !security.isBonded } else { false }
        case .pairingFailed(let name): if case .channel(name, .pairingFailed) = event { true } else { false }
        case .parametersRequested(let name, let isAcceptable):
            if case .channel(name, .parametersRequested(_, isAcceptable)) = event { true } else { false }
        case .writeRefused(let name): if case .channel(name, .writeRefused) = event { true } else { false }
        case .received(let message, let name):
            if case .nearby(name, .received(message)) = event { true } else { false }
        case .sent(let message, let name): if case .sent(name, message) = event { true } else { false }
        case .entered(let zone, let name): Self.isZone(event, name) { $0.kind == .entered && $0.zone == zone }
        case .left(let zone, let name): Self.isZone(event, name) { $0.kind == .left && $0.zone == zone }
        case .zoneChange(let name): Self.isZone(event, name) { _ in true }
        case .feature(let feature, let isOn, let name):
            if case .feature(name, feature, isOn) = event { true } else { false }
        case .ranging(let name), .direction(let name), .removed(let name, _), .retry(let name), .gaveUp(let name, _),
            .invalidated(let name, _), .suspended(let name), .suspensionEnded(let name), .kitMeasured(let name):
            if case .nearby(name, let event) = event { matches(event) } else { false }
        case .addressClash(let name):
            if case .nearby(let one, .addressClash(let other)) = event { one == name || other == name } else { false }
        case .prompted: if case .nearby(_, .prompted) = event { true } else { false }
        case .opened, .notified, .delivered, .tagDetected, .tagGone, .tagUnreadable, .decided, .severalTags,
            .readerLost, .readerBack:
            if case .tag(let event) = event { matches(event) } else { false }
        case .companion(let name, let what):
            if case .companion(name, let event) = event { event.isWanted(as: what) } else { false }
        case .console, .screenConsole: false
        case .reported(let report, let name):
            if case .nearby(name, .told(let bytes)) = event { report.isSent(as: bytes) } else { false }
        case .anyOf(let outcomes): outcomes.contains { $0.matches(event) }
        }
    }

    private static func isZone(_ event: PhoneEvent, _ name: AccessoryName, _ isMeant: (ZoneChange) -> Bool) -> Bool {
        if case .zone(name, let change) = event { isMeant(change) } else { false }
    }

    /// Whether an event of the session with its accessory matches this outcome.
    private func matches(_ event: NearbyEvent) -> Bool {
        switch self {
        case .ranging: if case .didUpdate(let object) = event { object.distance != nil } else { false }
        case .direction:
            if case .didUpdate(let object) = event { object.azimuth != nil || object.elevation != nil } else { false }
        case .removed(_, let reason): if case .didRemove(reason) = event { true } else { false }
        case .retry: if case .retry = event { true } else { false }
        case .gaveUp(_, let reason):
            if case .gaveUp(_, let why) = event { reason.map { $0 == why } ?? true } else { false }
        case .invalidated(_, let code?): if case .didInvalidate(code) = event { true } else { false }
        case .invalidated(_, nil):
            [.didInvalidate, .invalidated].contains(event.kind)
        case .suspended: if case .sessionWasSuspended = event { true } else { false }
        case .suspensionEnded: if case .sessionSuspensionEnded = event { true } else { false }
        case .kitMeasured: if case .peerStillRanges = event { true } else { false }
        case .found, .connected, .disconnected, .encrypted, .paired, .pairingFailed, .parametersRequested,
            .writeRefused, .received, .sent, .entered, .left, .zoneChange, .feature, .addressClash, .prompted,
            .companion, .opened,
            .notified, .delivered, .tagDetected, .tagGone, .tagUnreadable, .decided, .severalTags, .readerLost,
            .readerBack, .console, .screenConsole, .reported, .anyOf:
            false
        }
    }

    /// Whether an event of tags, notifications or the reader matches this outcome.
    private func matches(_ event: TagEvent) -> Bool {
        switch self {
        case .opened(let destination, let path): event.opens(destination, path)
        case .notified(let wanted):
            if case .notified(let destination, _) = event {
                wanted == nil || wanted == destination.named
            } else {
                event == .banner && (wanted == nil || wanted == .nothing)
            }
        case .delivered(let wanted, let url, let records, let form):
            if case .delivered(let input, let destination, _) = event {
                destination.named == wanted && (url == nil || url == input.url.text)
                    && (records?.isMet(by: input) ?? true)
                    && (form.map { $0 == input.form } ?? (input.form != .nothing))
            } else {
                false
            }
        case .tagDetected: if case .detected = event { true } else { false }
        case .tagGone: if case .gone = event { true } else { false }
        case .tagUnreadable: event.kind == .unreadable
        case .decided(let rule): event.rules.contains(rule)
        case .severalTags: if case .several = event { true } else { false }
        case .readerLost: if case .readerLost = event { true } else { false }
        case .readerBack: if case .readerBack = event { true } else { false }
        case .found, .connected, .disconnected, .encrypted, .paired, .pairingFailed, .parametersRequested,
            .writeRefused, .received, .sent, .entered, .left, .zoneChange, .feature, .addressClash, .prompted,
            .ranging, .direction, .removed, .retry, .gaveUp, .invalidated, .suspended, .suspensionEnded, .kitMeasured,
            .companion, .console, .screenConsole, .reported, .anyOf:
            false
        }
    }
}

extension TagEvent {
    /// Whether the event leads to a destination; a decision without a notification, and a phone that does not read
    /// tags, lead nowhere.
    fileprivate func opens(_ wanted: Destination, _ path: String?) -> Bool {
        if case .delivered(let input, let destination, _) = self {
            guard destination.named == wanted, let path else { return destination.named == wanted }
            return path == input.url.path && input.form != .nothing
        }
        guard wanted == .nothing, path == nil else { return false }
        if case .ignored = self { return true }
        return decision?.notifies == false
    }

    /// The decision about a tag, or about a link that was followed.
    private var decision: RouteDecision? {
        if case .routed(let decision) = self { return decision }
        if case .followed(_, let decision) = self { return decision }
        return nil
    }

    /// The routing rules (NFC fact sheet) behind the event.
    fileprivate var rules: [RoutingRule] {
        if let decision { return [decision.rule] + [decision.cause].compactMap(\.self) }
        if case .ignored(let reason) = self { return [reason.rule] }
        return kind == .leftAlone ? [.b6] : kind == .unlock ? [.b5] : []
    }
}
