import Ground
import Links
import UWB
import Wording

/// The random values in the recording and on the live bench, each mapped to its counterpart.
///
/// A recorded value is matched once, with the first live value in its place, and must keep that counterpart in both
/// directions: an accessory that draws a new address where the recorded one kept its own, or the reverse, differs.
struct FieldMap: Sendable {
    /// A kind of random field and its owner: two accessories may draw the same number.
    enum Field: Hashable, Sendable {
        /// The short MAC address in an accessory's configuration data.
        case rangingAddress(AccessoryName)
        case bluetoothAddress(AccessoryName)
        /// The kit's handle for a session.
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
    /// Whether the recording is a capture, which does not show how a key was made.
    var isOfCapture = false
    private var recordeds: [Key: [UInt8]] = [:]
    /// The kit's session handles. A long run has many.
    private var liveSessions: [UInt32: UInt32] = [:]
    private var recordedSessions: [UInt32: UInt32] = [:]
    /// The accessories' addresses in the order in which they were reported.
    private var addresses: [AddressPair] = []
    /// The first blocks of the tag in the field, as recorded and as they are now.
    var tagHeader: (recorded: [UInt8], live: [UInt8])?

    /// The value that each accessory is sending in parts.
    var values: [AccessoryName: ValueRead] = [:]
    /// The number of bytes compared on each connection.
    var offsets: [StreamID: Int] = [:]

    /// Matches a recorded value with the live one in its place. Returns the reason if they cannot correspond, or nil.
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

    /// A kit may keep counting its handles or restart, so any two of them can correspond.
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

    /// The live address for a recorded one, including one with its bytes swapped, as a probe sends it; an unknown
    /// address is returned unchanged.
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

    /// The recording's handle for a live session; a session that the phone named is returned unchanged.
    func recordedSession(_ live: UInt32) -> UInt32 { recordedSessions[live] ?? live }
}

extension SessionToken {
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(little: rawValue)
        return bytes
    }
}
