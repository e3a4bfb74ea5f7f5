import Ground
import Links
import UCI
import Wording

/// What the recording and the bench that is there have drawn at random, each with what stands for it on the other side.
///
/// A recorded value is matched once, with the first live one in its place; from then on it must stay the same, both
/// ways: an accessory that draws an address anew, or does not, where the recorded one did otherwise is another one.
struct FieldMap: Sendable {
    /// What a field is, and whose: two accessories may draw the same number.
    enum Field: Hashable, Sendable {
        /// The short MAC address in an accessory's configuration data.
        case rangingAddress(AccessoryName)
        case bluetoothAddress(AccessoryName)
        /// What a kit calls a session by.
        case session
        case tag

        var name: String {
            switch self {
            case .rangingAddress: "its short MAC address"
            case .bluetoothAddress: "its Bluetooth address"
            case .session: "the session's handle"
            case .tag: "the tag's id"
            }
        }
    }

    private struct Key: Hashable, Sendable {
        let field: Field
        let value: [UInt8]
    }

    private struct AddressPair: Sendable {
        let recorded: UInt16
        let live: UInt16
    }

    private var lives: [Key: [UInt8]] = [:]
    private var recordeds: [Key: [UInt8]] = [:]
    /// The kit's handles, of which a long run has many.
    private var liveSessions: [UInt32: UInt32] = [:]
    private var recordedSessions: [UInt32: UInt32] = [:]
    /// The accessories' addresses in the order in which they were told.
    private var addresses: [AddressPair] = []
    /// The first blocks of the tag in the field, as they were recorded and as they are.
    var tagHeader: (recorded: [UInt8], live: [UInt8])?

    /// How many bytes of each connection were compared.
    var offsets: [StreamID: Int] = [:]

    /// Matches a value with the one in its place; why they cannot stand for each other, or nil.
    mutating func match(_ field: Field, recorded: [UInt8], live: [UInt8]) -> String? {
        if field == .session { return match(session: Self.wideNumber(recorded), live: Self.wideNumber(live)) }
        let known = lives[Key(field: field, value: recorded)]
        let taken = recordeds[Key(field: field, value: live)]
        if known == nil, taken == nil {
            lives[Key(field: field, value: recorded)] = live
            recordeds[Key(field: field, value: live)] = recorded
        } else if known != live {
            return known == nil
                ? Sentence.isKnown(field.name).description : Sentence.isNew(field.name).description
        }
        if case .rangingAddress = field, recorded.count == 2, live.count == 2 {
            addresses.append(AddressPair(recorded: Self.number(recorded), live: Self.number(live)))
        }
        return nil
    }

    /// A kit counts its handles on, or begins again, as it likes: they can always stand for each other.
    private mutating func match(session recorded: UInt32, live: UInt32) -> String? {
        liveSessions[recorded] = live
        recordedSessions[live] = recorded
        return nil
    }

    private static func number(_ bytes: [UInt8]) -> UInt16 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt16($1) }
    }

    private static func wideNumber(_ bytes: [UInt8]) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    // MARK: For the kit

    /// The live address for a recorded one, or for one with its bytes swapped, as a probe has it; itself when unknown.
    func liveAddress(_ recorded: ShortMACAddress) -> ShortMACAddress {
        if let pair = addresses.last(where: { $0.recorded == recorded.rawValue }) {
            return ShortMACAddress(rawValue: pair.live)
        }
        guard let pair = addresses.last(where: { $0.recorded.byteSwapped == recorded.rawValue }) else {
            return recorded
        }
        return ShortMACAddress(rawValue: pair.live.byteSwapped)
    }

    func liveSession(_ recorded: SessionToken) -> SessionToken {
        liveSessions[recorded.rawValue].map { SessionToken(rawValue: $0) } ?? recorded
    }

    /// The recording's name for a live session; itself for one that the phone named.
    func recordedSession(_ live: UInt32) -> UInt32 { recordedSessions[live] ?? live }
}

extension SessionToken {
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(little: rawValue)
        return bytes
    }
}
