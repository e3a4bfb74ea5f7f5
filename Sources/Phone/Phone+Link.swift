public import Ground
import Links

extension Phone {
    /// Listens for an accessory's advertisement without connecting.
    public mutating func find(_ name: AccessoryName, within limit: Lapse, at now: Instant) -> [PhoneEffect] {
        onChannel(of: name, at: now) { $0.overGATT { $0.find(within: limit) } }
    }

    /// Connects to an accessory, and sets up its data channel as far as the stage.
    public mutating func connect(
        to name: AccessoryName, within limit: Lapse, upTo stage: ChannelStage = .subscribed, at now: Instant
    ) -> [PhoneEffect] {
        onChannel(of: name, at: now) { $0.connect(within: limit, upTo: stage, at: now) }
    }

    /// Enables the accessory's notifications.
    public mutating func subscribe(to name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        onChannel(of: name, at: now) { $0.overGATT { $0.subscribe(at: now) } }
    }

    /// Encrypts the link, by pairing if there is no key.
    public mutating func pair(with name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        onChannel(of: name, at: now) { $0.overGATT { $0.pair() } }
    }

    /// Deletes the phone's key for the accessory.
    public mutating func forgetKey(of name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        nearby.setPaired(name, false)
        return onChannel(of: name, at: now) { $0.overGATT { $0.forget() } }
    }

    /// Reads the Nearby Interaction service's data for background sessions.
    public mutating func readBackgroundConfiguration(of name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        onChannel(of: name, at: now) { $0.overGATT { $0.readBackgroundConfiguration(at: now) } }
    }

    /// Reads an accessory's firmware identity. Ends with `identified`, no later than the limit.
    public mutating func identify(
        _ name: AccessoryName, reading shown: HashPlace? = nil, console: ConsoleProtocol? = nil, within limit: Lapse,
        at now: Instant
    ) -> [PhoneEffect] {
        onChannel(of: name, at: now) {
            $0.overGATT { $0.identify(reading: shown, console: console, within: limit, at: now) }
        }
    }

    public mutating func disconnect(from name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        onChannel(of: name, at: now) { $0.disconnect() }
    }

    private mutating func onChannel(
        of name: AccessoryName, at now: Instant, _ body: (inout CompanionChannel) -> [CompanionChannel.Effect]
    ) -> [PhoneEffect] {
        let index = companion(name)
        let effects = body(&channels[index])
        return carryOut(effects, for: index, at: now)
    }
}
