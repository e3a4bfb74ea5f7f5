import Ground
import NearbyInteraction

extension NearbySession {
    mutating func initialize(at now: Instant) -> [NearbyEffect] {
        timers.clearAll()
        timers.set(.configuration, at: now + settings.configurationLimit)
        state = .awaitingConfiguration
        owed.configurations += 1
        return [.write(.initialize)]
    }

    mutating func awaitStop(then next: AfterStop, at now: Instant) -> [NearbyEffect] {
        timers.clearAll()
        timers.set(.didStop, at: now + settings.didStopLimit)
        state = .awaitingStop(next)
        owed.stops += 1
        return [.write(.stop)]
    }

    mutating func invalidate(_ code: NIErrorCode) -> [NearbyEffect] {
        timers.clearAll()
        state = .invalidated
        return [.event(.didInvalidate(code))]
    }

    /// Removes the accessory and, where the rule allows, tries again.
    mutating func remove(_ reason: RemovalReason, at now: Instant) -> [NearbyEffect] {
        timers.clearAll()
        let removed: [NearbyEffect] = [.stopRanging, .event(.didRemove(reason))]
        let mayRetry = reason == .timeout || !settings.retry.onlyOnTimeout
        guard mayRetry, attempts < settings.retry.attempts else {
            state = .idle
            return removed + [.event(.gaveUp(attempts: attempts))]
        }
        attempts += 1
        let retry = removed + [.event(.retry(attempt: attempts))]
        guard settings.retry.backOff > .zero else { return retry + tryAgain(at: now) }
        state = .backingOff
        timers.set(.backOff, at: now + settings.retry.backOff)
        return retry
    }

    func whatIsLate(_ message: String, limit: Span) -> NearbyEffect {
        .event(.finding(Finding(.warning, "no \(message) within \(limit)")))
    }

    mutating func expire(_ timer: Timer, at now: Instant) -> [NearbyEffect] {
        switch timer {
        case .configuration:
            return [whatIsLate("accessory configuration data", limit: settings.configurationLimit)]
        case .didStart:
            return [whatIsLate("word that ranging started", limit: settings.didStartLimit)]
        case .silence:
            return remove(.timeout, at: now)
        case .backOff:
            return tryAgain(at: now)
        case .didStop:
            let late = whatIsLate("word that ranging stopped", limit: settings.didStopLimit)
            guard case .awaitingStop(let next) = state else { return [late] }
            return [late] + resume(next, at: now)
        }
    }

    mutating func resume(_ next: AfterStop, at now: Instant) -> [NearbyEffect] {
        switch next {
        case .rest:
            timers.clearAll()
            state = .idle
            return []
        case .startAgain:
            return initialize(at: now)
        }
    }

    private mutating func tryAgain(at now: Instant) -> [NearbyEffect] {
        switch settings.retry.cycle {
        case .full:
            return awaitStop(then: .startAgain, at: now)
        case .cachedConfiguration:
            guard let cached else { return initialize(at: now) }
            return run(cached, before: [], at: now)
        }
    }
}
