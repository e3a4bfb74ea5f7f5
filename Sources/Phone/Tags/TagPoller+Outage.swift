import Ground
import Links

/// Since when the reader is gone, and how often it was asked to come back.
struct ReaderOutage: Hashable, Sendable {
    /// Long enough for a cable that is put back in haste; whoever waits for a verdict is told of a reader that is gone
    /// within five seconds. The rig's own choice.
    static let limit = TagEvent.readerPatience
    /// How long to wait before each try; the last one for all that follow.
    static let pauses: [Span] = [.milliseconds(250), .milliseconds(500), .seconds(1)]

    let why: String
    let since: Instant
    var tries = 0

    /// How long to wait before the next try.
    var pause: Span { Self.pauses.dropFirst(tries).first ?? .seconds(1) }
    var end: Instant { since + Self.limit }
}

// A reader that went away is opened again.
extension TagPoller {
    mutating func lose(_ why: String, at now: Instant) -> [TagPollerEffect] {
        let outage = ReaderOutage(why: why, since: now)
        state = .lost(outage, guest)
        next = now + outage.pause
        return [.event(.readerLost(reason: why))]
    }

    /// The tag that was in the field as far as known.
    private var guest: Guest? {
        switch state {
        case .reading(let reading), .reselecting(let reading): reading.guest
        case .resting(let guest), .checking(let guest), .missing(let guest), .searching(let guest): guest
        case .lost(_, let guest), .reopening(_, let guest): guest
        case .closed, .opening, .off, .draining, .waiting, .polling: nil
        }
    }

    mutating func reopen(_ outage: ReaderOutage, _ guest: Guest?, at now: Instant) -> [TagPollerEffect] {
        guard now < outage.end else { return giveUp(outage) }
        var outage = outage
        outage.tries += 1
        state = .reopening(outage, guest)
        next = outage.end
        return [.request(.open)]
    }

    mutating func retry(_ outage: ReaderOutage, _ guest: Guest?, at now: Instant) -> [TagPollerEffect] {
        state = .lost(outage, guest)
        next = min(now + outage.pause, outage.end)
        return []
    }

    mutating func back(
        _ name: String, _ outage: ReaderOutage, _ guest: Guest?, at now: Instant
    ) -> [TagPollerEffect] {
        let told = TagPollerEffect.event(.readerBack(name: name, after: now - outage.since))
        guard var guest, isOn else {
            lookSoon(at: now)
            return [told]
        }
        guest.misses = 0
        state = .searching(guest)
        next = nil
        return [told, .request(.poll)]
    }

    mutating func giveUp(_ outage: ReaderOutage) -> [TagPollerEffect] {
        state = .closed
        next = nil
        let fault = RigFault(
            "the NFC reader went away (\(outage.why)) and did not come back within \(ReaderOutage.limit),"
                + " though it was opened again \(outage.tries) times",
            remedy: "Look at its cable and its power, and whether another program took it")
        return [.fault(fault)]
    }

    mutating func fail(_ why: String) -> [TagPollerEffect] {
        state = .closed
        next = nil
        return [.fault(RigFault("the NFC reader went away while it was opened: \(why)", remedy: "Look at its cable"))]
    }
}
