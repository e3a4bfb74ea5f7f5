import Ground
import NearbyInteraction

extension AccessoryApp {
    /// Reacts to a callback of the session. The callback itself is reported elsewhere.
    mutating func hear(_ callback: NearbyEvent, at now: Instant) -> [AccessoryAppEffect] {
        switch callback {
        case .didGenerateShareableConfigurationData(let data, let token):
            guard let cached, DiscoveryToken(cached.data) == token else { return [] }
            let message = PhoneMessage.configureAndStart(data.encoded)
            lastShareable = message.encoded(using: identifiers)
            expect(.didStart, at: now)
            return [.write(message)]
        case .didRemove(let reason): return removed(for: reason, at: now)
        case .sessionWasSuspended: return suspended(at: now)
        case .sessionSuspensionEnded: return suspensionEnded(at: now)
        case .didInvalidate(let code): return invalidated(code, at: now)
        case .paused, .invalidatedByApp:
            letGo()
            return []
        case .didUpdate(let object):
            lastDistance = object.distance ?? lastDistance
            return []
        case .received, .told, .prompted, .answered, .configurationThrew, .sessionDidStartRunning, .accessoryDidStart,
            .accessoryDidStop,
            .peerStillRanges, .retry, .gaveUp, .addressClash, .ranWithPeer, .peerMeasured, .finding:
            return []
        }
    }

    private mutating func removed(for reason: RemovalReason, at now: Instant) -> [AccessoryAppEffect] {
        clearTimers()
        let rule = settings.retry
        if reason == .peerEnded, rule.onlyOnTimeout { return giveUp(.peerEnded) }
        if rule.givesUpWhenStopped, saidItStopped { return giveUp(.accessoryStopped) }
        if let limit = rule.nearEnough, let last = lastDistance, last > limit { return giveUp(.tooFar) }
        return retry(rule.cycle, at: now)
    }

    private mutating func invalidated(_ code: NIErrorCode, at now: Instant) -> [AccessoryAppEffect] {
        letGo()
        guard settings.retry.afterInvalidation else { return [] }
        // The sample app shows a message for these two, and starts over for all others.
        if code == .invalidConfiguration || code == .userDidNotAllow { return giveUp(.invalidated) }
        // A new session requires a full cycle, whatever the policy is for a removed one.
        return retry(.full, after: [.renewSession(lingers: false)], at: now)
    }

    mutating func giveUp(_ reason: GivingUp) -> [AccessoryAppEffect] {
        clearTimers()
        state = .idle
        return [.event(.gaveUp(attempts: attempts, reason: reason))]
    }

    private mutating func retry(
        _ cycle: RetryPolicy.Cycle, after effects: [AccessoryAppEffect] = [], at now: Instant
    ) -> [AccessoryAppEffect] {
        guard isLinked else { return giveUp(.noChannel) }
        if let limit = settings.retry.attempts, attempts >= limit { return giveUp(.attemptsSpent) }
        if attempts < .max { attempts += 1 }
        let told = effects + [.event(.retry(attempt: attempts))]
        guard settings.retry.backOff > .zero else { return told + tryAgain(cycle, at: now) }
        state = .backingOff(cycle)
        timers.set(.backOff, at: now + settings.retry.backOff)
        return told
    }

    private mutating func tryAgain(_ cycle: RetryPolicy.Cycle, at now: Instant) -> [AccessoryAppEffect] {
        switch cycle {
        case .cachedConfiguration:
            guard let cached, !cached.isVoid else { return initialize(at: now) }
            return engage(cached.data)
        case .full: return stopAndInitialize(at: now)
        }
    }

    private mutating func stopAndInitialize(at now: Instant) -> [AccessoryAppEffect] {
        switch settings.retry.writes {
        case .oneByOne:
            return awaitStop(then: .startAgain, at: now)
        case .backToBack:
            clearTimers()
            cached?.isVoid = true
            expect(.didStop, at: now)
            state = .awaitingConfiguration
            expect(.configuration, at: now)
            return [.write(.stop), .write(.initialize)]
        }
    }

    private mutating func suspended(at now: Instant) -> [AccessoryAppEffect] {
        clearTimers()
        isSuspended = true
        switch settings.suspension {
        case .stopAndInitialize, .rerun:
            guard isLinked else { break }
            return awaitStop(then: .rest, at: now)
        case .silent: break
        }
        state = .idle
        return []
    }

    private mutating func suspensionEnded(at now: Instant) -> [AccessoryAppEffect] {
        guard isSuspended else { return [] }
        isSuspended = false
        if settings.suspension == .silent { return [] }
        guard isLinked else { return giveUp(.noChannel) }
        if settings.suspension == .rerun, let cached { return engage(cached.data) }
        return initialize(at: now)
    }

    mutating func initialize(at now: Instant) -> [AccessoryAppEffect] {
        clearTimers()
        state = .awaitingConfiguration
        expect(.configuration, at: now)
        return [.write(.initialize)]
    }

    mutating func awaitStop(then next: AfterStop, at now: Instant) -> [AccessoryAppEffect] {
        clearTimers()
        cached?.isVoid = true
        state = .awaitingStop(next)
        expect(.didStop, at: now)
        return [.write(.stop)]
    }

    mutating func resume(_ next: AfterStop, at now: Instant) -> [AccessoryAppEffect] {
        switch next {
        case .rest:
            clearTimers()
            state = .idle
            return []
        case .startAgain:
            return initialize(at: now)
        }
    }

    /// Handles the first timer that is due.
    mutating func expireNext(at now: Instant) -> [AccessoryAppEffect] {
        guard let timer = timers.popDue(at: now) else { return [] }
        let hasLeft = !unsent.contains(timer)
        unsent.removeAll { $0 == timer }
        switch timer {
        case .configuration:
            return hasLeft ? [late("accessory configuration data", timer)] : []
        case .didStart:
            return hasLeft ? [late("word that ranging started", timer)] : []
        case .backOff:
            guard case .backingOff(let cycle) = state else { return [] }
            return tryAgain(cycle, at: now)
        case .didStop:
            let late = hasLeft ? [late("word that ranging stopped", timer)] : []
            replies.settleStops()
            if hasLeft, quietSince == nil { quietSince = now }
            guard case .awaitingStop(let next) = state else { return late }
            return late + resume(next, at: now)
        }
    }

    private func late(_ message: String, _ timer: Timer) -> AccessoryAppEffect {
        .event(.finding(finding: Finding("session.lateAnswer", .warning, "no \(message) within \(limit(of: timer))")))
    }
}
