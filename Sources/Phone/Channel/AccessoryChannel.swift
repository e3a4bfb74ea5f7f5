import GATT
public import Ground
public import Links
import NearbyInteraction

/// The data channel to one accessory, from its advertisement to an open pair of characteristics.
///
/// Follows the order that phones use: connect, exchange the MTU, discover the services, then the characteristics of
/// the one that carries the data channel, enable notifications (or indications), and only then send (bluez.md,
/// section 4.6; nearby-interaction.md, sections 1.1 and 1.2). The setup may stop at any stage and continue from there
/// later. When a request is refused for lack of encryption, the phone pairs and repeats it once.
public struct AccessoryChannel: DataChannel {
    public typealias Effect = ChannelEffect<BluetoothRequest>

    enum State: Sendable {
        case down
        case finding
        case connecting
        case settingUp(Setup, ProcedureID, Discovery)
        /// The MTU is exchanged, and nothing further was requested yet.
        case linked
        case discovered(CharacteristicPair)
        case ready(CharacteristicPair)
        case failed
        /// The app disconnects: the link may still be up, or may yet come up.
        case closing
    }

    /// Whether the services of a link are discovered for the first time.
    enum Discovery: Sendable { case first, again }

    /// A step toward the requested stage.
    enum Setup: Sendable {
        case mtu
        case services
        /// Discovers the Generic Attribute service, which reports changes of services.
        case attributeService
        case serviceChanges(Characteristic)
        case characteristics(DataChannelProfile)
        /// Subscribes to the characteristic that the phone writes to.
        case receiveSubscription(CharacteristicPair)
        case subscription(CharacteristicPair, isRepeat: Bool)
    }

    struct CharacteristicPair: Sendable {
        let profile: DataChannelProfile
        let receive: Characteristic
        let transmit: Characteristic

        var writeMode: GATTClient.WriteMode {
            switch profile.writeType {
            case .withResponse: .withResponse
            case .withoutResponse: .withoutResponse
            case nil: receive.properties.contains(.write) ? .withResponse : .withoutResponse
            }
        }
    }

    public let settings: LinkSetup
    /// The data channels it looks for, in this order.
    let profiles: [DataChannelProfile]
    var state = State.down
    var wish = ConnectionRequest()
    /// The state of the current link, or of the last one.
    var link: Link
    /// The sequence number of the last question to a management server. A console outlives the link.
    var lastQuestion: UInt8 = 0

    /// Creates a channel over the accessory's own profile or, without one, over the first profile in the settings
    /// that it offers.
    public init(settings: LinkSetup, own: DataChannelProfile? = nil) {
        self.settings = settings
        profiles = own.map { [$0] } ?? settings.profiles
        link = Link(ownMTU: settings.offeredMTU)
    }

    public var deadline: Instant? {
        guard hasLink else { return nil }
        guard let due = link.identification?.due else { return link.client.deadline }
        return min(due, link.client.deadline ?? due)
    }

    public var isReady: Bool {
        if case .ready = state { true } else { false }
    }

    public var canSend: Bool { writable != nil }

    /// The longest message that the accessory can send in one piece.
    public var longestReceived: Int { Int(link.client.mtu) - Self.notificationHeader }

    /// The size of the opcode and the handle in front of a notified value.
    private static let notificationHeader = 3

    public var isUp: Bool {
        if case .down = state { false } else { true }
    }

    /// The stage reached; nil without a link, and before its MTU is exchanged.
    public var stage: ChannelStage? {
        switch state {
        case .down, .finding, .connecting, .settingUp(.mtu, _, _): nil
        case .linked, .failed, .settingUp, .closing: .link
        case .discovered: .discovered
        case .ready: .subscribed
        }
    }

    var isClosing: Bool { if case .closing = state { true } else { false } }

    var hasLink: Bool {
        switch state {
        case .down, .finding, .connecting: false
        case .settingUp, .linked, .discovered, .ready, .failed, .closing: true
        }
    }

    public mutating func abandon() {
        state = .down
        forgetLink()
    }

    public mutating func receive(_ event: BluetoothEvent, at now: Instant) -> [Effect] {
        take(event, at: now) + writeNext(at: now)
    }

