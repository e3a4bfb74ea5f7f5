import Ground
import NearbyInteraction

/// The app's part of a session with another phone: the exchange of tokens, and the runs of the session.
///
/// Each app sends the token of its session to the other one, and runs its session with the token it received. The
/// format of these messages (`PeerMessage`) is up to the apps, not to Apple. One app begins, the other one answers.
/// The reaction to a removed or suspended session is the same policy as with accessories (nearby-interaction.md,
/// sections 5.1 and 5.3). Another run needs no message, because tokens are valid as long as their sessions.
struct PhoneApp: Sendable {
    private enum Timer: Hashable { case backOff }

    let settings: NearbySettings
    /// The other phone's token; nil before it came, and when it is no longer of use.
    private var token: DiscoveryToken?
    /// The number of this phone's tokens sent on this link and not yet answered.
    private var unanswered = 0
    private var attempts = 0
    private var lastDistance: Distance?
    private var isSuspended = false
    private var isLinked = false
    private var timers = DeadlineTable<Timer>()

    init(settings: NearbySettings) { self.settings = settings }

    var deadline: Instant? { timers.next }

    /// Sends the token of a new session.
    mutating func start(_ own: DiscoveryToken) -> [PhoneAppEffect] {
        token = nil
        (attempts, lastDistance, isSuspended) = (0, nil, false)
        timers.clearAll()
        return tell(own)
    }

    /// Runs the session again with the token at hand.
    mutating func runAgain() -> [PhoneAppEffect] {
        guard let token else {
            return [.found("session.notRun", .note, "there is no token of the other phone to run a session with")]
        }
        timers.clearAll()
        return [.run(token)]
    }

    mutating func channelOpened() { isLinked = true }

    /// Records that the link is lost. A ranging session continues without it.
    mutating func channelLost() -> [PhoneAppEffect] {
        isLinked = false
        unanswered = 0
        return []
    }

    /// Resets the app, which quits and restarts without any token.
    mutating func relaunch() {
        let wasLinked = isLinked
        self = PhoneApp(settings: settings)
        isLinked = wasLinked
    }

    /// Receives a message of the other phone's app; `own` is the token of the current session.
    mutating func receive(_ bytes: [UInt8], own: DiscoveryToken, at now: Instant) -> [PhoneAppEffect] {
        let message: PeerMessage
        do throws(Malformed) {
            message = try PeerMessage(decoding: bytes)
        } catch {
            let code: FailureCode = bytes.isEmpty ? "message.empty" : "token.malformed"
            return [.event(.finding(finding: Finding(code, error, in: "message of the other phone")))]
        }
        let received = PhoneAppEffect.event(.received(message: message.kind))
        switch message {
        case .distance(let distance): return [received, .event(.peerMeasured(distance: distance))]
        case .other: return [received]
        case .token(let payload):
            do throws(Malformed) {
                return [received] + take(DiscoveryToken(try TokenArchive(decoding: payload)), own: own)
            } catch {
                let finding = Finding("token.malformed", error.shifted(by: 1), in: "token of the other phone")
                return [received, .event(.finding(finding: finding))]
            }
        }
    }

    private mutating func take(_ token: DiscoveryToken, own: DiscoveryToken) -> [PhoneAppEffect] {
        let isAsked = unanswered > 0
        if isAsked { unanswered -= 1 }
        if token.rawValue == own.rawValue {
            return [.found("token.own", .fault, "the other phone sent back the token that it was sent", offset: 1)]
        }
        let before = self.token
        self.token = token
        if isAsked { return [.run(token)] }
        if settings.answersTokens { return tell(own, isAnswer: true) + [.run(token)] }
        let isSame = before == token
        let meaning = isSame ? "the other phone sent its token twice" : "the other phone sent another token, unasked"
        let finding = PhoneAppEffect.found(isSame ? "token.twice" : "token.changed", .fault, meaning, offset: 1)
        return isSame ? [finding] : [finding, .run(token)]
    }

    private mutating func tell(_ own: DiscoveryToken, isAnswer: Bool = false) -> [PhoneAppEffect] {
        guard let archive = own.archive else { return [] }
        if !isAnswer { unanswered += 1 }
        return [.tell(.token(archive.encoded))]
    }

    /// Reacts to a callback of the session.
    mutating func hear(_ callback: NearbyEvent, at now: Instant) -> [PhoneAppEffect] {
        switch callback {
        case .didRemove(let reason): return removed(for: reason, at: now)
        case .didUpdate(let object):
            guard let distance = object.distance else { return [] }
            lastDistance = distance
            return settings.sharesDistances && isLinked ? [.tell(.distance(distance))] : []
        case .sessionWasSuspended:
            timers.clearAll()
            isSuspended = true
            return []
        case .sessionSuspensionEnded:
            guard isSuspended, settings.suspension != .silent else { return [] }
            isSuspended = false
            return token == nil ? [] : runAgain()
        case .didInvalidate:
            guard token != nil else { return [] }
            token = nil
            return giveUp(.invalidated)
        case .invalidatedByApp:
            token = nil
            timers.clearAll()
            return []
        case .paused:
            timers.clearAll()
            return []
        case .received, .told, .prompted, .answered, .sessionDidStartRunning, .didGenerateShareableConfigurationData,
            .configurationThrew, .accessoryDidStart, .accessoryDidStop, .peerStillRanges, .retry, .gaveUp,
            .addressClash, .ranWithPeer, .peerMeasured, .finding:
            return []
        }
    }

    private mutating func removed(for reason: RemovalReason, at now: Instant) -> [PhoneAppEffect] {
        guard token != nil else { return [] }
        let rule = settings.retry
        if reason == .peerEnded, rule.onlyOnTimeout { return giveUp(.peerEnded) }
        if let limit = rule.nearEnough, let last = lastDistance, last > limit { return giveUp(.tooFar) }
        if let limit = rule.attempts, attempts >= limit { return giveUp(.attemptsSpent) }
        if attempts < .max { attempts += 1 }
        let told = PhoneAppEffect.event(.retry(attempt: attempts))
        guard rule.backOff > .zero else { return [told] + runAgain() }
        timers.set(.backOff, at: now + rule.backOff)
        return [told]
    }

    /// Runs the session again if the back-off is over.
    mutating func expire(at now: Instant) -> [PhoneAppEffect] { timers.popDue(at: now) == nil ? [] : runAgain() }

    private mutating func giveUp(_ reason: GivingUp) -> [PhoneAppEffect] {
        timers.clearAll()
        return [.event(.gaveUp(attempts: attempts, reason: reason))]
    }
}

/// An effect requested by the app's part with another phone.
enum PhoneAppEffect: Hashable, Sendable {
    case tell(PeerMessage)
    case run(DiscoveryToken)
    case event(NearbyEvent)

    static func found(
        _ code: FailureCode, _ weight: Finding.Weight, _ meaning: String, offset: Int? = nil
    ) -> PhoneAppEffect {
        .event(.finding(finding: Finding(code, weight, meaning, offset: offset)))
    }
}
