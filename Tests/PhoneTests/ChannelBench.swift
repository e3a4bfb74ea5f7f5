import ATT
import GATT
import Ground
import Links
import NearbyInteraction
import Phone

/// A data channel and a server joined in memory: what one sends, the other receives at the same instant.
struct ChannelBench {
    var channel: AccessoryChannel
    var server: GATTServer
    let profile: DataChannelProfile
    var now = Instant.start
    /// What the channel told, without frames.
    var told: [ChannelEffect] = []
    /// The PDUs that the channel sent.
    var frames: [[UInt8]] = []
    /// What was written to the accessory.
    var written: [[UInt8]] = []
    /// Frames of the channel that the accessory never sees.
    var isDeaf = false
    var isLinked = false
    /// Ends the link after so many frames of the channel.
    var framesLeft = Int.max

    init(
        _ profile: DataChannelProfile = .nordicUART, services: [ServiceDefinition]? = nil, serverMTU: UInt16 = 247,
        profiles: [DataChannelProfile] = DataChannelProfile.presets
    ) {
        self.profile = profile
        channel = AccessoryChannel(profiles: profiles, ownMTU: 527)
        server = GATTServer(ownMTU: serverMTU, services: services ?? Self.services(profile))
    }

    static func services(
        _ profile: DataChannelProfile, receive: CharacteristicProperties? = [.write, .writeWithoutResponse],
        transmit: CharacteristicProperties? = .notify
    ) -> [ServiceDefinition] {
        var characteristics: [CharacteristicDefinition] = []
        if let receive { characteristics.append(CharacteristicDefinition(AttributeUUID(profile.rx)!, receive)) }
        if let transmit { characteristics.append(CharacteristicDefinition(AttributeUUID(profile.tx)!, transmit)) }
        return [
            ServiceDefinition(
                .genericAccess, characteristics: [CharacteristicDefinition(.deviceName, .read, value: [0x44])]),
            ServiceDefinition(AttributeUUID(profile.service)!, characteristics: characteristics),
        ]
    }

    mutating func connect() {
        carryOut(channel.connect(within: .seconds(5)))
        server.linkLost()
        isLinked = true
        carryOut(channel.receive(.connected(BluetoothAddress(value: 1)), at: now))
    }

    mutating func lose(_ reason: DisconnectReason = .remote) {
        isLinked = false
        carryOut(channel.receive(.disconnected(reason), at: now))
    }

    mutating func send(_ message: [UInt8], _ kind: MessageKind = .other) {
        carryOut(channel.send(message, kind, at: now))
    }

    /// The accessory tells its value, by notification or indication.
    mutating func tell(_ value: [UInt8], indicates: Bool = false) throws {
        let handle = server.responder.handle(of: AttributeUUID(profile.tx)!)!
        let effects =
            indicates ? try server.indicate(handle, value, at: now) : try server.notify(handle, value, at: now)
        carryOut(effects)
    }

    mutating func pass(_ span: Span) {
        now = now + span
        carryOut(channel.advance(to: now))
    }

    mutating func carryOut(_ effects: [ChannelEffect]) {
        for effect in effects {
            switch effect {
            case .request(.frame(let frame)):
                frames.append(frame)
                framesLeft -= 1
                if framesLeft == 0 { return lose() }
                if isLinked, !isDeaf { carryOut(server.receive(frame, at: now)) }
            default: told.append(effect)
            }
        }
    }

    mutating func carryOut(_ effects: [GATTServerEffect]) {
        for effect in effects {
            switch effect {
            case .send(let frame): if isLinked { carryOut(channel.receive(.frame(frame), at: now)) }
            case .event(.written(let reference, let value, _)):
                if reference.uuid == AttributeUUID(profile.rx) { written.append(value) }
            default: break
            }
        }
    }

    var events: [ChannelEvent] { told.compactMap { if case .event(let event) = $0 { event } else { nil } } }
    var findings: [Finding] { told.compactMap { if case .finding(let finding) = $0 { finding } else { nil } } }
    var messages: [[UInt8]] { told.compactMap { if case .message(let bytes) = $0 { bytes } else { nil } } }
    var sent: [MessageKind] { told.compactMap { if case .sent(let kind) = $0 { kind } else { nil } } }
    var failure: String? {
        events.compactMap { if case .setUpFailed(let text) = $0 { text } else { nil } }.first
    }
}
