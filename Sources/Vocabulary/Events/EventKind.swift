public import Ground

/// The kind of an event, by its stable name: for filters, traces and counts.
public enum EventKind: String, Hashable, Codable, CaseIterable, Sendable {
    // The channel.
    case discovered
    case connected
    case connectFailed = "connect failed"
    case linked
    case ready
    case setUpFailed = "set-up failed"
    case securing
    case encrypted
    case pairingFailed = "pairing failed"
    case writeRefused = "write refused"
    case backgroundConfiguration = "background configuration"
    case identified
    case parameters
    case reconnecting
    case lost

    // Nearby Interaction.
    case received
    case told
    case prompted
    case answered
    case sessionDidStartRunning
    case didGenerateShareableConfigurationData
    case configurationThrew = "configuration threw"
    case accessoryDidStart
    case accessoryDidStop
    case didUpdate
    case lostRound = "lost round"
    case stillRanges = "still ranges"
    case didRemove
    case sessionWasSuspended
    case sessionSuspensionEnded
    case paused
    case invalidated
    case retry
    case gaveUp = "gave up"
    case didInvalidate
    case addressClash = "address clash"
    case ranWithPeer = "ran with peer"
    case peerMeasured = "peer measured"

    // The app, the kit and the rig.
    case sent
    case tampered
    case distance
    case zone
    case feature
    case ranging
    case kitRound = "kit round"
    case blindProbe = "blind probe"
    case finding
    case fault
    case waits

    // Companions and their screens.
    case published
    case withdrawn
    case reached
    case invited
    case launched
    case connectRequested = "connect requested"
    case serviceState = "service state"
    case parked
    case resumed
    case frameReceived = "frame received"
    case frameSent = "frame sent"
    case move

    // Tags, notifications and the reader.
    case readerLost = "reader lost"
    case readerBack = "reader back"
    case readingOff = "reading off"
    case readingOn = "reading on"
    case detected
    case severalTags = "several tags"
    case read
    case unreadable
    case routed
    case inspected
    case gone
    case notified
    case leftAlone = "left alone"
    case tapped
    case unlock
    case unlocked
    case unlockFailed = "unlock failed"
    case delivered
    case nothingToTap = "nothing to tap"
    case dropped
    case followed
    case ignored
}

extension PhoneEvent {
    /// The event's kind.
    public var kind: EventKind {
        switch self {
        case .channel(_, let event): event.kind
        case .nearby(_, let event): event.kind
        case .sent: .sent
        case .tampered: .tampered
        case .distance: .distance
        case .zone: .zone
        case .feature: .feature
        case .kitReady: .ready
        case .kitRanging: .ranging
        case .kitRound: .kitRound
        case .blindProbe: .blindProbe
        case .tag(let event): event.kind
        case .companion(_, let event): event.kind
        case .finding: .finding
        case .fault: .fault
        case .waits: .waits
        }
    }

    /// The link on which the event was seen.
    public var link: LinkID {
        switch self {
        case .nearby(_, .didUpdate), .nearby(_, .peerStillRanges): .kit
        case .channel(let name, _), .nearby(let name, _), .sent(let name, _), .tampered(let name, _, _):
            .bluetooth(name)
        case .distance, .zone, .feature, .kitReady, .kitRanging, .kitRound, .blindProbe: .kit
        case .tag: .reader
        case .companion(let name, _): .companion(name)
        case .finding(let link, _), .fault(let link, _), .waits(let link, _): link
        }
    }

    /// The accessory concerned; nil for an event without one, or about the rig.
    public var accessory: AccessoryName? {
        switch self {
        case .channel(let name, _), .nearby(let name, _), .sent(let name, _), .tampered(let name, _, _),
            .distance(let name, _, _), .zone(let name, _), .feature(let name, _, _), .kitRanging(let name),
            .kitRound(let name, _), .blindProbe(let name), .finding(.bluetooth(let name), _),
            .finding(.console(let name), _):
            name
        case .finding(.stream(let stream), _): stream.accessory
        case .kitReady, .tag, .companion, .finding, .fault, .waits: nil
        }
    }
}

extension ChannelEvent {
    /// The event's kind.
    public var kind: EventKind {
        switch self {
        case .discovered, .found: .discovered
        case .connected: .connected
        case .connectFailed, .notOpened: .connectFailed
        case .linked: .linked
        case .ready, .opened: .ready
        case .setUpFailed: .setUpFailed
        case .securing: .securing
        case .encrypted: .encrypted
        case .pairingFailed: .pairingFailed
        case .writeRefused: .writeRefused
        case .backgroundConfiguration, .backgroundRefused, .noBackgroundService: .backgroundConfiguration
        case .identified: .identified
        case .parametersRequested: .parameters
        case .reconnecting: .reconnecting
        case .lost: .lost
        }
    }
}

extension NearbyEvent {
    /// The event's kind.
    public var kind: EventKind {
        switch self {
        case .received: .received
        case .told: .told
        case .prompted: .prompted
        case .answered: .answered
        case .sessionDidStartRunning: .sessionDidStartRunning
        case .didGenerateShareableConfigurationData: .didGenerateShareableConfigurationData
        case .configurationThrew: .configurationThrew
        case .accessoryDidStart: .accessoryDidStart
        case .accessoryDidStop: .accessoryDidStop
        case .didUpdate(let object): object.distance == nil ? .lostRound : .didUpdate
        case .peerStillRanges: .stillRanges
        case .didRemove: .didRemove
        case .sessionWasSuspended: .sessionWasSuspended
        case .sessionSuspensionEnded: .sessionSuspensionEnded
        case .paused: .paused
        case .invalidatedByApp: .invalidated
        case .retry: .retry
        case .gaveUp: .gaveUp
        case .didInvalidate: .didInvalidate
        case .addressClash: .addressClash
        case .ranWithPeer: .ranWithPeer
        case .peerMeasured: .peerMeasured
        case .finding: .finding
        }
    }
}

extension TagEvent {
    /// The event's kind.
    public var kind: EventKind {
        switch self {
        case .readerReady: .ready
        case .readerLost: .readerLost
        case .readerBack: .readerBack
        case .readingOff: .readingOff
        case .readingOn: .readingOn
        case .detected: .detected
        case .several: .severalTags
        case .read: .read
        case .unreadable, .tornAway: .unreadable
        case .routed: .routed
        case .inspected: .inspected
        case .gone: .gone
        case .finding: .finding
        case .notified, .banner: .notified
        case .leftAlone: .leftAlone
        case .tapped: .tapped
        case .unlockAsked: .unlock
        case .unlocked: .unlocked
        case .unlockFailed: .unlockFailed
        case .delivered: .delivered
        case .nothingToTap: .nothingToTap
        case .dropped: .dropped
        case .followed: .followed
        case .ignored: .ignored
        }
    }
}
