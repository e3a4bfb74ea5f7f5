import Ground
public import Vocabulary

extension PhoneEvent {
    /// The event with its accessory, for a list of events without their links.
    public var clause: String {
        switch self {
        case .channel(let name, let event): event.clause(of: name)
        case .nearby(let name, let event): event.clause(of: name)
        case .sent(let name, let message): "the phone sent \(message) to \(name)"
        case .tag(.routed(let decision)), .tag(.followed(_, let decision)):
            "\(decision.destination) by \(decision.rule.rawValue)"
        case .tag(.ignored): "nothing was read"
        case .tampered, .distance, .zone, .feature, .kitReady, .kitRanging, .kitRound, .blindProbe, .tag, .companion,
            .finding,
            .fault, .waits:
            words
        }
    }
}

extension ChannelEvent {
    fileprivate func clause(of name: AccessoryName) -> String {
        switch self {
        case .found: "\(name) was found"
        case .ready, .opened: "the data channel to \(name) was opened"
        case .lost: "\(name) disconnected"
        case .encrypted(let security):
            "the link to \(name) was encrypted with a \(security.isBonded ? "stored" : "new") key"
        case .pairingFailed(let reason): "pairing with \(name) failed: \(reason.escapedForDisplay)"
        case .parametersRequested(let parameters, let isAcceptable):
            "\(name) asked for \(parameters), which phones \(isAcceptable ? "accept" : "may refuse")"
        case .writeRefused(let kind, let error): "\(name) refused a write: \(kind.rawValue), \(error)"
        case .discovered, .connected, .connectFailed, .linked, .notOpened, .setUpFailed, .securing,
            .backgroundConfiguration,
            .backgroundRefused, .noBackgroundService, .identified, .reconnecting:
            "\(name): \(words)"
        }
    }
}

extension NearbyEvent {
    fileprivate func clause(of name: AccessoryName) -> String {
        switch self {
        case .received(let message): "\(name) sent \(message)"
        case .told(let bytes): "\(name) sent \(bytes.hex)"
        case .didUpdate(let object):
            object.distance == nil ? "a round with \(name) without a distance" : "a distance to \(name)"
        case .didRemove(let reason): "\(name) was removed for \(reason.rawValue)"
        case .retry: "the phone tried \(name) again"
        case .gaveUp(_, let why): "the phone gave up on \(name): \(why.rawValue)"
        case .configurationThrew(let code): "the data from \(name) did not make a configuration: \(code.rawValue)"
        case .didInvalidate(let code): "the session with \(name) was invalidated: \(code.rawValue)"
        case .invalidatedByApp: "the session with \(name) was invalidated"
        case .sessionWasSuspended: "the session with \(name) was suspended"
        case .sessionSuspensionEnded: "the suspension of the session with \(name) ended"
        case .prompted: "the phone asked for permission"
        case .peerStillRanges(let distance): "the kit still measured \(name), at \(distance)"
        case .addressClash(let other): "\(name) ranged with the short address of \(other)"
        case .peerMeasured(let distance): "\(name) reported a distance of \(distance)"
        case .ranWithPeer, .answered, .sessionDidStartRunning, .didGenerateShareableConfigurationData,
            .accessoryDidStart,
            .accessoryDidStop, .paused, .finding:
            "\(name): \(words)"
        }
    }
}
