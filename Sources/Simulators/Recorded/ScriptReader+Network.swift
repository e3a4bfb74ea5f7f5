import Ground
import Links

/// Frames of the connection to an accessory on the network, one after the other.
///
/// Its bytes are read as messages, because their division is random.
extension ScriptReader {
    mutating func sent(_ request: StreamRequest, _ frame: RecordedFrame) {
        script.isOnNetwork = true
        switch request {
        case .open: if link == nil { (searchBegan, isGivenUp) = (frame.instant, false) }
        case .bytes(let bytes):
            guard let messages = link?.fromPhone.messages(in: bytes) else { return }
            for message in messages { written(message.content, at: MessagePieces.handle, frame) }
        case .close, .reset: isGivenUp = link == nil
        }
    }

    mutating func received(_ event: StreamEvent, _ frame: RecordedFrame) {
        script.isOnNetwork = true
        switch event {
        case .opened: opened(at: frame.instant)
        case .bytes(let bytes):
            guard let messages = link?.toPhone.receive(bytes) else { return }
            for message in messages { told(message, at: frame.instant) }
        case .service: break
        case .closed: refused(at: frame.instant)
        case .ended(let reason): endedOnNetwork(reason, at: frame.instant)
        }
    }

    private mutating func opened(at instant: Instant) {
        if let searchBegan { quickest = min(quickest ?? .seconds(1), instant - searchBegan) }
        heard(AdvertisedContent(name: nil, services: [], interval: .zero), at: instant)
        connections += 1
        firstConnection = firstConnection ?? instant
        link = Link()
        give(.connected, at: instant)
    }

    /// Records that a connection attempt failed.
    private mutating func refused(at instant: Instant) {
        if isGivenUp {
            let waited = instant - (searchBegan ?? instant)
            if waited >= Self.longestAnswer, script.epochs.current.silence != .forever { script.isUnheard = true }
            searchFailed(at: instant)
        } else if script.epochs.current.silence == .unknown {
            script.epochs.current.silence = .forever
        }
        (searchBegan, isGivenUp) = (nil, false)
    }

    private mutating func told(_ message: MessagePieces.Message, at instant: Instant) {
        var given: Given?
        if let place = link?.unanswered.firstIndex(where: { $0.answer == message.content.first }) {
            given = link?.unanswered.remove(at: place).given
        }
        acted(.frame(message.frame, echo(in: message.frame), isLong: false), after: given, at: instant)
    }

    private mutating func endedOnNetwork(_ reason: DisconnectReason, at instant: Instant) {
        guard var link else { return }
        let rest = link.toPhone.takeRest()
        if !rest.isEmpty, reason != .local { acted(.frame(rest, nil, isLong: false), at: instant) }
        self.link = nil
        searchBegan = nil
        var cue = Cue.disconnected
        switch reason {
        case .remote, .other: acted(.hangUp, at: instant)
        case .reset:
            // A restarted firmware does not know the connection, and resets it when probed.
            if !link.isCut {
                acted(.losePower(.cycle), at: instant - AccessoryScript.networkIdle)
                cue = .power(.cycle)
            }
        case .supervisionTimeout, .unacknowledged:
            let unseen = AccessoryScript.networkPatience - AccessoryScript.supervision
            if !link.isCut { acted(.loseLink, at: instant - unseen) }
        case .local, .authentication: break
        }
        if case .power = last.cue { return }
        give(cue, at: instant)
        script.epochs.begin(cue, at: instant)
    }

    /// Completes the script after everything was read.
    mutating func endOnNetwork() {
        var before: Instant?
        for write in writes {
            script.messages.append(write.waiting(write.instant - (before ?? firstConnection ?? write.instant)))
            before = write.instant
        }
        script.transport = min(quickest ?? .zero, Self.longestTransport)
    }
}
