import GATT
public import Ground
import Links

extension AccessoryChannel {
    /// Listens for the accessory's advertisement without connecting. Ends with `found` or `connectFailed`.
    public mutating func find(within limit: Lapse) -> [Effect] {
        guard !isUp else { return Self.note("there is a link already, or one is being made") }
        state = .finding
        return [.request(.find(within: limit))]
    }

    /// Connects, or continues from the stage already reached. Ends with `linked`, `ready` or a failure.
    public mutating func connect(
        within limit: Lapse, upTo stage: ChannelStage = .subscribed, at now: Instant
    ) -> [Effect] {
        switch state {
        case .down:
            wish = ConnectionRequest(stage: stage, limit: limit)
            state = .connecting
            return [.request(.connect(within: limit))]
        case .finding, .connecting: return Self.note("a link is being made already, or the accessory is looked for")
        case .closing: return Self.note("the link is being closed")
        case .settingUp:
            wish.stage = max(wish.stage, stage)
            return []
        case .linked, .discovered, .ready, .failed:
            wish.stage = stage
            return goOn(at: now)
        }
    }

    /// Enables notifications, after any discovery this requires. Ends with `ready` or `setUpFailed`.
    public mutating func subscribe(at now: Instant) -> [Effect] {
        guard hasLink else { return Self.note("nothing was subscribed to: there is no link") }
        return connect(within: wish.limit, upTo: .subscribed, at: now)
    }

    /// Writes a message once its characteristic is found, even before notifications are enabled.
    public mutating func send(_ message: [UInt8], _ kind: MessageKind, at now: Instant) -> [Effect] {
        guard let channel = writable else {
            return Self.note("\(kind.rawValue) was not sent: the data channel is not open")
        }
        return write(QueuedMessage(bytes: message, kind: kind), to: channel, at: now)
    }

    /// Reads the configuration data of the Nearby Interaction service. Ends with `backgroundConfiguration`,
    /// `backgroundRefused` or `noBackgroundService`.
    public mutating func readBackgroundConfiguration(at now: Instant) -> [Effect] {
        guard hasLink else { return Self.note("the Nearby Interaction service was not read: there is no link") }
        return begin(.backgroundService, link.client.discoverService(Self.backgroundService, at: now), at: now)
    }

    /// Encrypts the link, by pairing if there is no key. Ends with `encrypted` or `pairingFailed`.
    ///
    /// On a link that is already encrypted, the accessory is not asked and no second pairing is reported.
    public mutating func pair() -> [Effect] {
        guard hasLink else { return Self.note("nothing was paired with: there is no link") }
        if let security = link.encryption.security {
            let kept = LinkSecurity(
                isSecureConnections: security.isSecureConnections, isBonded: true, keySize: security.keySize)
            return [.event(.encrypted(security: kept))]
        }
        return askForEncryption()
    }

    /// Deletes the phone's key for the accessory, as in the system's settings.
    public mutating func forget() -> [Effect] { [.request(.forget)] }

    public mutating func disconnect() -> [Effect] {
        switch state {
        case .down, .closing: return []
        case .finding, .connecting, .settingUp, .linked, .discovered, .ready, .failed: state = .closing
        }
        return [.request(.disconnect)]
    }

    /// The characteristics to write to, once they are found.
    var writable: CharacteristicPair? {
        switch state {
        case .discovered(let channel), .ready(let channel), .settingUp(.receiveSubscription(let channel), _, _),
            .settingUp(.subscription(let channel, _), _, _):
            channel
        case .down, .finding, .connecting, .linked, .failed, .settingUp, .closing: nil
        }
    }

    static func note(_ text: String) -> [Effect] { [.finding(Finding("channel.notPossible", .note, text))] }
}
