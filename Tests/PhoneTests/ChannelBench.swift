import GATT
import Ground
import Links
import NearbyInteraction
import Phone

/// A data channel and a server joined in memory: each receives what the other sends at the same instant.
struct ChannelBench {
    var channel: AccessoryChannel
    var server: GATTServer
    let profile: DataChannelProfile
    var now = Instant.start
    /// The channel's effects except frames.
    var told: [AccessoryChannel.Effect] = []
    /// The PDUs that the channel sent.
    var frames: [[UInt8]] = []
    /// The values written to the accessory.
    var written: [[UInt8]] = []
    /// Whether the accessory receives none of the channel's frames.
    var isDeaf = false
    var isLinked = false
    /// The answer to a pairing request; nil leaves it unanswered.
    var pairing: BluetoothEvent? = .encrypted(LinkSecurity(isSecureConnections: true, isBonded: false))
    /// The channel's requests to the link except frames.
    var requests: [BluetoothRequest] = []
    /// The number of the channel's frames after which the link ends.
    var framesLeft = Int.max

    init(
        _ profile: DataChannelProfile = .nordicUART, services: [ServiceDefinition]? = nil, serverMTU: UInt16 = 247,
        settings: LinkSetup = LinkSetup(subscribesToBoth: true), isOwn: Bool = false
    ) {
        self.profile = profile
        channel = AccessoryChannel(settings: settings, own: isOwn ? profile : nil)
        server = GATTServer(ownMTU: serverMTU, services: services ?? Self.services(profile))
    }

    static func services(
        _ profile: DataChannelProfile, receive: CharacteristicProperties? = [.write, .writeWithoutResponse],
        transmit: CharacteristicProperties? = .notify, receivePermissions: AttributePermissions? = nil,
        transmitPermissions: AttributePermissions? = nil
    ) -> [ServiceDefinition] {
        var characteristics: [CharacteristicDefinition] = []
        if let receive {
            characteristics.append(
                CharacteristicDefinition(AttributeUUID(profile.rx)!, receive, permissions: receivePermissions))
        }
        if let transmit {
            characteristics.append(
                CharacteristicDefinition(AttributeUUID(profile.tx)!, transmit, permissions: transmitPermissions))
        }
        return [
            ServiceDefinition(
                .genericAccess, characteristics: [CharacteristicDefinition(.deviceName, .read, value: [0x44])]),
            ServiceDefinition(AttributeUUID(profile.service)!, characteristics: characteristics),
        ]
    }

    mutating func connect(upTo stage: ChannelStage = .subscribed) {
        carryOut(channel.connect(within: .seconds(5), upTo: stage, at: now))
        linkComesUp()
    }

    mutating func linkComesUp() {
        server.linkLost()
        isLinked = true
        receive(.connected(BluetoothAddress(value: 1)))
    }

    mutating func receive(_ event: BluetoothEvent) {
        if case .encrypted(let security) = event {
            server.isEncrypted = true
            server.responder.isBonded = security.isBonded
        }
        carryOut(channel.receive(event, at: now))
    }

    mutating func lose(_ reason: DisconnectReason = .remote) {
        isLinked = false
        carryOut(channel.receive(.disconnected(reason), at: now))
    }

    mutating func send(_ message: [UInt8], _ kind: MessageKind = .other) {
        carryOut(channel.send(message, kind, at: now))
    }

    /// Makes the accessory send a value, by notification or indication.
    mutating func tell(_ value: [UInt8], indicates: Bool = false) throws {
        let handle = server.responder.handle(of: AttributeUUID(profile.tx)!)!
        let effects =
            indicates ? try server.indicate(handle, value, at: now) : try server.notify(handle, value, at: now)
        carryOut(effects)
    }

    mutating func pass(_ span: Lapse) {
        now = now + span
        carryOut(channel.advance(to: now))
    }

    mutating func carryOut(_ effects: [AccessoryChannel.Effect]) {
        for effect in effects {
            switch effect {
            case .request(.frame(let frame)):
                frames.append(frame)
                framesLeft -= 1
                if framesLeft == 0 { return lose() }
                if isLinked, !isDeaf { carryOut(server.receive(frame, at: now)) }
            case .request(let request):
                requests.append(request)
                told.append(effect)
                if request == .pair, let pairing { receive(pairing) }
            default: told.append(effect)
            }
        }
    }

    mutating func carryOut(_ effects: [GATTServerEffect]) {
        // The answer to a write triggers the next write, so the written value is recorded first.
        for case .event(.written(let reference, let value, _)) in effects
        where reference.uuid == AttributeUUID(profile.rx) {
            written.append(value)
        }
        for case .send(let frame) in effects where isLinked { carryOut(channel.receive(.frame(frame), at: now)) }
    }

    var events: [ChannelEvent] { told.compactMap { if case .event(let event) = $0 { event } else { nil } } }
    var findings: [Finding] { told.compactMap { if case .finding(let finding) = $0 { finding } else { nil } } }
    var messages: [[UInt8]] { told.compactMap { if case .message(let bytes) = $0 { bytes } else { nil } } }
    var sent: [MessageKind] { told.compactMap { if case .sent(let kind) = $0 { kind } else { nil } } }
    var failure: String? {
        events.compactMap { if case .setUpFailed(let text) = $0 { text } else { nil } }.first
    }
}
