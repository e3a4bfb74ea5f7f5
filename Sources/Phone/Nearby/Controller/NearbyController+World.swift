public import Ground
import NearbyInteraction
public import UWB

extension NearbyController {
    /// Receives a message of the accessory. An answer to it is the first effect; everything else can wait until it
    /// has left.
    public mutating func receive(_ bytes: [UInt8], from name: AccessoryName, at now: Instant) -> [PeerSessionEffect] {
        if isPhone(name) { return receive(bytes, fromPhone: peer(name), at: now) }
        let effects = app(name, at: now) { $0.receive(bytes, at: now) }
        let answers = effects.filter(\.isAnswer)
        return answers.isEmpty ? effects : answers + effects.filter { !$0.isAnswer }
    }

    /// Records that a message left for the accessory, from the app or directly from the scenario. Before
    /// notifications are enabled, its answer is not received.
    public mutating func wrote(
        _ bytes: [UInt8], to name: AccessoryName, byApp: Bool, isHeard: Bool = true, at now: Instant
    ) {
        peers[peer(name)].app?.wrote(bytes, by: byApp ? .app : .scenario, isHeard: isHeard, at: now)
    }

    /// Records that the accessory refused a message of this kind.
    public mutating func writeRefused(_ kind: MessageKind, by name: AccessoryName) {
        peers[peer(name)].app?.refused(kind)
    }

    public mutating func channelOpened(to name: AccessoryName) {
        peers[peer(name)].app?.channelOpened()
        peers[peer(name)].phoneApp?.channelOpened()
    }

    public mutating func channelLost(to name: AccessoryName, at now: Instant) -> [PeerSessionEffect] {
        if isPhone(name) {
            let lost = phoneApp(peer(name), at: now) { $0.channelLost() }
            // Ranging between two phones outlives the link, unless the settings differ.
            return settings.endsWithLink ? lost + renewSession(of: peer(name), lingers: false, at: now) : lost
        }
        if !settings.hasKit { peers[peer(name)].session.presumeSilence(at: now) }
        return app(name, at: now) { $0.channelLost(at: now) }
    }

    /// Receives a message of another phone's app. An invalid session is replaced first, because its token must be of
    /// a session that can still be run.
    private mutating func receive(_ bytes: [UInt8], fromPhone index: Int, at now: Instant) -> [PeerSessionEffect] {
        let renewed = peers[index].session.isInvalid ? renewSession(of: index, lingers: false, at: now) : []
        let own = peers[index].session.discoveryToken
        return renewed + phoneApp(index, at: now) { $0.receive(bytes, own: own, at: now) }
    }

    /// Records whether the phone has a key for the accessory, which background sessions require.
    public mutating func setPaired(_ name: AccessoryName, _ isPaired: Bool) { peers[peer(name)].isPaired = isPaired }

    /// Receives a ranging round of the kit.
    public mutating func measured(
        _ round: [RangingMeasurement], with name: AccessoryName, at now: Instant
    ) -> [PeerSessionEffect] {
        let index = peer(name)
        let isDelivered = !isInBackground && !isLocked
        let still = evidence(in: round, for: index, at: now)
        let effects = peers[index].session.measured(round, isDelivered: isDelivered, at: now)
        return carryOut(effects, for: index, lingers: false, at: now) + still
    }

    /// Reports a distance to an accessory that should no longer range.
    private func evidence(in round: [RangingMeasurement], for index: Int, at now: Instant) -> [PeerSessionEffect] {
        guard let app = peers[index].app, let since = app.quietSince, now - since > settings.stoppingGrace,
            let peer = peers[index].session.run?.peer ?? round.first?.shortPeer,
            let distance = round.first(where: { $0.isOf(peer) })?.distance
        else { return [] }
        return [PeerSessionEffect(peers[index].name, .event(.peerStillRanges(distance: distance)))]
    }

    /// Records that the peer ended the ranging session over UWB.
    public mutating func peerEnded(_ name: AccessoryName, at now: Instant) -> [PeerSessionEffect] {
        session(name, at: now) { $0.peerEnded() }
    }

