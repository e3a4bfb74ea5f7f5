import ATT
import Ground
import NearbyInteraction

/// A value that a phone wrote, by its meaning: without what every phone draws anew.
///
/// Of configureAndStart these are session id, IV, the phone's MAC address and the ranging interval, which phones draw
/// from three (fact sheet 4.4). Other messages have nothing random.
struct WrittenValue: Hashable, Sendable {
    /// What kind of message it is: its first byte; nil for an empty value.
    let kind: UInt8?
    /// The bytes with zeros for what is random.
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

/// Puts together what a phone writes: at once, or in parts that are executed at last.
struct WriteAssembly: Sendable {
    /// The longest value that an attribute can have (Core Specification, volume 3, part F, section 3.2.9).
    private static let longestValue = 512

    private var handle: AttributeHandle?
    private var parts: [UInt8] = []

    /// Takes one PDU of the phone; gives the value that it completes, and where it is written.
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

/// The acts over the air that are yet to be done: none is due before another one that the recording has before it.
struct AirQueue: Sendable {
    /// In the order of the recording.
    private var acts: [(order: Int, due: Instant, latest: Instant)] = []

    var count: Int { acts.count }

    /// Adds the act with this place in the recording, and gives when it is due in its turn.
    mutating func add(_ order: Int, due: Instant) -> Instant {
        // It is the last one but for a cue that came later than the recorded one.
        var place = acts.count
        while place > 0, acts[place - 1].order >= order { place -= 1 }
        let due = place > 0 ? max(due, acts[place - 1].latest) : due
        acts.insert((order, due, due), at: place)
        findLatest(from: place)
        return due
    }

    /// Forgets what is done by an instant.
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
