import Ground
import Journal
import Links
import NearbyInteraction
import Phone

extension JournalEvent {
    /// Nil for a distance, which has an entry of its own.
    static func note(_ link: LinkID, _ event: NearbyEvent) -> JournalEvent? {
        switch event {
        case .received(let kind): note(link, "received", "the accessory sent \(kind.rawValue)")
        case .prompted: note(link, "prompted", "the system asks whether the app may range")
        case .answered(let answer): note(link, "answered", "the person answered \(answer.rawValue)")
        case .sessionDidStartRunning: note(link, "sessionDidStartRunning", "the session runs")
        case .didGenerateShareableConfigurationData(let data, let token):
            note(
                link, "didGenerateShareableConfigurationData",
                "session \(data.sessionID.hexadecimal), phone \(data.address), every \(data.intervalMilliseconds) ms, "
                    + "for \(token)")
        case .accessoryDidStart: note(link, "accessoryDidStart", "the accessory says that it ranges")
        case .accessoryDidStop: note(link, "accessoryDidStop", "the accessory says that it stopped")
        case .didUpdate(let object):
            object.distance == nil ? note(.kit, "lost round", "a round without a distance") : nil
        case .peerStillRanges(let distance): note(.kit, "still ranges", "measured at \(distance) after its end")
        case .didRemove(let reason): note(link, "didRemove", "removed for \(reason.rawValue)")
        case .sessionWasSuspended: note(link, "sessionWasSuspended", "the session is suspended")
        case .sessionSuspensionEnded: note(link, "sessionSuspensionEnded", "the session may run again")
        case .paused: note(link, "paused", "the app paused the session")
        case .invalidatedByApp: note(link, "invalidated", "the app ended the session for good")
        case .retry(let attempt): note(link, "retry", "attempt \(attempt + 1)")
        case .gaveUp(let attempts, let why):
            note(link, "gave up", "no further retry after \(attempts): \(why.rawValue)")
        case .didInvalidate(let code): note(link, "didInvalidate", "\(code)")
        case .addressClash(let other): note(link, "address clash", "\(other) ranges under the same short address")
        case .finding(let finding): .finding(link: link.description, finding)
        }
    }
}
