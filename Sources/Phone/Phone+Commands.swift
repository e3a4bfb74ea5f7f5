public import Ground
import Links

extension Phone {
    /// Connects to an accessory and opens its data channel.
    public mutating func connect(to name: AccessoryName, within limit: Span, at now: Instant) -> [PhoneEffect] {
        act(on: name, at: now) { companion in .channel(companion.channel.connect(within: limit)) }
    }

    /// Starts a session with an accessory whose data channel is open.
    public mutating func startSession(with name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        act(on: name, at: now) { companion in .session(companion.session.start(at: now)) }
    }

    public mutating func stopSession(with name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        act(on: name, at: now) { companion in .session(companion.session.stop(at: now)) }
    }

    public mutating func disconnect(from name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        act(on: name, at: now) { companion in .channel(companion.channel.disconnect()) }
    }

    /// Keeps back the next messages of a kind, as if they were lost on their way.
    public mutating func withhold(_ kind: MessageKind, times: Int) {
        withholding.append(Withholding(kind: kind, timesLeft: times))
    }

    /// Keeps back no more messages of a kind.
    public mutating func release(_ kind: MessageKind) { withholding.removeAll { $0.kind == kind } }

    /// Ends everything as a good guest: ranging stopped, accessories told, links closed. See `isQuiet`.
    public mutating func shutDown(at now: Instant) -> [PhoneEffect] {
        isShuttingDown = true
        withholding.removeAll()
        var effects: [PhoneEffect] = []
        for index in companions.indices {
            effects += carryOut(companions[index].session.windDown(at: now), for: index, at: now)
        }
        if let closing = tags?.close() { effects += carryOut(closing) }
        return effects + continueShutDown()
    }

    /// What is gone cannot be ended as a good guest would: nothing more is expected of it.
    mutating func forget(_ link: LinkID) {
        for index in companions.indices {
            switch link {
            case .kit: companions[index].rangingSession = nil
            case .bluetooth(companions[index].name): companions[index].channel.abandon()
            case .bluetooth, .reader, .stage: break
            }
        }
    }

    /// Whether nothing is left to wait for after `shutDown`.
    public var isQuiet: Bool {
        companions.allSatisfy { !$0.channel.isUp && $0.rangingSession == nil }
    }

    /// Hangs up where the accessory has said that it stopped.
    mutating func continueShutDown() -> [PhoneEffect] {
        guard isShuttingDown else { return [] }
        var effects: [PhoneEffect] = []
        for index in companions.indices {
            let companion = companions[index]
            guard companion.channel.isUp, !companion.session.isBusy, !companion.isToldToDisconnect else { continue }
            companions[index].isToldToDisconnect = true
            effects += companions[index].channel.disconnect().compactMap { effect in
                if case .request(let request) = effect { .send(.bluetooth(companion.name, request)) } else { nil }
            }
        }
        return effects
    }

    private enum Doing {
        case channel([ChannelEffect])
        case session([NearbyEffect])
    }

    private mutating func act(
        on name: AccessoryName, at now: Instant, _ body: (inout Companion) -> Doing
    ) -> [PhoneEffect] {
        guard let index = companions.firstIndex(where: { $0.name == name }) else {
            preconditionFailure("the phone was told of no accessory \(name)")
        }
        switch body(&companions[index]) {
        case .channel(let effects): return carryOut(effects, for: index, at: now)
        case .session(let effects): return carryOut(effects, for: index, at: now)
        }
    }
}
