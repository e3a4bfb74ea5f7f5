import Ground
import NDEF
import NearbyInteraction
import TagRouting
public import Vocabulary

extension PhoneEvent {
    /// What happened, told afterwards: `door sent configuration`, as the end of "seen instead: ..."; safe to print.
    ///
    /// `words` says the same as it happens, where the link is known; this names the accessory itself.
    public var account: String {
        switch self {
        case .channel(let name, let event): event.account(of: name) ?? "\(name): \(words.escapedForDisplay)"
        case .nearby(let name, let event): event.account(of: name) ?? "\(name): \(words.escapedForDisplay)"
        case .sent(let name, let message): "the phone sent \(message) to \(name)"
        case .zone(let name, let change): "\(name) \(change.kind.rawValue) \(change.zone) at \(change.distance)"
        case .feature(let name, let feature, let isOn): "\(feature) went \(isOn ? "on" : "off") for \(name)"
        case .tag(let event): event.account
        case .tampered, .distance, .kitReady, .kitRanging, .kitRound, .blindProbe, .finding, .fault, .waits:
            words.escapedForDisplay
        }
    }

    /// Where something was opened, and with what path: `app com.example.door with /open`; nil where nothing was.
    public var openingAccount: String? {
        switch self {
        case .tag(.delivered(let input, let destination, _)):
            "\(destination.named)" + (input.url.path.isEmpty ? "" : " with \(input.url.path.escapedForDisplay)")
        case .tag(.ignored): "\(Destination.nothing)"
        case .tag(.routed(let decision)), .tag(.followed(_, let decision)):
            decision.notifies ? nil : "\(Destination.nothing)"
        case .channel, .nearby, .sent, .tampered, .distance, .zone, .feature, .kitReady, .kitRanging, .kitRound,
            .blindProbe, .tag, .finding, .fault, .waits:
            nil
        }
    }

    /// That a direction was measured, told afterwards; nil where none was.
    public var directionAccount: String? {
        guard case .nearby(let name, .didUpdate(let object)) = self else { return nil }
        return object.azimuth == nil && object.elevation == nil ? nil : "a direction to \(name)"
    }
}

extension ChannelEvent {
    /// Nil where `words` say it as well.
    fileprivate func account(of name: AccessoryName) -> String? {
        switch self {
        case .found: "\(name) was found"
        case .ready: "the data channel to \(name) was opened"
        case .lost: "\(name) disconnected"
        case .encrypted(let security):
            "the link to \(name) was encrypted with a \(security.isBonded ? "stored" : "new") key"
        case .pairingFailed(let reason): "pairing with \(name) failed: \(reason.escapedForDisplay)"
        case .parametersRequested(let parameters, let isAcceptable):
            "\(name) asked for \(parameters), which phones \(isAcceptable ? "accept" : "may refuse")"
        case .writeRefused(let message, let error): "\(name) refused a write: \(message.rawValue), \(error)"
        case .discovered, .connected, .connectFailed, .linked, .setUpFailed, .securing, .backgroundConfiguration,
            .backgroundRefused, .noBackgroundService, .reconnecting:
            nil
        }
    }
}

extension NearbyEvent {
    /// Nil where `words` say it as well.
    fileprivate func account(of name: AccessoryName) -> String? {
        switch self {
        case .received(let message): "\(name) sent \(message)"
        case .didRemove(let reason): "\(name) was removed for \(reason.rawValue)"
        case .retry: "the phone tried \(name) again"
        case .gaveUp(_, let why): "the phone gave \(name) up: \(why.rawValue)"
        case .didUpdate(let object): object.distance.map { _ in "a distance to \(name)" }
        case .didInvalidate(let code): "the session with \(name) was invalidated: \(code.rawValue)"
        case .invalidatedByApp: "the session with \(name) was invalidated"
        case .sessionWasSuspended: "the session with \(name) was suspended"
        case .sessionSuspensionEnded: "the suspension of the session with \(name) ended"
        case .prompted: "the phone asked for permission"
        case .peerStillRanges(let distance): "the kit still measured \(name), at \(distance)"
        case .addressClash(let other): "\(name) ranged under the short address of \(other)"
        case .answered, .sessionDidStartRunning, .didGenerateShareableConfigurationData, .accessoryDidStart,
            .accessoryDidStop, .paused, .finding:
            nil
        }
    }
}

extension TagEvent {
    fileprivate var account: String {
        switch self {
        case .banner: words
        case .notified(let destination, _): "a notification that leads to \(destination.named)"
        case .delivered(let input, let destination, _): "\(destination.named) got \(input.account)"
        case .detected(let tag): "the tag \(tag.uid.hex(separator: ":")) was detected"
        case .gone: "the tag was gone"
        case .unreadable(let reason), .tornAway(let reason):
            "the tag could not be read: \(reason.escapedForDisplay)"
        case .routed(let decision), .followed(_, let decision): decision.text
        case .ignored(let reason): reason.text
        case .leftAlone: RoutingRule.b6.account
        case .unlockAsked: RoutingRule.b5.account
        case .several(let tags): "\(tags.count) tags in the field"
        case .readerLost(let reason): "the reader was lost: \(reason.escapedForDisplay)"
        case .readerBack: "the reader came back"
        case .readerReady, .readingOff, .readingOn, .read, .inspected, .finding, .tapped, .unlocked, .unlockFailed,
            .nothingToTap, .dropped:
            words.escapedForDisplay
        }
    }
}

extension AppInput {
    /// The URL, and what came with it.
    fileprivate var account: String {
        let url = url.text.escapedForDisplay
        return records == 0 ? "\(url) with the empty message" : "\(url) with \(counted(records, "record"))"
    }
}

extension RoutingRule {
    fileprivate var account: String { "\(rawValue): \(statement) (\(evidence.caution))" }
}
