import GATT
import Ground
import NearbyInteraction

/// The setup from a fresh link to an open data channel.
extension AccessoryChannel {
    /// Continues to the requested stage, or reports that it is reached.
    mutating func goOn(at now: Instant) -> [Effect] {
        switch state {
        case .ready(let channel):
            return [.event(.ready(mtu: link.client.mtu, profile: channel.profile.name))]
        case .discovered(let channel):
            return wish.stage < .subscribed ? tellLinked() : subscribe(to: channel, at: now)
        case .linked, .failed:
            guard wish.stage > .link else { return tellLinked() }
            return begin(.services, link.client.discoverServices(at: now), at: now)
        case .down, .finding, .connecting, .settingUp, .closing: return []
        }
    }

    private func tellLinked() -> [Effect] { [.event(.linked(mtu: link.client.mtu))] }

    private var discovery: Discovery { if case .settingUp(_, _, let discovery) = state { discovery } else { .first } }

    /// Begins the next step, as part of the current discovery unless another is given.
    mutating func begin(
        _ setup: Setup, _ begun: GATTClient.Begun, of other: Discovery? = nil, at now: Instant
    ) -> [Effect] {
        state = .settingUp(setup, begun.id, other ?? discovery)
        return carryOut(begun.effects, at: now)
    }

    /// Discards the known services after the accessory reported a change, and discovers them afresh.
    mutating func rediscover(at now: Instant) -> [Effect] {
        guard !isClosing, !link.services.isEmpty else { return [] }
        let news = Effect.finding(
            Finding("gatt.servicesChanged", .note, "the services changed and are discovered again"))
        return [news] + begin(.services, link.client.discoverServices(at: now), of: .again, at: now)
    }

    /// Takes the next step in setting up the channel.
    mutating func proceed(_ setup: Setup, _ outcome: GATTOutcome, at now: Instant) -> [Effect] {
        switch (setup, outcome) {
        case (.mtu, _):
            // A server that refuses the exchange stays at 23, which is legal; message sizes will show it.
            state = .linked
            return goOn(at: now)
        case (.services, .services(let services)):
            link.services = services
            return watchServices(at: now)
        case (.attributeService, .characteristics(let found)):
            return watchChanges(found.first { $0.uuid == .serviceChanged }, at: now)
        case (.serviceChanges(let characteristic), .subscribed):
            link.serviceChanged = characteristic
            return choose(at: now)
        case (.attributeService, let other), (.serviceChanges, let other):
            return Self.note("changes of services will not be reported: \(other.failureText)") + choose(at: now)
        case (.characteristics(let profile), .characteristics(let characteristics)):
            return open(profile, characteristics, at: now)
        case (.receiveSubscription(let channel), .subscribed):
            link.dataChannel?.receiveSubscription = Self.subscription(to: channel.receive) ?? []
            return subscribeToTransmit(of: channel, isRepeat: false, at: now)
        case (.receiveSubscription(let channel), let other):
            return Self.note("\(channel.profile.rx) will not tell its value: \(other.failureText)")
                + subscribeToTransmit(of: channel, isRepeat: false, at: now)
        case (.subscription(let channel, _), .subscribed(let subscription)):
            link.dataChannel?.transmitSubscription = subscription
            state = .ready(channel)
            return unguarded(channel) + [.event(.ready(mtu: link.client.mtu, profile: channel.profile.name))]
        case (.subscription(let channel, false), .failed(.refused(let code, _))):
            if let pairing = pairFor(.subscription(channel), code, at: now) { return pairing }
            return fail("notifications could not be switched on: \(outcome.failureText)")
        case (.services, let other):
            return fail("the services could not be discovered: \(other.failureText)")
        case (.characteristics, let other):
            return fail("the characteristics could not be discovered: \(other.failureText)")
        case (.subscription, let other):
            return fail("notifications could not be switched on: \(other.failureText)")
        }
    }

    /// The finding for a channel that opened although the accessory should have required encryption.
    ///
    /// Writes with response are judged by their responses instead: an accessory may protect only the write.
    private func unguarded(_ channel: CharacteristicPair) -> [Effect] {
        guard channel.profile.needsEncryption, channel.writeMode == .withoutResponse, link.encryption.security == nil
        else { return [] }
        return [
            .finding(
                Finding(
                    "channel.unencrypted", .warning,
                    "the data channel opened without encryption, which the rig says that it needs"))
        ]
    }

