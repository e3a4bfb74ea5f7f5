import GATT
import Ground
import NearbyInteraction

/// Decodes the PDUs between the phone and one accessory, in order.
///
/// A response gets its meaning from its request, and a handle from the discovery before it. If the discovery came
/// before the trace, a handle is taken for the data channel's once an unmistakable configuration goes over it.
struct ATTConversation: Sendable {
    /// The greatest length of an attribute value (Core Specification, volume 3, part F, section 3.2.9).
    static let longestValue = 512

    private let ids: MessageIdentifiers
    /// The characteristics of the data channel, if it is not one of the known accessories' profiles.
    private let ownReceive, ownTransmit: AttributeUUID?
    private let isBetweenPhones: Bool
    private let handles: ChannelHandles?
    private var map: AttributeMap
    /// The request of either side that awaits its response.
    private var asked: [ATTPDU?] = [nil, nil]
    private var prepared: (handle: AttributeHandle, value: [UInt8])?

    /// Creates a conversation over a vendor's data channel, the one between phones, or one of the known ones; `handles`
    /// are the channel's attributes, if known otherwise.
    init(own: DataChannelProfile?, handles: ChannelHandles? = nil) {
        isBetweenPhones = own == .betweenPhones
        self.handles = handles
        map = AttributeMap(own)
        ids = own?.identifiers ?? .appleSample
        ownReceive = own.flatMap { AttributeUUID($0.rx) }
        ownTransmit = own.flatMap { AttributeUUID($0.tx) }
        for handle in [handles?.write, handles?.notify].compactMap(\.self) { map.learnChannel(handle) }
    }

    /// Forgets the state of a connection; handles are kept, as they are on most accessories.
    mutating func reconnect() {
        asked = [nil, nil]
        prepared = nil
    }

    /// Decodes one PDU of the phone or the accessory.
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

    /// Returns the data channel's message; nil for another characteristic, or for an unknown one without clear
    /// evidence.
    private mutating func channelMessage(
        _ value: [UInt8], on handle: AttributeHandle, fromPhone: Bool
    ) -> ChannelMessage? {
        if let known = fromPhone ? handles?.write : handles?.notify, known == handle {
            return message(value, fromPhone: fromPhone)
        }
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
            let own = fromPhone ? ownReceive : ownTransmit
            let known = fromPhone ? AttributeNames.phoneWrites : AttributeNames.accessoryNotifies
            let isChannel = own.map { $0 == uuid } ?? known.contains(uuid)
            return isChannel ? message(value, fromPhone: fromPhone) : nil
        case .service, .declaration, .configuration, .descriptor: return nil
        }
    }

    private func message(_ value: [UInt8], fromPhone: Bool) -> ChannelMessage {
        if isBetweenPhones { return ChannelMessage(betweenPhones: value) }
        return fromPhone ? ChannelMessage(written: value, ids) : ChannelMessage(notified: value, ids)
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