    /// Moves the app to the background, or back.
    public mutating func setBackground(_ isOn: Bool, at now: Instant) -> [PeerSessionEffect] {
        isInBackground = isOn
        return setAll(.background, isOn, at: now)
    }

    /// Locks or unlocks the phone.
    public mutating func setLocked(_ isOn: Bool, at now: Instant) -> [PeerSessionEffect] {
        isLocked = isOn
        return setAll(.lock, isOn, at: now)
    }

    /// Suspends one session as the system does, or ends that suspension.
    public mutating func setSuspended(_ name: AccessoryName, _ isOn: Bool, at now: Instant) -> [PeerSessionEffect] {
        session(name, at: now) { $0.set(.system, isOn, at: now) }
    }

    private mutating func setAll(_ cause: SuspensionCauses, _ isOn: Bool, at now: Instant) -> [PeerSessionEffect] {
        peers.indices.flatMap { index in
            carryOut(peers[index].session.set(cause, isOn, at: now), for: index, lingers: false, at: now)
        }
    }

    /// Changes the permission in Settings. Running sessions without permission become invalid; that this happens
    /// immediately is unverified.
    public mutating func setPermission(_ setting: PermissionSetting, at now: Instant) -> [PeerSessionEffect] {
        switch system.setPermission(setting) {
        case .made: return []
        case .notListed:
            let meaning = "the app is not listed in Settings: it has not asked for the permission yet"
            let finding = Finding("permission.notInSettings", .warning, meaning)
            return peers.prefix(1).map { PeerSessionEffect($0.name, .doubt(finding)) }
        case .endsSessions: break
        }
        return peers.indices.flatMap { index -> [PeerSessionEffect] in
            guard peers[index].session.isActive else { return [] }
            return carryOut(peers[index].session.invalidate(.userDidNotAllow), for: index, lingers: false, at: now)
        }
    }

    /// Quits and relaunches the app in the foreground. The caller ends the links.
    public mutating func relaunch(at now: Instant) -> [PeerSessionEffect] {
        system.relaunch()
        isInBackground = false
        var effects: [PeerSessionEffect] = []
        for index in peers.indices {
            peers[index].session.causes.remove(.background)
            effects += renewSession(of: index, lingers: false, at: now)
            peers[index].app?.relaunch()
            peers[index].phoneApp?.relaunch()
            peers[index].generator.forget()
            tokens.forget(peers[index].name)
        }
        return effects
    }

    /// Returns the last accessory configuration data sent on this link.
    public func lastConfiguration(of name: AccessoryName) -> [UInt8]? { peers[peer(name)].app?.lastConfiguration }

    /// Returns the last configureAndStart written on this link, or one that would answer the last configuration data.
    public mutating func shareableMessage(for name: AccessoryName) -> [UInt8]? {
        let index = peer(name)
        guard let app = peers[index].app else { return nil }
        if let last = app.lastShareable { return last }
        guard let payload = app.lastConfiguration, let data = try? AccessoryConfigurationData(decoding: payload) else {
            return nil
        }
        peers[index].generator.others = uses(besides: index)
        let drawn = peers[index].generator.draw(for: data)
        return PhoneMessage.configureAndStart(drawn.encoded).encoded(using: app.identifiers)
    }

    /// Returns the token of this phone's session with another phone, or of a new session if the last one is invalid.
    public mutating func discoveryToken(forPeer name: AccessoryName, at now: Instant) -> DiscoveryToken {
        let index = peer(name)
        if peers[index].session.isInvalid { _ = renewSession(of: index, lingers: false, at: now) }
        return peers[index].session.discoveryToken
    }

    /// Returns the owners of a discovery token: none for an old one, several if they cannot be distinguished.
    public func names(of token: DiscoveryToken) -> [AccessoryName] { tokens.names(of: token) }
}

extension PeerSessionEffect {
    fileprivate var isAnswer: Bool { if case .write(.configureAndStart) = effect { true } else { false } }
}

extension RangingMeasurement {
    fileprivate var shortPeer: ShortMACAddress? { if case .short(let address) = peer { address } else { nil } }
}