    /// Subscribes to service changes if the accessory offers them, as phones do.
    private mutating func watchServices(at now: Instant) -> [Effect] {
        link.serviceChanged = nil
        guard let attribute = link.services.first(where: { $0.uuid == .genericAttribute }) else {
            return choose(at: now)
        }
        return begin(.attributeService, link.client.discoverCharacteristics(in: attribute, at: now), at: now)
    }

    private mutating func watchChanges(_ characteristic: Characteristic?, at now: Instant) -> [Effect] {
        guard let characteristic, characteristic.properties.contains(.indicate) else { return choose(at: now) }
        return begin(
            .serviceChanges(characteristic), link.client.subscribe(.indications, to: characteristic, at: now), at: now)
    }

    private mutating func choose(at now: Instant) -> [Effect] {
        for profile in profiles {
            guard let uuid = AttributeUUID(profile.service) else { continue }
            if let service = link.services.first(where: { $0.uuid == uuid }) {
                return begin(
                    .characteristics(profile), link.client.discoverCharacteristics(in: service, at: now), at: now)
            }
        }
        let names = profiles.map(\.name).joined(separator: " or ")
        let offered = link.services.map { "\($0.uuid)" }.joined(separator: ", ")
        return fail("the accessory offers no service of \(names); it offers \(offered.isEmpty ? "none" : offered)")
    }

    private mutating func open(
        _ profile: DataChannelProfile, _ characteristics: [Characteristic], at now: Instant
    ) -> [Effect] {
        func find(_ text: String) -> Characteristic? {
            AttributeUUID(text).flatMap { uuid in characteristics.first { $0.uuid == uuid } }
        }
        guard let receive = find(profile.rx) else {
            return fail("the service has no characteristic \(profile.rx) to write to")
        }
        guard let transmit = find(profile.tx) else {
            return fail("the service has no characteristic \(profile.tx) that notifies")
        }
        let allowed = receive.properties
        let isWritable =
            switch profile.writeType {
            case .withResponse: allowed.contains(.write)
            case .withoutResponse: allowed.contains(.writeWithoutResponse)
            case nil: allowed.contains(.write) || allowed.contains(.writeWithoutResponse)
            }
        guard isWritable else {
            let how = profile.writeType.map { $0 == .withResponse ? " with response" : " without response" } ?? ""
            return fail("the characteristic \(profile.rx) cannot be written\(how)")
        }
        let channel = CharacteristicPair(profile: profile, receive: receive, transmit: transmit)
        guard Self.subscription(to: transmit) != nil else {
            return fail("the characteristic \(profile.tx) neither notifies nor indicates")
        }
        let isSame = link.dataChannel?.pair.transmit.valueHandle == transmit.valueHandle
        let told = isSame ? link.dataChannel?.transmitSubscription ?? [] : []
        link.dataChannel = OpenChannel(pair: channel, transmitSubscription: told)
        guard wish.stage < .subscribed else { return subscribe(to: channel, at: now) }
        state = .discovered(channel)
        return tellLinked()
    }

    /// Subscribes to both characteristics, as the sample app does: first to the one it writes to.
    private mutating func subscribe(to channel: CharacteristicPair, at now: Instant) -> [Effect] {
        guard settings.subscribesToBoth, let kind = Self.subscription(to: channel.receive) else {
            return subscribeToTransmit(of: channel, isRepeat: false, at: now)
        }
        return begin(.receiveSubscription(channel), link.client.subscribe(kind, to: channel.receive, at: now), at: now)
    }

    mutating func subscribeToTransmit(of channel: CharacteristicPair, isRepeat: Bool, at now: Instant) -> [Effect] {
        guard let kind = Self.subscription(to: channel.transmit) else {
            preconditionFailure("a data channel has a characteristic that tells its value")
        }
        // An accessory may send as soon as it is subscribed, before its response to the subscription is on the way.
        link.dataChannel?.transmitSubscription = kind
        return begin(
            .subscription(channel, isRepeat: isRepeat), link.client.subscribe(kind, to: channel.transmit, at: now),
            at: now)
    }

    /// The subscription that a characteristic supports; nil if none.
    private static func subscription(to characteristic: Characteristic) -> Subscription? {
        if characteristic.properties.contains(.notify) { return .notifications }
        return characteristic.properties.contains(.indicate) ? .indications : nil
    }

    mutating func fail(_ reason: String) -> [Effect] {
        // The sample app disconnects when notifications that were enabled stop.
        let hangsUp = discovery == .again
        state = .failed
        link.dataChannel = nil
        return [.event(.setUpFailed(reason: reason))] + (hangsUp ? disconnect() : [])
    }
}

extension GATTOutcome {
    var failureText: String {
        if case .failed(let failure) = self { "\(failure)" } else { "an outcome of another procedure came" }
    }
}
