import ATT
import Ground
import NearbyInteraction

/// What the PDUs between the phone and one accessory mean, one after the other.
///
/// A response means something by its request only, and a handle by the discovery before it; where the discovery was
/// before the trace, a handle becomes the data channel's when a configuration that can be nothing else goes over it.
struct ATTConversation: Sendable {
    /// The longest value that an attribute can have (Core Specification, volume 3, part F, section 3.2.9).
    static let longestValue = 512

    private let ids: MessageIdentifiers
    /// The characteristics of the data channel that is the maker's own.
    private let ownReceive, ownTransmit: AttributeUUID?
    private var map = AttributeMap()
    /// The request of either side that waits for its response.
    private var asked: [ATTPDU?] = [nil, nil]
    private var prepared: (handle: AttributeHandle, value: [UInt8])?

    /// With an accessory that has a data channel of its maker's own, or one of those that are known by name.
    init(own: DataChannelProfile?) {
        ids = own?.identifiers ?? .appleSample
        ownReceive = own.flatMap { AttributeUUID($0.rx) }
        ownTransmit = own.flatMap { AttributeUUID($0.tx) }
    }

    /// Forgets what belonged to one connection; handles stay, as they do with most accessories.
    mutating func reconnect() {
        asked = [nil, nil]
        prepared = nil
    }

    /// Takes one PDU of the phone, or of the accessory.
    mutating func receive(_ bytes: [UInt8], fromPhone: Bool) -> FrameMeaning {
        let pdu: ATTPDU
        do throws(Malformed) {
            pdu = try ATTPDU(decoding: bytes)
        } catch {
            return .malformed("an ATT PDU", error, bytes)
        }
        switch pdu {
        case .notification(let handle, let value), .indication(let handle, let value):
            return .att(notified(pdu, handle, value, fromPhone: fromPhone))
        case .writeCommand(let handle, let value), .writeRequest(let handle, let value):
            if pdu.opcode.kind == .request { asked[fromPhone ? 0 : 1] = pdu }
            return .att(written(pdu, handle, value, fromPhone: fromPhone))
        default: break
        }
        switch pdu.opcode.kind {
        case .request: return .att(requested(pdu, fromPhone: fromPhone))
        case .response: return .att(answered(pdu, fromPhone: fromPhone))
        case .command, .notification, .indication, .confirmation:
            return .att(ATTMeaning(pdu: pdu, target: pdu.handle.flatMap { map[$0] }, message: nil))
        }
    }

    private mutating func notified(
        _ pdu: ATTPDU, _ handle: AttributeHandle, _ value: [UInt8], fromPhone: Bool
    ) -> ATTMeaning {
        guard !fromPhone else { return ATTMeaning(pdu: pdu, target: nil, message: nil) }
        let message = channelMessage(value, on: handle, fromPhone: false)
        return ATTMeaning(pdu: pdu, target: map[handle], message: message)
    }

    private mutating func written(
        _ pdu: ATTPDU, _ handle: AttributeHandle, _ value: [UInt8], fromPhone: Bool
    ) -> ATTMeaning {
        guard fromPhone else { return ATTMeaning(pdu: pdu, target: nil, message: nil) }
        let message = channelMessage(value, on: handle, fromPhone: true)
        return ATTMeaning(pdu: pdu, target: map[handle], message: message)
    }

    /// The message of the data channel; nil for another characteristic, or an unknown one without a sure sign.
    private mutating func channelMessage(
        _ value: [UInt8], on handle: AttributeHandle, fromPhone: Bool
    ) -> ChannelMessage? {
        guard let target = map[handle] else {
            guard value.first == (fromPhone ? ids.configureAndStart : ids.accessoryConfigurationData) else {
                return nil
            }
            let message = message(value, fromPhone: fromPhone)
            guard message.isBeyondDoubt else { return nil }
            map.learnChannel(handle)
            return message
        }
        switch target.role {
        case .dataChannel: return message(value, fromPhone: fromPhone)
        case .value:
            guard let uuid = target.uuid else { return nil }
            if ownReceive == nil, uuid == (fromPhone ? AttributeNames.appWrites : AttributeNames.appNotifies) {
                return ChannelMessage(betweenPhones: value)
            }
            let own = fromPhone ? ownReceive : ownTransmit
            let known = fromPhone ? AttributeNames.phoneWrites : AttributeNames.accessoryNotifies
            let isChannel = own.map { $0 == uuid } ?? known.contains(uuid)
            return isChannel ? message(value, fromPhone: fromPhone) : nil
        case .service, .declaration, .configuration, .descriptor: return nil
        }
    }

    private func message(_ value: [UInt8], fromPhone: Bool) -> ChannelMessage {
        fromPhone ? ChannelMessage(written: value, ids) : ChannelMessage(notified: value, ids)
    }

    private mutating func requested(_ pdu: ATTPDU, fromPhone: Bool) -> ATTMeaning {
        asked[fromPhone ? 0 : 1] = pdu
        guard fromPhone else { return ATTMeaning(pdu: pdu, target: nil, message: nil) }
        switch pdu {
        case .prepareWriteRequest(let handle, let offset, let part):
            if prepared?.handle != handle { prepared = (handle, []) }
            if let count = prepared?.value.count, count == Int(offset), count + part.count <= Self.longestValue {
                prepared?.value += part
            }
            return ATTMeaning(pdu: pdu, target: map[handle], message: nil)
        case .executeWriteRequest(.write):
            guard let whole = prepared else { return ATTMeaning(pdu: pdu, target: nil, message: nil) }
            prepared = nil
            let meaning = written(pdu, whole.handle, whole.value, fromPhone: true)
            return ATTMeaning(pdu: pdu, target: map[whole.handle], message: meaning.message)
        case .executeWriteRequest:
            prepared = nil
            return ATTMeaning(pdu: pdu, target: nil, message: nil)
        default: return ATTMeaning(pdu: pdu, target: pdu.handle.flatMap { map[$0] }, message: nil)
        }
    }

    private mutating func answered(_ pdu: ATTPDU, fromPhone: Bool) -> ATTMeaning {
        let side = fromPhone ? 1 : 0
        guard let request = asked[side] else { return ATTMeaning(pdu: pdu, target: nil, message: nil) }
        if case .errorResponse(let refused, _, _) = pdu {
            if refused == request.opcode { asked[side] = nil }
            return ATTMeaning(pdu: pdu, target: fromPhone ? nil : pdu.handle.flatMap { map[$0] }, message: nil)
        }
        guard request.opcode.response == pdu.opcode else { return ATTMeaning(pdu: pdu, target: nil, message: nil) }
        asked[side] = nil
        guard !fromPhone else { return ATTMeaning(pdu: pdu, target: nil, message: nil) }
        map.learn(pdu, to: request)
        let target = request.handle.flatMap { map[$0] }
        var message: ChannelMessage?
        if case .readResponse(let value) = pdu, target?.role == .value, let uuid = target?.uuid,
            AttributeNames.backgroundConfiguration.contains(uuid)
        {
            message = ChannelMessage(background: value)
        }
        return ATTMeaning(pdu: pdu, target: target, message: message)
    }
}
