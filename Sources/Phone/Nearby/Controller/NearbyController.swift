public import Ground
public import NearbyInteraction

/// A phone's entire handling of Nearby Interaction: one app with a session for each accessory and each other phone,
/// and the system below them.
///
/// The app forwards between data channel and session; the system admits sessions, asks the user, and suspends them.
public struct NearbyController: Sendable {
    var settings: NearbySettings
    public internal(set) var system: NearbySystem
    var peers: [PeerSession]
    var tokens = DiscoveryTokenTable()
    var isInBackground = false
    var isLocked = false

    /// Creates a controller for these accessories and other phones; `identifiers` are for accessories whose ids
    /// differ from those of Apple's sample app.
    public init(
        settings: NearbySettings, system: SystemSettings, accessories: [AccessoryName], phones: [AccessoryName] = [],
        identifiers: [AccessoryName: MessageIdentifiers] = [:], generator: SeededGenerator
    ) {
        precondition(
            settings.retry.attempts != nil || settings.rangingTimeout > .zero,
            "without a limit and without any time to range in, an app would try for ever at one instant")
        var seeded = generator
        self.settings = settings
        self.system = NearbySystem(system)
        peers = []
        for (index, name) in (accessories + phones).enumerated() {
            var generator = ShareableDataGenerator(
                choices: settings.shareable, renewal: settings.retry.renews, generator: seeded.fork())
            generator.others = peers.compactMap(\.use)
            let session = NISession(
                settings: system, rangingTimeout: settings.rangingTimeout, token: generator.drawToken())
            let ids = identifiers[name] ?? .appleSample
            let app = index < accessories.count ? AccessoryApp(settings: settings, identifiers: ids) : nil
            let phoneApp = app == nil ? PhoneApp(settings: settings) : nil
            peers.append(
                PeerSession(name: name, app: app, phoneApp: phoneApp, session: session, generator: generator))
        }
    }

    public var deadline: Instant? {
        var earliest = system.deadline ?? .never
        // By index, here and below: an element taken out of the array is copied whole.
        for index in peers.indices {
            if let due = peers[index].session.deadline { earliest = min(earliest, due) }
            if let due = peers[index].app?.deadline { earliest = min(earliest, due) }
            if let due = peers[index].phoneApp?.deadline { earliest = min(earliest, due) }
        }
        return earliest == .never ? nil : earliest
    }

    public func isRunning(_ name: AccessoryName) -> Bool {
        place(of: name).map { peers[$0].session.isRunning } ?? false
    }

    /// Whether the accessory was asked to stop and has not reported yet that it did.
    public func isBusy(_ name: AccessoryName) -> Bool { place(of: name).flatMap { peers[$0].app?.isBusy } ?? false }

    /// Starts a session with a full cycle from *initialize*, whatever happened before.
    ///
    /// With another phone, creates a new session, whose token is sent to it.
    public mutating func start(_ name: AccessoryName, at now: Instant) -> [PeerSessionEffect] {
        guard isPhone(name) else { return app(name, at: now) { $0.start(at: now) } }
        let index = peer(name)
        let ended = renewSession(of: index, lingers: false, at: now)
        let own = peers[index].session.discoveryToken
        return ended + phoneApp(index, at: now) { $0.start(own) }
    }

    /// Ends the session and asks the accessory to stop; another phone is not informed.
    public mutating func stop(_ name: AccessoryName, at now: Instant) -> [PeerSessionEffect] {
        if isPhone(name) { return invalidate(name, at: now) }
        return app(name, at: now) { $0.stop(at: now) }
    }

    /// Runs the session again with the accessory configuration data, or the other phone's token, at hand.
    public mutating func run(_ name: AccessoryName, at now: Instant) -> [PeerSessionEffect] {
        if isPhone(name) { return phoneApp(peer(name), at: now) { $0.runAgain() } }
        return app(name, at: now) { $0.runAgain() }
    }

    /// Runs a session with another phone.
    public mutating func run(
        _ name: AccessoryName, peer token: DiscoveryToken, isExtendedDistance: Bool, at now: Instant
    ) -> [PeerSessionEffect] {
        run(.phone(token, isExtendedDistance: isExtendedDistance), for: peer(name), at: now)
    }

    public mutating func pause(_ name: AccessoryName, at now: Instant) -> [PeerSessionEffect] {
        session(name, lingers: true, at: now) { $0.pause() }
    }

