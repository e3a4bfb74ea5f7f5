import GATT
import Ground
import NearbyInteraction

/// A value written by a phone, without the parts that every phone draws at random.
///
/// In configureAndStart these are session id, IV, the phone's MAC address and the ranging interval, which phones draw
/// from three values (nearby-interaction.md 4.4). Other messages contain nothing random.
struct WrittenValue: Hashable, Sendable {
    /// The type of message: its first byte; nil for an empty value.
    let kind: UInt8?
    /// The bytes with zeros for random parts.
    let bytes: [UInt8]

    init(_ value: [UInt8], ids: MessageIdentifiers = .appleSample) {
        kind = value.first
        guard kind == ids.configureAndStart,
            var data = try? ShareableConfigurationData(decoding: Array(value.dropFirst()))
        else {
            bytes = value
            return
        }
        data.sessionID = 0
        data.intervalMilliseconds = 0
        data.initialization = StaticSTSInitialization(Self.noVector) ?? data.initialization
        data.address = ShortAddress(rawValue: 0)
        bytes = [ids.configureAndStart] + data.encoded
    }

    private static let noVector = [UInt8](repeating: 0, count: 6)
}

/// Assembles a phone's writes, whether single or prepared in parts and then executed.
struct WriteAssembly: Sendable {
    /// The longest value of an attribute (Core Specification, volume 3, part F, section 3.2.9).
    private static let longestValue = 512

    private var handle: AttributeHandle?
    private var parts: [UInt8] = []

    /// Receives a PDU of the phone; returns the value that it completes, with its handle.
    mutating func take(_ pdu: ATTPDU) -> (handle: AttributeHandle, value: [UInt8])? {
        switch pdu {
        case .writeRequest(let handle, let value), .writeCommand(let handle, let value),
            .signedWriteCommand(let handle, let value, _):
            return (handle, value)
        case .prepareWriteRequest(let handle, let offset, let part):
            if self.handle != handle { (self.handle, parts) = (handle, []) }
            if parts.count == Int(offset), parts.count + part.count <= Self.longestValue { parts += part }
            return nil
        case .executeWriteRequest(let flags):
            defer { (handle, parts) = (nil, []) }
            guard flags == .write, let handle else { return nil }
            return (handle, parts)
        default: return nil
        }
    }
}

/// The acts still to be performed over the air: none is due before one that was recorded earlier.
struct AirQueue: Sendable {
    /// In the order of the recording.
    private var acts: [(order: Int, due: Instant, latest: Instant)] = []

    var count: Int { acts.count }

    /// Adds the act with this position in the recording, and returns the time at which it is due in order.
    mutating func add(_ order: Int, due: Instant) -> Instant {
        // It is the last one unless its cue came later than the recorded one.
        var place = acts.count
        while place > 0, acts[place - 1].order >= order { place -= 1 }
        let due = place > 0 ? max(due, acts[place - 1].latest) : due
        acts.insert((order, due, due), at: place)
        findLatest(from: place)
        return due
    }

    /// Forgets acts that are done by an instant.
    mutating func forget(through instant: Instant) {
        acts.removeAll { $0.due <= instant }
        findLatest(from: 0)
    }

    private mutating func findLatest(from place: Int) {
        for place in place..<acts.count {
            acts[place].latest = place > 0 ? max(acts[place].due, acts[place - 1].latest) : acts[place].due
        }
    }
}
