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

    /// Whether both are the same but for the value of a message.
    func isOfKind(of other: Cue) -> Bool {
        guard case .written(let handle, let value) = self, case .written(let theirHandle, let theirs) = other else {
            return self == other
        }
        return handle == theirHandle && value.kind == theirs.kind
    }
}

/// What followed each cue of a recording, in the order in which the cues were given.
struct CueBook: Sendable {
    struct Following: Hashable, Sendable {
        let act: RecordedAct
        /// As the phone's side saw both.
        let delay: Span
        /// Its place among all acts of the recording, which later ones do not overtake.
        let order: Int
        /// The characteristic that the phone had subscribed to, and has to for this to be told to it.
        let subscription: AttributeHandle?
    }

    private struct Occurrence: Sendable {
        let connection: Int
        var following: [Following] = []
    }

    // What changes while it is read from is apart: the rest is not copied.
    private var occurrences: [Occurrence] = []
    private var alike: [Cue: Shelf] = [:]
    private var given: Shelf.Given = []

    /// Notes that a cue was given on the connection with this number, and returns its place.
    mutating func begin(_ cue: Cue, connection: Int) -> Int {
        alike[cue, default: Shelf()].add(occurrences.count)
        occurrences.append(Occurrence(connection: connection))
        given.append(false)
        return occurrences.count - 1
    }

    mutating func add(_ following: Following, at place: Int) {
        guard occurrences.indices.contains(place) else { return }
        occurrences[place].following.append(following)
    }

    /// What followed the same cue: each time once, in their order, the last one again and again.
    ///
    /// What was recorded on the connection with the same number comes first, for what was sent as a link ended may not
    /// have arrived. A message with another content than any in the recording gets what followed one of its kind.
    mutating func take(_ cue: Cue, connection: Int) -> [Following] {
        // Out of the table and into it again: its places are not copied then.
        if var same = alike.removeValue(forKey: cue) {
            defer { alike[cue] = same }
            return take(&same, connection)
        }
        var kind = Shelf(alike.filter { $0.key.isOfKind(of: cue) }.values.flatMap(\.places).sorted())
        return take(&kind, connection)
    }

    private mutating func take(_ shelf: inout Shelf, _ connection: Int) -> [Following] {
        let occurrences = occurrences
        let place = shelf.take(&given, connection: connection, connectionOf: { occurrences[$0].connection })
        return place.map { occurrences[$0].following } ?? []
    }
}