    public mutating func invalidate(_ name: AccessoryName, at now: Instant) -> [PeerSessionEffect] {
        session(name, lingers: true, at: now) { $0.invalidateByApp() }
    }

    /// Invalidates the session, as the system does.
    public mutating func fail(_ name: AccessoryName, _ code: NIErrorCode, at now: Instant) -> [PeerSessionEffect] {
        session(name, at: now) { $0.invalidate(code) }
    }

    /// Ends the run: begins nothing further, and stops accessories that may be ranging.
    public mutating func windDown(at now: Instant) -> [PeerSessionEffect] {
        peers.indices.flatMap { index in
            guard let effects = peers[index].app?.windDown(at: now) else {
                return carryOut(peers[index].session.abandon(), for: index, lingers: false, at: now)
            }
            return carryOut(effects, for: index, at: now)
        }
    }

    /// Handles everything that is due.
    public mutating func advance(to now: Instant) -> [PeerSessionEffect] {
        var effects: [PeerSessionEffect] = []
        effects += advanceSystem(to: now)
        for index in peers.indices {
            while let due = expireNext(of: index, at: now) { effects += due }
        }
        // An app's action may have brought up the question and, immediately, its answer.
        return effects + advanceSystem(to: now)
    }

    /// Handles the first thing due at one peer; nil if nothing is. At the same instant the app's timer precedes the
    /// session's.
    private mutating func expireNext(of index: Int, at now: Instant) -> [PeerSessionEffect]? {
        let ofApp = peers[index].app?.deadline ?? peers[index].phoneApp?.deadline ?? .never
        let ofSession = peers[index].session.deadline ?? .never
        guard min(ofApp, ofSession) <= now else { return nil }
        if ofApp <= ofSession, peers[index].phoneApp != nil { return phoneApp(index, at: now) { $0.expire(at: now) } }
        if ofApp <= ofSession { return app(peers[index].name, at: now) { $0.expireNext(at: now) } }
        return carryOut(peers[index].session.expireNext(at: now), for: index, lingers: false, at: now)
    }

    private mutating func advanceSystem(to now: Instant) -> [PeerSessionEffect] {
        guard let answer = system.advance(to: now) else { return [] }
        return answered(answer, at: now)
    }

    private func place(of name: AccessoryName) -> Int? { peers.indices.first { peers[$0].name == name } }

    func peer(_ name: AccessoryName) -> Int {
        guard let index = place(of: name) else {
            preconditionFailure("the phone has no accessory or phone \(name)")
        }
        return index
    }

    /// Lets the app of an accessory act, and carries out its effects.
    mutating func app(
        _ name: AccessoryName, at now: Instant, _ body: (inout AccessoryApp) -> [AccessoryAppEffect]
    ) -> [PeerSessionEffect] {
        let index = peer(name)
        guard let effects = peers[index].app?.inPlace(body) else {
            preconditionFailure("\(name) is a phone: only sessions are run with it")
        }
        return carryOut(effects, for: index, at: now)
    }

    /// Whether the name is that of another phone.
    func isPhone(_ name: AccessoryName) -> Bool { place(of: name).map { peers[$0].phoneApp != nil } ?? false }

    /// Lets the app's part with another phone act, and carries out its effects.
    mutating func phoneApp(
        _ index: Int, at now: Instant, _ body: (inout PhoneApp) -> [PhoneAppEffect]
    ) -> [PeerSessionEffect] {
        guard let effects = peers[index].phoneApp?.inPlace(body) else { return [] }
        return carryOut(effects, for: index, at: now)
    }

    /// Applies an event to a session, and carries out its effects.
    mutating func session(
        _ name: AccessoryName, lingers: Bool = false, at now: Instant,
        _ body: (inout NISession) -> [NISessionEffect]
    ) -> [PeerSessionEffect] {
        let index = peer(name)
        return carryOut(body(&peers[index].session), for: index, lingers: lingers, at: now)
    }
}

extension AccessoryApp {
    /// Mutates the app in place: taken out and put back, it would be copied whole.
    fileprivate mutating func inPlace(_ body: (inout Self) -> [AccessoryAppEffect]) -> [AccessoryAppEffect] {
        body(&self)
    }
}

extension PhoneApp {
    fileprivate mutating func inPlace(_ body: (inout Self) -> [PhoneAppEffect]) -> [PhoneAppEffect] { body(&self) }
}
