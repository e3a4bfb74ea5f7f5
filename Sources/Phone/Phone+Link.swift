public import Ground
import Links

extension Phone {
    /// Listens for an accessory's advertisement and does no more.
    public mutating func find(_ name: AccessoryName, within limit: Span, at now: Instant) -> [PhoneEffect] {
        onChannel(of: name, at: now) { $0.overGATT { $0.find(within: limit) } }
    }

    /// Connects to an accessory, and goes so far with its data channel.
    public mutating func connect(
        to name: AccessoryName, within limit: Span, upTo stage: ChannelStage = .subscribed, at now: Instant
    ) -> [PhoneEffect] {
        onChannel(of: name, at: now) { $0.connect(within: limit, upTo: stage, at: now) }
    }

    /// Switches the accessory's notifications on.
    public mutating func subscribe(to name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        onChannel(of: name, at: now) { $0.overGATT { $0.subscribe(at: now) } }
    }

    /// Encrypts the link, by pairing where there is no key.
    public mutating func pair(with name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        onChannel(of: name, at: now) { $0.overGATT { $0.pair() } }
    }

    /// Drops the phone's key for the accessory.
    public mutating func forgetKey(of name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        nearby.setPaired(name, false)
        return onChannel(of: name, at: now) { $0.overGATT { $0.forget() } }
    }

    /// Reads what the Nearby Interaction service holds for sessions in the background.
    public mutating func readBackgroundConfiguration(of name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        onChannel(of: name, at: now) { $0.overGATT { $0.readBackgroundConfiguration(at: now) } }
    }

    /// Reads what an accessory says of its firmware; ends with `identified`, at the limit at the latest.
    public mutating func identify(
        _ name: AccessoryName, reading shown: HashPlace? = nil, console: ConsoleProtocol? = nil, within limit: Span,
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
