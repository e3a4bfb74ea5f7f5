import GATT
import Ground
import NearbyInteraction

/// Requests on a link other than its setup: writes, and reading the Nearby Interaction service.
extension AccessoryChannel {
    struct QueuedRequest: Sendable {
        enum What: Sendable {
            case message(QueuedMessage)
            case backgroundService
            case backgroundCharacteristics
            case backgroundValue(AttributeHandle, isRepeat: Bool)
            /// A request of the identification with this number.
            case identification(Int)
        }

        let id: ProcedureID
        var what: What
    }

    /// A request that was refused for lack of encryption.
    struct Refused: Sendable {
        enum What: Sendable {
            case subscription(CharacteristicPair)
            case message(QueuedMessage)
            case backgroundValue(AttributeHandle)
        }

        let what: What
        let code: ATTErrorCode
    }

    static let backgroundService = known(BackgroundService.service)
    private static let backgroundConfiguration = known(BackgroundService.accessoryConfigurationData)

    private static func known(_ text: String) -> AttributeUUID {
        guard let uuid = AttributeUUID(text) else { preconditionFailure("\(text) is a UUID") }
        return uuid
    }

    mutating func begin(_ what: QueuedRequest.What, _ begun: GATTClient.Begun, at now: Instant) -> [Effect] {
        link.errands.append(QueuedRequest(id: begun.id, what: what))
        return carryOut(begun.effects, at: now)
    }

    /// The number of messages handed to the GATT client at a time: fewer than its capacity, to leave room for its own
    /// work.
    private static let writesAtOnce = 32

    mutating func write(_ message: QueuedMessage, to channel: CharacteristicPair, at now: Instant) -> [Effect] {
        guard message.progress == .repeated || (link.backlog.isEmpty && mayWrite) else {
            return link.backlog.add(message) ? [] : MessageQueue.full(message)
        }
        return beginWriting(message, to: channel, at: now)
    }

    /// Writes waiting messages while there is room for them.
    mutating func writeNext(at now: Instant) -> [Effect] {
        var effects: [Effect] = []
        while !link.backlog.isEmpty, mayWrite, !link.client.isDead, let dataChannel = link.dataChannel {
            effects += beginWriting(link.backlog.next(), to: dataChannel.pair, at: now)
        }
        return effects
    }

    private var mayWrite: Bool {
        link.errands.count { if case .message = $0.what { true } else { false } } < Self.writesAtOnce
    }

    private mutating func beginWriting(
        _ message: QueuedMessage, to channel: CharacteristicPair, at now: Instant
    ) -> [Effect] {
        let begun = link.client.write(message.bytes, to: channel.receive.valueHandle, mode: channel.writeMode, at: now)
        return begin(.message(message), begun, at: now)
    }

    /// Whether the PDU is a write of a message. Messages are written in order, so an outgoing write belongs to the
    /// first one waiting.
    func isWrite(_ pdu: [UInt8]) -> Bool {
        guard let channel = link.dataChannel?.pair, pdu.count >= 3,
            [.writeRequest, .prepareWriteRequest, .writeCommand].contains(ATTOpcode(rawValue: pdu[0]))
        else { return false }
        return UInt16(pdu[1]) | UInt16(pdu[2]) << 8 == channel.receive.valueHandle.rawValue
    }

    mutating func noteSent(_ pdu: [UInt8]) -> [Effect] {
        let first = link.errands.firstIndex { if case .message = $0.what { true } else { false } }
        guard isWrite(pdu), let first, case .message(var message) = link.errands[first].what, message.progress == .waits
        else {
            return []
        }
        message.progress = .sent
        link.errands[first].what = .message(message)
        return [.sent(message.kind)]
    }

