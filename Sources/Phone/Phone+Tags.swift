public import Ground
import Links
import TagRouting

extension Phone {
    /// Changes a condition that affects reading tags. Locking also affects sessions, and a restart quits the app.
    public mutating func setCondition(_ change: ConditionChange, at now: Instant) -> [PhoneEffect] {
        var effects: [PhoneEffect] = []
        switch change {
        case .lock(let isLocked): effects += carryOut(nearby.setLocked(isLocked, at: now), at: now)
        case .restart:
            effects += quitApp(at: now) + carryOut(nearby.setLocked(true, at: now), at: now)
            apps.quitAll()
        case .display, .airplane, .camera, .wallet, .readerSession: break
        }
        return effects + carryOut(tags.change(change, at: now), at: now)
    }

    /// Taps the newest notification of a tag.
    public mutating func openNotification(at now: Instant) -> [PhoneEffect] {
        carryOut(tags.openNotification(at: now), at: now)
    }

    /// Follows a link that did not come from a tag, for example in a message.
    public mutating func followLink(_ url: String, at now: Instant) -> [PhoneEffect] {
        carryOut(tags.followLink(url), at: now)
    }

    /// Inspects tags from now on: reads and reports everything, and acts on nothing; see `stopInspecting`.
    public mutating func inspectTag(at now: Instant) -> [PhoneEffect] {
        tags.inspect(true, at: now)
        return []
    }

    public mutating func stopInspecting(at now: Instant) -> [PhoneEffect] {
        tags.inspect(false, at: now)
        return []
    }

    mutating func carryOut(_ effects: [TagPollerEffect], at now: Instant) -> [PhoneEffect] {
        var result: [PhoneEffect] = []
        for effect in effects {
            switch effect {
            case .request(let request): result.append(.send(.reader(request)))
            case .finding(let finding): result.append(.event(.finding(link: .reader, finding: finding)))
            case .fault(let fault): result.append(.event(.fault(link: .reader, fault: fault)))
            case .event(let event):
                let told = handled(event)
                result.append(.event(.tag(event: told)))
                // Unlocking the phone for a notification unlocks it for sessions as well.
                if told == .unlocked { result += carryOut(nearby.setLocked(false, at: now), at: now) }
                if case .delivered(let input, let target, _) = told {
                    result += show(target, at: now) + startSession(upon: input, in: target, at: now)
                }
            }
        }
        return result
    }

    /// Returns the event adapted to an app without a handler, which receives nothing.
    private func handled(_ event: TagEvent) -> TagEvent {
        guard case .delivered(.activity(let activity), .app(let identifier, let url), let number) = event,
            setup.apps.contains(where: { $0.identifier == identifier && !$0.handlesLinks })
        else { return event }
        let input = AppInput.unhandled(url: activity.webpageURL)
        return .delivered(input: input, to: .app(identifier: identifier, url: url), by: number)
    }

    /// Connects to the accessory named in the app's link, and starts a session with it.
    private mutating func startSession(
        upon input: AppInput, in target: RouteTarget, at now: Instant
    ) -> [PhoneEffect] {
        guard case .activity(let activity) = input, case .app(let identifier, _) = target,
            let owner = setup.apps.first, owner.identifier == identifier,
            let name = owner.sessions.first(where: { $0.link.matches(activity.webpageURL) })?.accessory,
            let index = place(of: name), channels.indices.contains(index)
        else { return [] }
        if channels[index].canSend { return nearby.isRunning(name) ? [] : startSession(with: name, at: now) }
        companions[index].startsWhenReady = true
        return channels[index].isUp ? [] : connect(to: name, within: Self.linkPatience, at: now)
    }

    /// The time that an app opened by a link looks for the accessory; Trammel's own choice.
    static let linkPatience = Lapse.seconds(5)
}
