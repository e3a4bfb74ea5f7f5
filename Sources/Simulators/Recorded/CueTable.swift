import GATT
import Ground
import Links

/// An act of a recorded accessory that is not a response to an ATT request.
enum RecordedAct: Hashable, Sendable {
    /// A notification, an indication, a request from it, or nonsense; `echo` is the part that repeats the phone's
    /// data.
    case frame([UInt8], Echo?, isLong: Bool)
    case hangUp
    /// Its radio went silent, and the link was lost.
    case loseLink
    /// Its power was cut, by itself only in a recording that plays its stage.
    case losePower(PowerAct)
    case requestSecurity
    case requestParameters(ConnectionParameters)
    case console(String)

    /// The part of a frame that repeats data written by the phone.
    struct Echo: Hashable, Sendable {
        /// The index of its first byte in the frame.
        let start: Int
        let count: Int
        /// The number of bytes omitted from the beginning of the written value.
        let skipped: Int
    }

    /// Whether it is sent to the phone over the air, and so was recorded later than it was done.
    var isOverTheAir: Bool {
        switch self {
        case .frame, .hangUp, .requestParameters: true
        case .loseLink, .losePower, .requestSecurity, .console: false
        }
    }
}

/// An act of the phone, or at the bench, before the accessory acted by itself.
enum Cue: Hashable, Sendable {
    case boot
    case connected
    case encrypted
    case disconnected
    case power(PowerAct)
    case written(AttributeHandle, WrittenValue)

    /// Whether it was sent over the air, so that the phone's side recorded it earlier than the accessory received it.
    var isOverTheAir: Bool { if case .written = self { true } else { false } }

    /// The handle and type of the value written, regardless of the rest; nil for other cues.
    var kind: Kind? {
        if case .written(let handle, let value) = self { Kind(handle: handle, value: value.kind) } else { nil }
    }

    struct Kind: Hashable, Sendable {
        fileprivate let handle: AttributeHandle
        fileprivate let value: UInt8?
    }
}

/// The acts that followed each cue of a recording, in the order of the cues.
struct CueTable: Sendable {
    struct Following: Hashable, Sendable {
        let act: RecordedAct
        /// The delay as the phone's side saw both.
        let delay: Lapse
        /// Its position among all acts of the recording, which later acts do not overtake.
        let order: Int
        /// The characteristic that the phone had subscribed to, and must subscribe to for this notification.
        let subscription: AttributeHandle?
    }

    /// Reads the acts that followed one occurrence of a cue.
    struct Cursor: Sendable {
        fileprivate let occurrence: Int
        fileprivate var place = 0
    }

    /// The acts that followed each occurrence of a cue.
    private var occurrences: [[Following]] = []
    private var marks = ConnectionTable()
    private var alike: [Cue: PlaceList] = [:]
    private var kinds: [Cue.Kind: PlaceList] = [:]
    private var given = PlaceList.Given()

    /// Records a cue on the connection with this number, and returns its index.
    mutating func begin(_ cue: Cue, connection: Int) -> Int {
        let place = occurrences.count
        occurrences.append([])
        marks.note(connection, at: place)
        alike[cue, default: PlaceList()].add(place)
        if let kind = cue.kind { kinds[kind, default: PlaceList()].add(place) }
        return place
    }

    mutating func add(_ following: Following, at place: Int) { occurrences[place].append(following) }

    /// Returns what followed the same cue: each occurrence once, in order, and then the last one repeatedly.
    ///
    /// Occurrences on the connection with the same number come first, because data sent as a link ended may not have
    /// arrived. A message whose content is not in the recording gets the acts after one of its type.
    mutating func take(_ cue: Cue, connection: Int) -> Cursor? {
        // Taken out of the table and put back, so that its indices are not copied.
        if var same = alike.removeValue(forKey: cue) {
            defer { alike[cue] = same }
            return take(&same, connection)
        }
        guard let kind = cue.kind, var together = kinds.removeValue(forKey: kind) else { return nil }
        defer { kinds[kind] = together }
        return take(&together, connection)
    }

    /// Returns the next act.
    func next(_ cursor: inout Cursor) -> Following? {
        let acts = occurrences[cursor.occurrence]
        guard cursor.place < acts.count else { return nil }
        defer { cursor.place += 1 }
        return acts[cursor.place]
    }

    private mutating func take(_ list: inout PlaceList, _ connection: Int) -> Cursor? {
        let marks = marks
        let place = list.take(&given, connection: connection, connectionOf: { marks.connection(of: $0) })
        return place.map { Cursor(occurrence: $0) }
    }
}
