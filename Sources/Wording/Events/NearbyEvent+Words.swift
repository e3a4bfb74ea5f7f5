import Ground
import NearbyInteraction
import Vocabulary

extension NearbyEvent {
    /// The event as a sentence without a full stop.
    var words: String {
        switch self {
        case .received(let kind): "the accessory sent \(kind.rawValue)"
        case .told(let bytes): "the message is \(bytes.hex)"
        case .prompted: "the system asks whether the app may range"
        case .answered(let answer): "the user answered \(answer.rawValue)"
        case .sessionDidStartRunning: "the session runs"
        case .didGenerateShareableConfigurationData(let data, let token):
            "session \(data.sessionID.hexadecimal), phone \(data.address), every \(data.intervalMilliseconds) ms, "
                + "for \(token)"
        case .accessoryDidStart: "the accessory reports that ranging started"
        case .accessoryDidStop: "the accessory reports that ranging stopped"
        case .didUpdate(let object):
            object.distance.map { "measured at \($0)" } ?? "a round without a distance"
        case .peerStillRanges(let distance): "measured at \(distance) after its end"
        case .didRemove(let reason): "removed for \(reason.rawValue)"
        case .sessionWasSuspended: "the session is suspended"
        case .sessionSuspensionEnded: "the session may run again"
        case .paused: "the app paused the session"
        case .invalidatedByApp: "the app ended the session for good"
        case .retry(let attempt): "attempt \(attempt + 1)"
        case .gaveUp(let attempts, let why):
            "no further retry after \(attempts): \(why.rawValue)"
        case .configurationThrew(let code): "\(code)"
        case .didInvalidate(let code): "\(code)"
        case .addressClash(let other): "\(other) ranges under the same short address"
        case .ranWithPeer(let token, let interval): "the session ranges with another phone, \(token), every \(interval)"
        case .peerMeasured(let distance): "the other phone reports a distance of \(distance)"
        case .finding(let finding): "\(finding.weight.rawValue): \(finding)"
        }
    }
}
