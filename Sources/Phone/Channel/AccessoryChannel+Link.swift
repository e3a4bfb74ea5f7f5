import ATT
import GATT
import Ground
import Links

/// What becomes of the link itself: heard, up, encrypted, gone.
extension AccessoryChannel {
    mutating func discovered(_ advertisement: Advertisement) -> [ChannelEffect] {
        guard case .finding = state else { return [.event(.discovered(advertisement: advertisement))] }
        state = .down
        return [.event(.found(advertisement: advertisement))]
    }

    mutating func connected(_ address: BluetoothAddress, at now: Instant) -> [ChannelEffect] {
        forgetLink()
        if isHangingUp {
            // The link came up while it was being given up.
            state = .failed
            return [.event(.connected(address: address)), .request(.disconnect)]
        }
        return [.event(.connected(address: address))] + begin(.mtu, client.exchangeMTU(at: now), at: now)
    }

    mutating func connectFailed(_ reason: String) -> [ChannelEffect] {
        switch state {
        case .connecting where reconnections > 0 && reconnections < settings.reconnectAttempts && !isHangingUp:
            return reconnect()
        case .finding, .connecting:
            state = .down
            return [.event(.connectFailed(reason: reason))]
        case .down, .settingUp, .linked, .discovered, .ready, .failed: return []
        }
    }

    mutating func disconnected(_ reason: DisconnectReason) -> [ChannelEffect] {
        guard isUp else { return [] }
        // Whatever the controllers make of it: a link that the phone ends was ended by the phone.
        let lost = ChannelEffect.event(.lost(reason: isHangingUp ? .local : reason))
        forgetLink()
        state = .down
        guard !isHangingUp, reconnections < settings.reconnectAttempts else { return [lost] }
        return [lost] + reconnect()
    }

    private mutating func reconnect() -> [ChannelEffect] {
        reconnections += 1
        state = .connecting
        return [.event(.reconnecting(attempt: reconnections)), .request(.connect(within: limit))]
    }

    /// Nothing that was learnt on a link holds for the next one.
    mutating func forgetLink() {
        client = GATTClient(ownMTU: settings.offeredMTU)
        services = []
        serviceChanged = nil
        dataChannel = nil
        isRediscovering = false
        isTold = []
        isToldOnReceive = false
        errands = []
        backlog = []
        security = nil
        isPairing = false
        refused = []
    }

    // MARK: Encryption

    mutating func askForEncryption() -> [ChannelEffect] {
        guard !isPairing else { return [] }
        isPairing = true
        return [.event(.securing), .request(.pair)]
    }

    mutating func encrypted(_ security: LinkSecurity, at now: Instant) -> [ChannelEffect] {
        var effects: [ChannelEffect] = [.event(.encrypted(security: security))]
        if !isPairing, !security.isBonded, self.security == nil {
            // Apple's guidelines for accessories, as quoted in nearby-interaction.md, section 1.4.
            let meaning = "the accessory had the phone pair before it refused a request for want of encryption"
            effects.append(.finding(Finding("pairing.tooEarly", .warning, meaning)))
        }
        self.security = security
        isPairing = false
        let again = refused
        refused = []
        for request in again { effects += askAgain(request.what, at: now) }
        return effects
    }

    mutating func pairingFailed(_ reason: String, at now: Instant) -> [ChannelEffect] {
        isPairing = false
        let waiting = refused
        refused = []
        return [.event(.pairingFailed(reason: reason))] + waiting.flatMap { giveUp($0.what, $0.code) }
    }

    /// Pairs for a request that was refused for want of encryption; nil where that would be of no use.
    mutating func pairFor(_ what: Refused.What, _ code: ATTErrorCode) -> [ChannelEffect]? {
        guard code.asksForPairing, settings.pairs, security == nil else { return nil }
        refused.append(Refused(what: what, code: code))
        return askForEncryption()
    }
}
