public import Ground
public import NearbyInteraction

extension Phone {
    /// Starts a session with an accessory, or another phone, whose data channel is open.
    public mutating func startSession(with name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        guard apps.owner != .notRunning else { return notRunning(name) }
        return carryOut(nearby.start(name, at: now), at: now)
    }

    /// Ends the session, and tells the accessory to stop.
    public mutating func stopSession(with name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        carryOut(nearby.stop(name, at: now), at: now)
    }

    /// Runs the session again with the accessory configuration data at hand: new shareable configuration data goes
    /// out, without initialize before it. With another phone, with its token at hand.
    public mutating func run(with name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        guard apps.owner != .notRunning else { return notRunning(name) }
        return carryOut(nearby.run(name, at: now), at: now)
    }

    /// Runs a session with another phone, whose token the app got from it.
    public mutating func run(
        peer name: AccessoryName, token: DiscoveryToken, isExtendedDistance: Bool = false, at now: Instant
    ) -> [PhoneEffect] {
        carryOut(nearby.run(name, peer: token, isExtendedDistance: isExtendedDistance, at: now), at: now)
    }

    /// The token of this phone's session with another phone; the app hands it over.
    public mutating func discoveryToken(forPeer name: AccessoryName, at now: Instant) -> DiscoveryToken {
        nearby.discoveryToken(forPeer: name, at: now)
    }

    /// The app pauses the session: updates stop, nothing is written.
    public mutating func pause(with name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        carryOut(nearby.pause(name, at: now), at: now)
    }

    /// The app ends the session for good: nothing is written.
    public mutating func invalidate(with name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        carryOut(nearby.invalidate(name, at: now), at: now)
    }

    /// The system makes the session invalid with this error.
    public mutating func fail(_ name: AccessoryName, with code: NIErrorCode, at now: Instant) -> [PhoneEffect] {
        carryOut(nearby.fail(name, code, at: now), at: now)
    }

    /// The system suspends the session, for a reason of its own: a call, another app.
    public mutating func suspend(with name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        carryOut(nearby.setSuspended(name, true, at: now), at: now)
    }

    /// The reason of `suspend(with:at:)` is over.
    public mutating func endSuspension(with name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        carryOut(nearby.setSuspended(name, false, at: now), at: now)
    }

    /// The phone is locked, or unlocked.
    public mutating func setLocked(_ isLocked: Bool, at now: Instant) -> [PhoneEffect] {
        setCondition(.lock(isLocked: isLocked), at: now)
    }

    /// The person changes the permission in Settings.
    public mutating func setPermission(_ setting: PermissionSetting, at now: Instant) -> [PhoneEffect] {
        carryOut(nearby.setPermission(setting, at: now), at: now)
    }

    /// The accessory's incomplete message; nil if there is none.
    public func unfinishedMessage(of name: AccessoryName) -> MessageStream.Unfinished? {
        companions.firstIndex { $0.name == name }.flatMap { channels[$0].unfinished }
    }

    /// The accessory configuration data that the accessory sent last; nil before the first on this link.
    public func lastConfiguration(of name: AccessoryName) -> [UInt8]? { nearby.lastConfiguration(of: name) }

    /// The configureAndStart that went to the accessory last, or that would go to it now, with its id; nil before
    /// any accessory configuration data came.
    public mutating func shareableMessage(for name: AccessoryName) -> [UInt8]? { nearby.shareableMessage(for: name) }

    /// Those that a discovery token belongs to: none for an old one, several where they cannot be told apart.
    public func names(of token: DiscoveryToken) -> [AccessoryName] { nearby.names(of: token) }
}
