import GATT
import Ground
import Links
import NearbyInteraction

extension Phone {
    mutating func carryOut(_ effects: [CompanionChannel.Effect], for index: Int, at now: Instant) -> [PhoneEffect] {
        let name = companions[index].name
        var result: [PhoneEffect] = []
        for effect in effects {
            switch effect {
            case .request(let request): result.append(.send(request))
            case .sent(let kind): result.append(.event(.sent(accessory: name, message: kind)))
            case .finding(let finding): result.append(.event(.finding(link: channels[index].link, finding: finding)))
            case .message(let bytes):
                let heard = carryOut(nearby.receive(bytes, from: name, at: now), at: now)
                let mtu = isCutToFit(bytes, for: index) ? channels[index].mtu : nil
                result += mtu.map { mtu in heard.map { $0.naming(cutAt: Int(mtu)) } } ?? heard
            case .opened: nearby.channelOpened(to: name)
            case .console(let bytes): result.append(.send(.console(name, .write(bytes))))
            case .event(let event):
                result.append(.event(.channel(accessory: name, event: event)))
                result += hear(event, for: index, at: now)
            }
        }
        return result
    }

    /// Passes an event of the data channel to the session over it.
    private mutating func hear(_ event: ChannelEvent, for index: Int, at now: Instant) -> [PhoneEffect] {
        let name = companions[index].name
        switch event {
        case .ready, .opened:
            nearby.channelOpened(to: name)
            guard companions[index].startsWhenReady else { return [] }
            companions[index].startsWhenReady = false
            return startSession(with: name, at: now)
        case .linked:
            if channels[index].canSend { nearby.channelOpened(to: name) }
            return []
        case .writeRefused(let kind, _):
            nearby.writeRefused(kind, by: name)
            return []
        case .encrypted:
            nearby.setPaired(name, true)
            return []
        case .lost:
            companions[index].isToldToDisconnect = false
            companions[index].startsWhenReady = false
            delayed.removeAll { $0.companion == index }
            return carryOut(nearby.channelLost(to: name, at: now), at: now)
        case .connectFailed, .notOpened, .setUpFailed:
            companions[index].startsWhenReady = false
            return []
        case .discovered, .found, .connected, .securing, .pairingFailed,
            .backgroundConfiguration, .backgroundRefused, .noBackgroundService, .identified, .parametersRequested,
            .reconnecting:
            return []
        }
    }

    /// Whether a message is configuration data that was truncated at the link's packet size.
    private func isCutToFit(_ bytes: [UInt8], for index: Int) -> Bool {
        guard bytes.first == identifiers(of: companions[index].name).accessoryConfigurationData,
            bytes.count == channels[index].longestReceived
        else { return false }
        return (try? AccessoryConfigurationData(decoding: Array(bytes.dropFirst()))) == nil
    }

    mutating func carryOut(_ effects: [PeerSessionEffect], at now: Instant) -> [PhoneEffect] {
        var result: [PhoneEffect] = []
        for effect in effects {
            guard let index = place(of: effect.name) else { continue }
            switch effect.effect {
            case .write(let message): result += write(message, for: index, at: now)
            case .tell(let message): result += write(message.encoded, message.kind, for: index, at: now)
            case .event(let event): result.append(.event(.nearby(accessory: effect.name, event: event)))
            case .doubt(let finding): result.append(.event(.finding(link: .kit, finding: finding)))
            case .startRanging(let parameters):
                companions[index].rangingToStart = parameters
                result += leaveZones(of: index, at: now)
            case .stopRanging(let span):
                result += leaveZones(of: index, at: now) + stopRanging(for: index, after: span, at: now)
            }
        }
        return result
    }
}

extension PhoneEffect {
    /// Returns the effect with the cause of the truncation added.
    fileprivate func naming(cutAt mtu: Int) -> PhoneEffect {
        guard case .event(.nearby(let name, .finding(let finding))) = self, finding.weight == .fault else {
            return self
        }
        let meaning = "\(finding.meaning); it ends where the ATT_MTU of \(mtu) ends, so it was cut to fit"
        return .event(
            .nearby(
                accessory: name,
                event: .finding(finding: Finding(finding.code, .fault, meaning, offset: finding.offset))))
    }
}
