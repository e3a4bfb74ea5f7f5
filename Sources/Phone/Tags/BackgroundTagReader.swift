public import Ground
public import Links
import NDEF
import TagRouting

/// The phone's entire handling of tags: whether it looks for them, what it reads, and the consequences.
///
/// It holds the conditions that decide whether the poller looks for tags (B1, B2, B8), has the interpreter decide
/// about each tag read, and hands usable decisions to the notifications.
public struct BackgroundTagReader: Sendable {
    private let interpreter: TagInterpreter
    private let showsUnusableBanner: Bool
    private(set) var conditions: PhoneConditions
    private var poller: TagPoller?
    private var notifications: TagNotifications
    private var isInspecting = false

    public init(_ setup: PhoneSetup, hasReader: Bool) {
        let tags = setup.tags
        let router = TagRouter(
            apps: setup.apps, sites: setup.sites.map { AssociatedSite($0) },
            allowsCustomSchemes: tags.allowsCustomSchemes)
        interpreter = TagInterpreter(
            router: router, smartPosters: tags.looksInsideSmartPosters ? .lookInside : .ignore)
        showsUnusableBanner = tags.showsUnusableBanner
        conditions = PhoneConditions(setup)
        poller = hasReader ? TagPoller(isOn: conditions.reasonNotToRead == nil) : nil
        notifications = TagNotifications(answer: tags.answer, unlock: tags.unlock)
    }

    var router: TagRouter { interpreter.router }

    /// The time of the next call of `advance(to:)`.
    public var deadline: Instant? {
        guard let polled = poller?.deadline else { return notifications.deadline }
        return min(polled, notifications.deadline ?? .never)
    }

    public mutating func open() -> [TagPollerEffect] {
        guard let opening = poller?.open() else { return [] }
        return (conditions.reasonNotToRead.map { [.event(.readingOff(reason: $0))] } ?? []) + opening
    }

    public mutating func close() -> [TagPollerEffect] { poller?.close() ?? [] }

    /// Receives an answer of the reader, or its loss.
    public mutating func receive(_ event: ReaderEvent, at now: Instant) -> [TagPollerEffect] {
        guard let effects = poller?.receive(event, at: now) else { return [] }
        return interpret(effects, at: now)
    }

    public mutating func advance(to now: Instant) -> [TagPollerEffect] {
        var effects: [TagPollerEffect] = []
        if let due = poller?.advance(to: now) { effects += interpret(due, at: now) }
        // One at a time: each tap may change what the next one finds.
        while let due = notifications.deadline, due <= now {
            effects += light(for: notifications.advance(isLocked: conditions.lock == .locked, to: now), at: now)
        }
        return effects
    }

    /// Changes a condition of the phone.
    public mutating func change(_ change: ConditionChange, at now: Instant) -> [TagPollerEffect] {
        let before = conditions.reasonNotToRead
        conditions.note(change)
        var effects: [TagPollerEffect] = []
        if change == .restart { notifications.restart() }
        if change == .lock(isLocked: false) { effects += notifications.unlocked().map { .event($0) } }
        return tell(since: before, at: now) + effects
    }

    /// Taps the newest notification.
    public mutating func openNotification(at now: Instant) -> [TagPollerEffect] {
        light(for: notifications.tapNewest(isLocked: conditions.lock == .locked, at: now), at: now)
    }

    /// Follows a link that did not come from a tag: its app gets the empty message (nfc.md 4.3).
    public func followLink(_ url: String) -> [TagPollerEffect] {
        let decision = interpreter.router.route(uri: url, conditions: conditions.inHand)
        let followed = TagPollerEffect.event(.followed(link: url, decision: decision))
        guard let input = AppInput(delivering: decision, message: nil) else { return [followed] }
        return [followed, .event(.delivered(input: input, to: decision.destination, by: nil))]
    }

    /// Turns inspection on or off. It reads and reports everything on the next tags without acting on it, even if the
    /// phone would not read them.
    public mutating func inspect(_ isOn: Bool, at now: Instant) {
        isInspecting = isOn
        poller?.setDepth(isOn ? .everything : .message, at: now)
        poller?.setOn(isOn || conditions.reasonNotToRead == nil, at: now)
    }
}

extension BackgroundTagReader {
    /// Processes the poller's effects: a tag that was read is interpreted.
    private mutating func interpret(_ effects: [TagPollerEffect], at now: Instant) -> [TagPollerEffect] {
        effects.flatMap { effect -> [TagPollerEffect] in
            guard case .event(.read(let contents, _)) = effect else { return [effect] }
            if isInspecting {
                let reading = interpreter.interpret(contents, conditions: conditions.inHand)
                let told = TagEvent.inspected(
                    facts: TagFacts(contents), contents: contents, decision: reading.decision,
                    findings: reading.findings)
                return [effect] + reading.findings.map { .event(.finding(finding: $0)) } + [.event(told)]
            }
            let reading = interpreter.interpret(contents, conditions: conditions)
            let told =
                reading.findings.map { TagPollerEffect.event(.finding(finding: $0)) } + [
                    .event(.routed(decision: reading.decision))
                ]
            return [effect] + told + notify(reading.decision, contents, at: now)
        }
    }

    private mutating func notify(
        _ decision: RouteDecision, _ contents: TagContents, at now: Instant
    ) -> [TagPollerEffect] {
        if decision.notifies {
            return notifications.show(decision, message: contents.message ?? [], at: now).map { .event($0) }
        }
        switch decision.destination {
        case .noUsableData where showsUnusableBanner, .noScheme where showsUnusableBanner: return [.event(.banner)]
        default: break
        }
        return []
    }

    /// Lights the screen for a tapped notification, and unlocks the phone if it was unlocked for one.
    private mutating func light(for events: [TagEvent], at now: Instant) -> [TagPollerEffect] {
        let before = conditions.reasonNotToRead
        for event in events {
            switch event {
            case .tapped: conditions.note(.display(isOn: true))
            case .unlocked: conditions.note(.lock(isLocked: false))
            default: break
            }
        }
        return events.map { .event($0) } + tell(since: before, at: now)
    }

    /// Turns the poller on or off, and reports a change.
    private mutating func tell(since before: IgnoredReason?, at now: Instant) -> [TagPollerEffect] {
        let reason = conditions.reasonNotToRead
        poller?.setOn(isInspecting || reason == nil, at: now)
        guard reason != before else { return [] }
        return [.event(reason.map { .readingOff(reason: $0) } ?? .readingOn)]
    }
}
