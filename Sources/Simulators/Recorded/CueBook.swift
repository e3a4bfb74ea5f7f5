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
        let cue: Cue
        let connection: Int
        var following: [Following] = []
        var isUsed = false
    }

    private var occurrences: [Occurrence] = []

    /// Notes that a cue was given on the connection with this number, and returns its place.
    mutating func begin(_ cue: Cue, connection: Int) -> Int {
        occurrences.append(Occurrence(cue: cue, connection: connection))
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
        let same = occurrences.indices.filter { occurrences[$0].cue == cue }
        let found = same.isEmpty ? occurrences.indices.filter { occurrences[$0].cue.isOfKind(of: cue) } : same
        let left = found.filter { !occurrences[$0].isUsed }
        guard let place = left.first(where: { occurrences[$0].connection >= connection }) ?? left.first ?? found.last
        else { return [] }
        occurrences[place].isUsed = true
        return occurrences[place].following
    }
}
