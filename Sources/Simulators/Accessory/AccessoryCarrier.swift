import FirmwareIdentity
import GATT
import Ground
import NearbyInteraction
import Vocabulary

/// The transport of a simulated accessory's messages: its GATT server, or the bytes of a network connection.
///
/// Its owner carries bytes: ATT PDUs, or pieces of the connection, cut anywhere. Its output is messages.
struct AccessoryCarrier: Sendable {
    enum Effect: Sendable {
        /// Bytes for the phone.
        case send([UInt8])
        /// A message from the phone.
        case message([UInt8])
        /// The phone is ready to receive from the accessory.
        case subscribed
        /// A message of this many bytes did not fit.
        case unsent(Int)
        case hangUp
    }

    private let model: AccessoryBuild
    /// The GATT server; nil on the network.
    private var server: GATTServer?
    /// The characteristics that the phone writes to and subscribes to.
    private let written: AttributeHandle?
    private let transmit: AttributeHandle?
    /// The server of its firmware identity; nil if it has none.
    private var management: ManagementServer?
    private let managed: AttributeHandle?
    /// The bytes received of incomplete messages.
    private var stream = MessageStream()

    init(model: AccessoryBuild) {
        self.model = model
        guard !model.isOnNetwork else {
            (written, transmit, managed) = (nil, nil, nil)
            return
        }
        var server = GATTServer(
            ownMTU: model.has(.dropsWhenTooLong) ? ATTBearer.minimumMTU : model.ownMTU,
            services: AccessoryServices.services(of: model))
        server.truncatesNotifications = model.has(.truncatesAtMTU23)
        written = server.responder.handle(of: AccessoryServices.uuid(model.profile.rx))
        transmit = server.responder.handle(of: AccessoryServices.uuid(model.profile.tx))
        managed = server.responder.handle(of: FirmwareServices.management)
        management = model.identity.map { ManagementServer($0) }
        self.server = server
    }

    var deadline: Instant? { server?.deadline }

    /// Whether the phone receives messages; on the network, as soon as there is a connection.
    var isSubscribed: Bool {
        guard let server else { return true }
        guard let transmit, let subscription = server.responder.subscription(to: transmit) else { return false }
        return !subscription.isEmpty
    }

    /// Begins a link, with the bond that both sides have from earlier ones.
    mutating func connected(isBonded: Bool) -> [Effect] {
        linkLost()
        management?.connected()
        publishVersion()
        server?.responder.isBonded = isBonded
        return server == nil ? [.subscribed] : []
    }

    /// Boots the firmware, and returns the version it reports, if any.
    mutating func booted() -> String? {
        management?.booted()
        publishVersion()
        return management?.version
    }

    private mutating func publishVersion() {
        guard let version = management?.version else { return }
        if let value = management?.shown, let place = model.identity?.shown?.place,
            let uuid = AttributeUUID(place.characteristic), let handle = server?.responder.handle(of: uuid)
        {
            _ = server?.responder.setValue(value, at: handle)
        }
        for uuid in FirmwareServices.versions {
            if let handle = server?.responder.handle(of: uuid) {
                _ = server?.responder.setValue(Array(version.utf8), at: handle)
            }
        }
    }

    /// Receives bytes written to the serial console, and returns the lines of the answer.
    mutating func receive(typed bytes: [UInt8]) -> [String] { management?.receive(typed: bytes) ?? [] }

    mutating func encryptionChanged(isEncrypted: Bool) {
        server?.isEncrypted = isEncrypted
        if isEncrypted { server?.responder.isBonded = true }
    }

    mutating func linkLost() {
        server?.linkLost()
        management?.linkLost()
        stream = MessageStream()
    }

    mutating func receive(_ bytes: [UInt8], at now: Instant) -> [Effect] {
        if let effects = server?.receive(bytes, at: now) { return heard(effects, at: now) }
        var messages: [[UInt8]] = []
        do throws(Malformed) {
            try stream.receive(bytes, into: &messages)
            return messages.map { .message($0) }
        } catch {
            return messages.map { .message($0) } + [.hangUp]
        }
    }

    mutating func advance(to now: Instant) -> [Effect] { heard(server?.advance(to: now) ?? [], at: now) }

    /// Sends a message to the phone.
    mutating func tell(_ message: [UInt8], at now: Instant) -> [Effect] {
        guard server != nil else { return [.send(MessageStream.frame(message))] }
        guard let transmit else { return [] }
        if model.has(.notifiesElsewhere), let written {
            return [.send(ATTPDU.notification(written, message).encoded)]
        }
        do throws(GATTRefusal) {
            let effects =
                model.indicates
                ? try server?.indicate(transmit, message, at: now) : try server?.notify(transmit, message, at: now)
            return heard(effects ?? [], at: now)
        } catch {
            // A firmware ignores a notification that cannot be delivered because there is no subscription.
            guard case .tooLong = error else { return [] }
            return [.unsent(message.count)]
        }
    }

    /// Stores the configuration data for background sessions.
    mutating func publish(_ value: [UInt8]) {
        guard let handle = server?.responder.handle(of: AccessoryServices.backgroundData) else { return }
        _ = server?.responder.setValue(value, at: handle)
    }

    private mutating func heard(_ effects: [GATTServerEffect], at now: Instant) -> [Effect] {
        effects.flatMap { effect -> [Effect] in
            switch effect {
            case .send(let bytes): [.send(bytes)]
            case .event(.written(let reference, let value, _)) where reference.handle == written: [.message(value)]
            case .event(.written(let reference, let value, _)) where reference.handle == managed:
                manage(value, at: now)
            case .event(.subscribed(let reference, let subscription))
            where reference.handle == transmit && !subscription.isEmpty:
                [.subscribed]
            case .dead: [.hangUp]
            case .event, .confirmed, .settledMTU, .finding: []
            }
        }
    }

    /// Receives part of a question to the management server, and sends answers in parts that fit a notification.
    private mutating func manage(_ value: [UInt8], at now: Instant) -> [Effect] {
        guard let managed, let size = server.map({ Int($0.mtu) - 3 }), size > 0 else { return [] }
        var effects: [Effect] = []
        for answer in management?.receive(value) ?? [] {
            for start in stride(from: 0, to: answer.count, by: size) {
                let piece = Array(answer[start..<min(start + size, answer.count)])
                // Without a subscription, the answer is not delivered.
                guard let sent = try? server?.notify(managed, piece, at: now) else { return effects }
                effects += heard(sent, at: now)
            }
        }
        return effects
    }
}
