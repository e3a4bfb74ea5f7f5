import GATT
import Ground
import Links

/// Events of the link itself: advertisements, connection, encryption and loss.
extension AccessoryChannel {
    mutating func discovered(_ advertisement: Advertisement) -> [Effect] {
        guard case .finding = state else { return [.event(.discovered(advertisement: advertisement))] }
        state = .down
        return [.event(.found(advertisement: advertisement))]
    }

    mutating func connected(_ address: BluetoothAddress, at now: Instant) -> [Effect] {
        let told = interruptIdentification()
        forgetLink()
        if isClosing {
            // The link came up while it was being given up.
            return told + [.event(.connected(address: address)), .request(.disconnect)]
        }
        return told + [.event(.connected(address: address))] + begin(.mtu, link.client.exchangeMTU(at: now), at: now)
    }

    mutating func connectFailed(_ reason: String) -> [Effect] {
        switch state {
        case .connecting where wish.reconnections > 0 && wish.reconnections < settings.reconnectAttempts:
            return reconnect()
        case .finding, .connecting, .closing:
            state = .down
            return [.event(.connectFailed(reason: reason))]
        case .down, .settingUp, .linked, .discovered, .ready, .failed: return []
        }
    }

    mutating func disconnected(_ reason: DisconnectReason) -> [Effect] {
        switch state {
        case .down: return []
        case .closing:
            let told = interruptIdentification()
            abandon()
            // Whatever reason the controllers give, a link that the phone ends was ended by the phone.
            return told + [.event(.lost(reason: .local))]
        case .finding, .connecting, .settingUp, .linked, .discovered, .ready, .failed:
            let told = interruptIdentification()
            abandon()
            let isMadeAnew = wish.reconnections < settings.reconnectAttempts
            return told + [.event(.lost(reason: reason))] + (isMadeAnew ? reconnect() : [])
        }
    }

    private mutating func reconnect() -> [Effect] {
        wish.reconnections += 1
        state = .connecting
        return [.event(.reconnecting(attempt: wish.reconnections)), .request(.connect(within: wish.limit))]
    }

    /// Discards everything learnt on the link, which does not apply to the next one.
    mutating func forgetLink() { link = Link(ownMTU: settings.offeredMTU) }

    // MARK: Encryption

    mutating func askForEncryption(again refused: Refused? = nil) -> [Effect] {
        link.encryption.ask(again: refused) ? [.event(.securing), .request(.pair)] : []
    }

    mutating func encrypted(_ security: LinkSecurity, at now: Instant) -> [Effect] {
        var effects: [Effect] = [.event(.encrypted(security: security))]
        if !link.encryption.isAsked, !security.isBonded, link.encryption.security == nil {
            // Apple's guidelines for accessories, as quoted in nearby-interaction.md, section 1.4.
            let meaning = "the accessory had the phone pair before it refused a request for want of encryption"
            effects.append(.finding(Finding("pairing.tooEarly", .warning, meaning)))
        }
        let waiting = link.encryption.settle(security)
        return isClosing ? effects : effects + waiting.flatMap { askAgain($0.what, at: now) }
    }

    mutating func pairingFailed(_ reason: String, at now: Instant) -> [Effect] {
        let waiting = link.encryption.settle(link.encryption.security)
        let news = [Effect.event(.pairingFailed(reason: reason))]
        return isClosing ? news : news + waiting.flatMap { giveUp($0.what, $0.code) }
    }

    /// Pairs for a request that was refused for lack of encryption; nil if pairing cannot help.
    ///
    /// A phone with a key encrypts by itself. A request sent before that may be refused after it, and is repeated.
    mutating func pairFor(_ what: Refused.What, _ code: ATTErrorCode, at now: Instant) -> [Effect]? {
        guard code.asksForPairing else { return nil }
        if link.encryption.security != nil { return askAgain(what, at: now) }
        guard settings.pairs else { return nil }
        return askForEncryption(again: Refused(what: what, code: code))
    }
}