    private mutating func take(_ event: BluetoothEvent, at now: Instant) -> [Effect] {
        switch event {
        case .discovered(let advertisement): return discovered(advertisement)
        case .connected(let address): return connected(address, at: now)
        case .connectFailed(let reason): return connectFailed(reason)
        case .frame(let bytes):
            return hasLink ? carryOut(link.client.receive(bytes, at: now), at: now) : []
        case .encrypted(let security):
            return hasLink ? encrypted(security, at: now) : []
        case .pairingBegan:
            let isNews = !link.encryption.isAsked && link.encryption.security == nil
            return hasLink && isNews ? [.event(.securing)] : []
        case .pairingFailed(let reason):
            return hasLink ? pairingFailed(reason, at: now) : []
        case .connectionParametersRequested(let parameters):
            return hasLink ? judge(parameters) : []
        case .finding(let finding): return [.finding(finding)]
        case .disconnected(let reason): return disconnected(reason)
        }
    }

    public mutating func advance(to now: Instant) -> [Effect] {
        guard hasLink else { return [] }
        return carryOut(link.client.advance(to: now), at: now) + advanceIdentification(to: now) + writeNext(at: now)
    }

    mutating func carryOut(_ effects: [GATTClientEffect], at now: Instant) -> [Effect] {
        effects.flatMap { carryOut($0, at: now) }
    }

    private mutating func carryOut(_ effect: GATTClientEffect, at now: Instant) -> [Effect] {
        switch effect {
        case .send(let bytes): return [.request(.frame(bytes))] + noteSent(bytes)
        case .finding(let finding): return [.finding(finding)]
        case .settledMTU, .served: return []
        case .dead(let death):
            return [.finding(Finding("att.deadBearer", .fault, "the ATT bearer is dead: \(death)"))] + disconnect()
        case .notified(let handle, let value):
            return identificationReceives(value, from: handle, at: now) ?? take(value, from: handle)
        case .indicated(let handle, let value):
            if handle == link.serviceChanged?.valueHandle { return rediscover(at: now) }
            return take(value, from: handle)
        case .completed(let id, let outcome):
            if case .settingUp(let setup, id, _) = state { return proceed(setup, outcome, at: now) }
            guard let index = link.errands.firstIndex(where: { $0.id == id }) else { return [] }
            return end(link.errands.remove(at: index), outcome, at: now)
        }
    }

    private func take(_ value: [UInt8], from handle: AttributeHandle) -> [Effect] {
        if let misplaced = misplaced(value, from: handle) { return [.finding(misplaced)] }
        switch handle {
        case link.dataChannel?.pair.transmit.valueHandle where link.dataChannel?.transmitSubscription != []:
            return [.message(value)]
        case link.dataChannel?.pair.transmit.valueHandle:
            return [
                .finding(
                    Finding(
                        "gatt.notificationWithoutSubscription", .warning, "a value came without a subscription")),
                .message(value),
            ]
        case link.dataChannel?.pair.receive.valueHandle where link.dataChannel?.receiveSubscription != []:
            return [.message(value)]
        default:
            return [
                .finding(
                    Finding(
                        "gatt.foreignValue", .note, "a value of \(handle), which is not the data channel's, was ignored"
                    ))
            ]
        }
    }

    /// The finding for accessory configuration data that arrived on a characteristic without a subscription.
    ///
    /// The other messages are one byte long, and a battery's level can be the same byte.
    private func misplaced(_ value: [UInt8], from handle: AttributeHandle) -> Finding? {
        guard let channel = link.dataChannel, handle != channel.pair.transmit.valueHandle, let id = value.first,
            handle != channel.pair.receive.valueHandle || channel.receiveSubscription == []
        else { return nil }
        guard id == channel.pair.profile.identifiers.accessoryConfigurationData,
            (try? AccessoryConfigurationData(decoding: Array(value.dropFirst()))) != nil
        else { return nil }
        return Finding(
            "channel.otherCharacteristic", .fault,
            "message \(id.hexadecimal) came as a value of \(handle), without a subscription, instead of "
                + "\(channel.pair.transmit.valueHandle), the data channel's")
    }

    private func judge(_ parameters: ConnectionParameters) -> [Effect] {
        let objections = ConnectionParameterPolicy.eitherEdition.objections(to: parameters)
        return [.event(.parametersRequested(parameters: parameters, isAcceptable: objections.isEmpty))]
            + objections.map { .finding($0) }
    }
}
