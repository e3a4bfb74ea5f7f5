public import Ground
public import NearbyInteraction

extension Phone {
    /// Starts a session with an accessory, or another phone, whose data channel is open.
    public mutating func startSession(with name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        guard apps.owner != .notRunning else { return notRunning(name) }
        return carryOut(nearby.start(name, at: now), at: now)
    }

    /// Ends the session, and asks the accessory to stop.
    public mutating func stopSession(with name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        carryOut(nearby.stop(name, at: now), at: now)
    }

    /// Runs the session again with the accessory configuration data at hand: new shareable configuration data is
    /// sent, without an initialize. With another phone, uses its token at hand.
    public mutating func run(with name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        guard apps.owner != .notRunning else { return notRunning(name) }
        return carryOut(nearby.run(name, at: now), at: now)
    }

    /// Runs a session with another phone, using the token the app received from it.
    public mutating func run(
        peer name: AccessoryName, token: DiscoveryToken, isExtendedDistance: Bool = false, at now: Instant
    ) -> [PhoneEffect] {
        carryOut(nearby.run(name, peer: token, isExtendedDistance: isExtendedDistance, at: now), at: now)
    }

    /// Returns the token of this phone's session with another phone, for the app to hand over.
    public mutating func discoveryToken(forPeer name: AccessoryName, at now: Instant) -> DiscoveryToken {
        nearby.discoveryToken(forPeer: name, at: now)
    }

    /// Pauses the session: updates stop, and nothing is written.
    public mutating func pause(with name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        carryOut(nearby.pause(name, at: now), at: now)
    }

    /// Ends the session for good on behalf of the app; nothing is written.
    public mutating func invalidate(with name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        carryOut(nearby.invalidate(name, at: now), at: now)
    }

    /// Invalidates the session with this error on behalf of the system.
    public mutating func fail(_ name: AccessoryName, with code: NIErrorCode, at now: Instant) -> [PhoneEffect] {
        carryOut(nearby.fail(name, code, at: now), at: now)
    }

    /// Suspends the session on behalf of the system, as for a call or another app.
    public mutating func suspend(with name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        carryOut(nearby.setSuspended(name, true, at: now), at: now)
    }

    /// Ends the suspension begun by `suspend(with:at:)`.
    public mutating func endSuspension(with name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        carryOut(nearby.setSuspended(name, false, at: now), at: now)
    }

    /// Locks or unlocks the phone.
    public mutating func setLocked(_ isLocked: Bool, at now: Instant) -> [PhoneEffect] {
        setCondition(.lock(isLocked: isLocked), at: now)
    }

    /// Changes the permission in Settings.
    public mutating func setPermission(_ setting: PermissionSetting, at now: Instant) -> [PhoneEffect] {
        carryOut(nearby.setPermission(setting, at: now), at: now)
    }

    /// The accessory's incomplete message; nil if there is none.
    public func unfinishedMessage(of name: AccessoryName) -> MessageStream.Unfinished? {
        companions.firstIndex { $0.name == name }.flatMap { channels[$0].unfinished }
    }

    /// Returns the last accessory configuration data the accessory sent; nil before the first on this link.
    public func lastConfiguration(of name: AccessoryName) -> [UInt8]? { nearby.lastConfiguration(of: name) }

    /// Returns the last configureAndStart sent to the accessory, or the one that would be sent now, including its id;
    /// nil before any accessory configuration data arrived.
    public mutating func shareableMessage(for name: AccessoryName) -> [UInt8]? { nearby.shareableMessage(for: name) }

    /// Returns the owners of a discovery token: none for an old one, several if they cannot be distinguished.
    public func names(of token: DiscoveryToken) -> [AccessoryName] { nearby.names(of: token) }
}
