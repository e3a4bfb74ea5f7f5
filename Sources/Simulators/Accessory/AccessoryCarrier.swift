import ATT
import FirmwareIdentity
import GATT
import Ground
import NearbyInteraction
import Vocabulary

/// What carries a simulated accessory's messages: its GATT server, or the bytes of a connection on the network.
///
/// Its owner carries bytes: PDUs of ATT, or pieces of the connection, cut anywhere. What it hears is messages.
struct AccessoryCarrier: Sendable {
    enum Effect: Sendable {
        /// Bytes for the phone.
        case send([UInt8])
        /// One message of the phone.
        case message([UInt8])
        /// The phone is ready to hear the accessory.
        case subscribed
        /// A message of so many bytes did not fit.
        case unsent(Int)
        case hangUp
    }

    private let model: AccessoryBuild
    /// Not there on the network.
    private var server: GATTServer?
    /// Where the phone writes its messages, and where it is told those of the accessory.
    private let written: AttributeHandle?
    private let transmit: AttributeHandle?
    /// What it says of its firmware; nil where it says nothing.
    private var management: ManagementServer?
    private let managed: AttributeHandle?
    /// What came of messages that are not whole yet.
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

    /// Whether the phone hears what is told: on the network as soon as there is a connection.
    var isSubscribed: Bool {
        guard let server else { return true }
        guard let transmit, let subscription = server.responder.subscription(to: transmit) else { return false }
        return !subscription.isEmpty
    }

    /// A link begins, with what both sides remember of earlier ones.
    mutating func connected(isBonded: Bool) -> [Effect] {
        linkLost()
        management?.connected()
        publishVersion()
        server?.responder.isBonded = isBonded
        return server == nil ? [.subscribed] : []
    }

    /// The firmware begins; its version, where it tells one.
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

    /// Bytes that were written to the serial console: the lines that answer.
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

    /// Tells the phone a message.
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
            // A firmware whose notification does not fit, or that nobody subscribed to, has nobody to tell.
            guard case .tooLong = error else { return [] }
            return [.unsent(message.count)]
        }
    }

    /// Keeps the configuration data for sessions in the background.
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

    /// A piece of a question to the management server: its answers in pieces that fit a notification.
    private mutating func manage(_ value: [UInt8], at now: Instant) -> [Effect] {
        guard let managed, let size = server.map({ Int($0.mtu) - 3 }), size > 0 else { return [] }
        var effects: [Effect] = []
        for answer in management?.receive(value) ?? [] {
            for start in stride(from: 0, to: answer.count, by: size) {
                let piece = Array(answer[start..<min(start + size, answer.count)])
                // Who has not subscribed hears nothing.
                guard let sent = try? server?.notify(managed, piece, at: now) else { return effects }
                effects += heard(sent, at: now)
            }
        }
        return effects
    }
}
