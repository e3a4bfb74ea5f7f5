import ATT
import Ground
import Links

/// What a recorded accessory did without being asked in ATT's way.
enum RecordedAct: Hashable, Sendable {
    /// A notification, an indication, a request of its own, or nonsense; `echo` is what of it the phone had written.
    case frame([UInt8], Echo?, isLong: Bool)
    case hangUp
    /// Its radio went silent, and the link was lost.
    case loseLink
    /// Its power was cut, which only a recording that plays its stage does by itself.
    case losePower(PowerAct)
    case requestSecurity
    case requestParameters(ConnectionParameters)
    case console(String)

    /// The part of a frame that repeats what the phone had written.
    struct Echo: Hashable, Sendable {
        /// From this byte of the frame on.
        let start: Int
        let count: Int
        /// How many bytes at the beginning of what was written are left away.
        let skipped: Int
    }

    /// Whether it goes to the phone over the air, and so was seen there later than it was done.
    var isOverTheAir: Bool {
        switch self {
        case .frame, .hangUp, .requestParameters: true
        case .loseLink, .losePower, .requestSecurity, .console: false
        }
    }
}

/// What the phone, or somebody at the bench, did before the accessory acted by itself.
enum Cue: Hashable, Sendable {
    case boot
    case connected
    case encrypted
    case disconnected
    case power(PowerAct)
    case written(AttributeHandle, WrittenValue)

    /// Whether it came over the air, so that the phone's side saw it earlier than the accessory.
    var isOverTheAir: Bool { if case .written = self { true } else { false } }

    /// What was written where, whatever the rest of the value; nil for other cues.
    var kind: Kind? {
        if case .written(let handle, let value) = self { Kind(handle: handle, value: value.kind) } else { nil }
    }

    struct Kind: Hashable, Sendable {
        fileprivate let handle: AttributeHandle
        fileprivate let value: UInt8?
    }
}

/// What followed each cue of a recording, in the order in which the cues were given.
struct CueTable: Sendable {
    struct Following: Hashable, Sendable {
        let act: RecordedAct
        /// As the phone's side saw both.
        let delay: Span
        /// Its place among all acts of the recording, which later ones do not overtake.
        let order: Int
        /// The characteristic that the phone had subscribed to, and has to for this to be told to it.
        let subscription: AttributeHandle?
    }

    /// Reads what followed one time that a cue was given.
    typealias Cursor = StoredLists<Following>.Cursor

    private let storage: (any ByteStorage)?
    /// What followed, for each time that a cue was given.
    private var occurrences: StoredLists<Following>
    private var marks = ConnectionMarks()
    private var alike: [Cue: PlaceList] = [:]
    private var kinds: [Cue.Kind: PlaceList] = [:]
    private var given = PlaceList.Given()

    /// A table whose acts lie with a storage, or in memory where there is none.
    ///
    /// In memory stays something for each different cue, and a few bytes for each time that one was given.
    init(storedIn storage: (any ByteStorage)?) {
        self.storage = storage
        occurrences = StoredLists(storedIn: storage)
    }

    /// How many acts are in memory.
    var inMemory: Int { occurrences.inMemory }

    /// Notes that a cue was given on the connection with this number, and returns its place.
    mutating func begin(_ cue: Cue, connection: Int) -> Int {
        let place = occurrences.begin()
        marks.note(connection, at: place)
        alike[cue, default: PlaceList(storedIn: storage)].add(place)
        if let kind = cue.kind { kinds[kind, default: PlaceList(storedIn: storage)].add(place) }
        return place
    }

    mutating func add(_ following: Following, at place: Int) { occurrences.append(following, to: place) }

    /// Nothing more is added.
    mutating func close() { occurrences.close() }

    /// What followed the same cue: each time once, in their order, the last one again and again.
    ///
    /// What was recorded on the connection with the same number comes first, for what was sent as a link ended may not
    /// have arrived. A message with another content than any in the recording gets what followed one of its kind.
    mutating func take(_ cue: Cue, connection: Int) -> Cursor? {
        // Out of the table and into it again: its places are not copied then.
        if var same = alike.removeValue(forKey: cue) {
            defer { alike[cue] = same }
            return take(&same, connection)
        }
        guard let kind = cue.kind, var together = kinds.removeValue(forKey: kind) else { return nil }
        defer { kinds[kind] = together }
        return take(&together, connection)
    }

    /// What followed next.
    mutating func next(_ cursor: inout Cursor) -> Following? { cursor.next(in: &occurrences) }

    private mutating func take(_ list: inout PlaceList, _ connection: Int) -> Cursor? {
        let marks = marks
        let place = list.take(&given, connection: connection, connectionOf: { marks.connection(of: $0) })
        return place.map { occurrences.cursor(of: $0) }
    }
}