    mutating func end(_ errand: QueuedRequest, _ outcome: GATTOutcome, at now: Instant) -> [Effect] {
        switch (errand.what, outcome) {
        case (.message(let message), .failed(.refused(let code, _))):
            if message.progress != .repeated, let pairing = pairFor(.message(message), code, at: now) { return pairing }
            return giveUp(.message(message), code)
        case (.message(let message), .failed(let failure)):
            return [
                .finding(
                    Finding("gatt.procedureFailed", .fault, "the write of \(message.kind.rawValue) failed: \(failure)"))
            ]
        case (.message, _): return unguardedWrite.map { [.finding($0)] } ?? []
        case (.identification(let number), let outcome): return proceed(identification: number, outcome, at: now)
        case (.backgroundService, .services(let services)):
            guard let service = services.first else { return [.event(.noBackgroundService)] }
            return begin(
                .backgroundCharacteristics, link.client.discoverCharacteristics(in: service, at: now), at: now)
        case (.backgroundCharacteristics, .characteristics(let found)):
            guard let characteristic = found.first(where: { $0.uuid == Self.backgroundConfiguration }) else {
                return [.event(.noBackgroundService)]
            }
            return readBackground(characteristic.valueHandle, isRepeat: false, at: now)
        case (.backgroundValue, .value(let bytes)): return [.event(.backgroundConfiguration(bytes: bytes))]
        case (.backgroundValue(let handle, let isRepeat), .failed(.refused(let code, _))):
            if !isRepeat, let pairing = pairFor(.backgroundValue(handle), code, at: now) { return pairing }
            return giveUp(.backgroundValue(handle), code)
        case (.backgroundService, let other), (.backgroundCharacteristics, let other), (.backgroundValue, let other):
            let meaning = "the Nearby Interaction service could not be read: \(other.failureText)"
            return [.finding(Finding("gatt.procedureFailed", .fault, meaning)), .event(.noBackgroundService)]
        }
    }

    /// The finding for a write that was answered on an unencrypted link although the rig requires encryption.
    private var unguardedWrite: Finding? {
        guard let channel = link.dataChannel?.pair, channel.profile.needsEncryption, channel.writeMode == .withResponse,
            link.encryption.security == nil
        else { return nil }
        let meaning = "it took a message without encryption, which the rig says that its data channel needs"
        return Finding("channel.openWithoutEncryption", .fault, meaning)
    }

    /// The findings for a refused write of a type that the accessory accepts according to the rig.
    private func broken(promise code: ATTErrorCode) -> [Finding] {
        guard let profile = link.dataChannel?.pair.profile, let type = profile.writeType,
            [.writeNotPermitted, .requestNotSupported].contains(code)
        else { return [] }
        let how = type == .withResponse ? "with response" : "without response"
        let meaning = "it refused a write \(how), which the rig says that it takes, with \(code)"
        return [Finding("channel.writeTypeRefused", .fault, meaning)]
    }

    private mutating func readBackground(
        _ handle: AttributeHandle, isRepeat: Bool, at now: Instant
    ) -> [Effect] {
        begin(.backgroundValue(handle, isRepeat: isRepeat), link.client.read(handle, at: now), at: now)
    }

    /// Repeats the request for the second and last time, over the encrypted link.
    mutating func askAgain(_ what: Refused.What, at now: Instant) -> [Effect] {
        switch what {
        case .subscription(let channel): return subscribeToTransmit(of: channel, isRepeat: true, at: now)
        case .message(var message):
            message.progress = .repeated
            guard let dataChannel = link.dataChannel else { return [] }
            return write(message, to: dataChannel.pair, at: now)
        case .backgroundValue(let handle): return readBackground(handle, isRepeat: true, at: now)
        }
    }

    /// Reports a refusal as final.
    mutating func giveUp(_ what: Refused.What, _ code: ATTErrorCode) -> [Effect] {
        switch what {
        case .subscription: fail("notifications could not be switched on: the server refused it: \(code)")
        case .message(let message):
            [.event(.writeRefused(message: message.kind, error: code))] + broken(promise: code).map { .finding($0) }
        case .backgroundValue: [.event(.backgroundRefused(error: code))]
        }
    }
}
