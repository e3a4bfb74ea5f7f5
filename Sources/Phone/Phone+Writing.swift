public import Ground
import Links
public import NearbyInteraction

/// A scenario's tampering with messages of one kind.
struct PlannedTampering: Sendable {
    let tampering: Tampering
    let kind: MessageKind
    var timesLeft: Int
}

/// A message that the bench holds back for a while.
struct DelayedMessage: Sendable {
    let bytes: [UInt8]
    let kind: MessageKind
    let companion: Int
}

extension Phone {
    /// More messages than an app has under way; any beyond it are sent immediately.
    static let delayedLimit = 256

    /// Tampers with the next messages of a kind that the app writes.
    public mutating func tamper(_ tampering: Tampering, with kind: MessageKind, times: Int) {
        guard times > 0 else { return }
        tamperings.append(PlannedTampering(tampering: tampering, kind: kind, timesLeft: times))
    }

    /// Lets all further messages of a kind through unchanged; those already delayed stay so.
    public mutating func untamper(_ kind: MessageKind) { tamperings.removeAll { $0.kind == kind } }

    /// The ids of the messages on an accessory's data channel.
    public func identifiers(of name: AccessoryName) -> MessageIdentifiers {
        ownChannels[name]?.identifiers ?? .appleSample
    }

    /// Writes bytes back to back without app and session. The answers are then expected, and no fault.
    public mutating func send(_ messages: [[UInt8]], to name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        let (index, identifiers) = (companion(name), identifiers(of: name))
        return messages.flatMap { bytes -> [PhoneEffect] in
            let kind = (try? PhoneMessage(decoding: bytes, using: identifiers))?.kind ?? .other
            return put(bytes, kind, for: index, byApp: false, at: now)
        }
    }

    /// Writes a message of the app, subject to tampering.
    mutating func write(_ message: PhoneMessage, for index: Int, at now: Instant) -> [PhoneEffect] {
        let bytes = message.encoded(using: identifiers(of: companions[index].name))
        return write(bytes, message.kind, for: index, at: now)
    }

    /// Writes an encoded message of the app, subject to tampering.
    mutating func write(_ bytes: [UInt8], _ kind: MessageKind, for index: Int, at now: Instant) -> [PhoneEffect] {
        guard let place = tamperings.firstIndex(where: { $0.kind == kind }) else {
            return put(bytes, kind, for: index, byApp: true, at: now)
        }
        let tampering = tamperings[place].tampering
        tamperings[place].timesLeft -= 1
        if tamperings[place].timesLeft == 0 { tamperings.remove(at: place) }
        let told = PhoneEffect.event(.tampered(accessory: companions[index].name, message: kind, tampering: tampering))
        return [told] + send(bytes, kind, tampering, for: index, at: now)
    }

    private mutating func send(
        _ bytes: [UInt8], _ kind: MessageKind, _ tampering: Tampering, for index: Int, at now: Instant
    ) -> [PhoneEffect] {
        switch tampering {
        case .withhold:
            return []
        case .delay(let span) where span > .zero && delayed.count < Self.delayedLimit:
            delayed.add(DelayedMessage(bytes: bytes, kind: kind, companion: index), at: now + span)
            return []
        case .delay:
            return put(bytes, kind, for: index, byApp: true, at: now)
        case .repeat(let count):
            return (0..<max(0, count)).flatMap { _ in put(bytes, kind, for: index, byApp: true, at: now) }
        case .cut(let length):
            return put(Array(bytes.prefix(max(0, length))), kind, for: index, byApp: true, at: now)
        case .corrupt(let byte, let mask):
            var changed = bytes
            if changed.indices.contains(byte) { changed[byte] ^= mask }
            return put(changed, kind, for: index, byApp: true, at: now)
        }
    }

    /// Hands bytes to the data channel; an answer is expected only to what leaves.
    private mutating func put(
        _ bytes: [UInt8], _ kind: MessageKind, for index: Int, byApp: Bool, at now: Instant
    ) -> [PhoneEffect] {
        guard channels.indices.contains(index) else { return [] }
        if channels[index].canSend {
            let isHeard = channels[index].isReady
            nearby.wrote(bytes, to: companions[index].name, byApp: byApp, isHeard: isHeard, at: now)
        }
        return carryOut(channels[index].send(bytes, kind, at: now), for: index, at: now)
    }

    /// Sends messages whose delay is over.
    mutating func sendDelayed(at now: Instant) -> [PhoneEffect] {
        var effects: [PhoneEffect] = []
        while let (_, message) = delayed.popDue(at: now) {
            effects += put(message.bytes, message.kind, for: message.companion, byApp: true, at: now)
        }
        return effects
    }
}
