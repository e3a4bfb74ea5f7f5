import ATT
import GATT
public import Ground
public import NearbyInteraction

/// What a simulated accessory does.
public enum SimulatedAccessoryEffect: Hashable, Sendable {
    /// One ATT PDU for the phone.
    case frame([UInt8])
    case hangUp
    case startRanging(AccessoryConfigurationData, ShareableConfigurationData)
    case stopRanging
}

/// An accessory in bytes and instants: a GATT server with the data channel, and the Nearby Interaction firmware.
public struct SimulatedAccessory: Sendable {
    private enum Due: Sendable {
        case notify([UInt8])
        case hangUp
    }

    public let model: AccessoryModel
    private var server: GATTServer
    private var firmware: NearbyAccessory
    private var agenda = Agenda<Due>()
    private var isConnected = false
    private let transmit: AttributeHandle?

    public init(model: AccessoryModel, generator: SeededGenerator) {
        self.model = model
        let server = GATTServer(ownMTU: model.ownMTU, services: Self.services(of: model))
        self.server = server
        firmware = NearbyAccessory(model: model, generator: generator)
        transmit = AttributeUUID(model.profile.tx).flatMap { server.responder.handle(of: $0) }
    }

    public var deadline: Instant? {
        guard isConnected else { return nil }
        return [agenda.next, server.deadline].compactMap { $0 }.min()
    }

    public mutating func connected(at now: Instant) -> [SimulatedAccessoryEffect] {
        server.linkLost()
        agenda = Agenda()
        isConnected = true
        return model.faults.contains(.hangsUpOnConnection) ? [.hangUp] : []
    }

    public mutating func disconnected() -> [SimulatedAccessoryEffect] {
        isConnected = false
        agenda = Agenda()
        return firmware.disconnected().compactMap { effect in
            if case .stopRanging = effect { .stopRanging } else { nil }
        }
    }

    /// One ATT PDU of the phone.
    public mutating func receive(_ frame: [UInt8], at now: Instant) -> [SimulatedAccessoryEffect] {
        guard isConnected, !model.faults.contains(.ignoresRequests) else { return [] }
        return carryOut(server.receive(frame, at: now), at: now)
    }

    public mutating func advance(to now: Instant) -> [SimulatedAccessoryEffect] {
        guard isConnected else { return [] }
        var effects = carryOut(server.advance(to: now), at: now)
        while let (_, due) = agenda.popDue(at: now) {
            switch due {
            case .hangUp: effects.append(.hangUp)
            case .notify(let message): effects += notify(message, at: now)
            }
        }
        return effects
    }

    private mutating func notify(_ message: [UInt8], at now: Instant) -> [SimulatedAccessoryEffect] {
        // A firmware whose notification does not fit, or that nobody subscribed to, drops it in silence.
        guard let transmit, let sent = try? server.notify(transmit, message, at: now) else { return [] }
        return carryOut(sent, at: now)
    }

    private mutating func carryOut(_ effects: [GATTServerEffect], at now: Instant) -> [SimulatedAccessoryEffect] {
        var result: [SimulatedAccessoryEffect] = []
        for effect in effects {
            switch effect {
            case .send(let bytes): result.append(.frame(bytes))
            case .event(.written(let reference, let value, _)) where reference.uuid == AttributeUUID(model.profile.rx):
                result += carryOut(firmware.receive(value), at: now)
            case .dead: result.append(.hangUp)
            case .event, .confirmed, .settledMTU, .finding: break
            }
        }
        return result
    }

    private mutating func carryOut(_ effects: [NearbyAccessory.Effect], at now: Instant) -> [SimulatedAccessoryEffect] {
        effects.compactMap { effect in
            switch effect {
            case .send(let message, let delay):
                agenda.add(.notify(message), at: now + delay)
                return nil
            case .hangUp(let delay):
                agenda.add(.hangUp, at: now + delay)
                return nil
            case .startRanging(let configuration, let shareable): return .startRanging(configuration, shareable)
            case .stopRanging: return .stopRanging
            }
        }
    }

    private static func services(of model: AccessoryModel) -> [ServiceDefinition] {
        let isWrong = model.faults.contains(.wrongService)
        let service = isWrong ? AttributeUUID(0x180F) : AttributeUUID(model.profile.service)
        guard let service, let receive = AttributeUUID(model.profile.rx), let transmit = AttributeUUID(model.profile.tx)
        else { preconditionFailure("a data channel's profile needs three UUIDs") }
        return [
            ServiceDefinition(
                .genericAccess,
                characteristics: [
                    CharacteristicDefinition(.deviceName, .read, value: Array(model.advertisedName.utf8))
                ]),
            ServiceDefinition(
                service,
                characteristics: [
                    CharacteristicDefinition(receive, [.write, .writeWithoutResponse]),
                    CharacteristicDefinition(transmit, .notify),
                ]),
        ]
    }
}
