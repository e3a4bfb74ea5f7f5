import FirmwareIdentity
import GATT
public import Ground

/// Reading an accessory's firmware identity over its channel.
extension AccessoryChannel {
    /// Reads the identity over a link that is up. Ends with `identified`, no later than the limit.
    public mutating func identify(
        reading shown: HashPlace? = nil, console: ConsoleProtocol? = nil, within limit: Lapse, at now: Instant
    ) -> [Effect] {
        guard hasLink, !isClosing else { return Self.note("the firmware was not identified: there is no link") }
        guard link.identification == nil else { return Self.note("the firmware is being identified already") }
        link.identifications += 1
        var identification = Identification(
            number: link.identifications, reading: shown, console: console, after: lastQuestion, until: now + limit)
        let ask = identification.start(at: now)
        link.identification = identification
        return carryOut(ask, at: now)
    }

    mutating func proceed(identification number: Int, _ outcome: GATTOutcome, at now: Instant) -> [Effect] {
        // The outcome of a request made before the limit, which arrived after it.
        guard link.identification?.number == number, let ask = link.identification?.proceed(outcome, at: now) else {
            return []
        }
        return carryOut(ask, at: now)
    }

    /// Receives a value; nil if it does not belong to the identification.
    mutating func identificationReceives(
        _ value: [UInt8], from handle: AttributeHandle, at now: Instant
    ) -> [Effect]? {
        guard let ask = link.identification?.receive(value, from: handle, at: now) else { return nil }
        return carryOut(ask, at: now)
    }

    /// Receives a line that the accessory printed.
    public mutating func receive(printed line: String, at now: Instant) -> [Effect] {
        guard let ask = link.identification?.receive(printed: line, at: now) else { return [] }
        return carryOut(ask, at: now)
    }

    mutating func advanceIdentification(to now: Instant) -> [Effect] {
        guard let ask = link.identification?.advance(to: now) else { return [] }
        return carryOut(ask, at: now)
    }

    /// Reports the values read so far because the link is ending.
    mutating func interruptIdentification() -> [Effect] {
        guard link.identification != nil else { return [] }
        link.identification?.interrupt()
        return tellIdentity()
    }

    private mutating func carryOut(_ ask: Identification.Ask, at now: Instant) -> [Effect] {
        let begun: GATTClient.Begun
        switch ask {
        case .service(let uuid): begun = link.client.discoverService(uuid, at: now)
        case .characteristics(let service): begun = link.client.discoverCharacteristics(in: service, at: now)
        case .read(let handle): begun = link.client.read(handle, at: now)
        case .subscribe(let characteristic):
            begun = link.client.subscribe(.notifications, to: characteristic, at: now)
        case .write(let bytes, let handle):
            begun = link.client.write(bytes, to: handle, mode: .withoutResponse, at: now)
        case .print(let bytes): return [.console(bytes)]
        case .wait: return []
        case .end: return tellIdentity()
        }
        return begin(.identification(link.identifications), begun, at: now)
    }

    private mutating func tellIdentity() -> [Effect] {
        guard let identification = link.identification.take() else { return [] }
        lastQuestion = identification.sequence
        return [.event(.identified(readings: identification.readings))]
    }
}
