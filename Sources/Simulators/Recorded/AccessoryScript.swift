import ATT
import GATT
import Ground
import Links
import NearbyInteraction

/// When a recorded accessory could be heard after something had silenced it, and what it advertised then.
struct AdvertisingEpoch: Hashable, Sendable {
    enum Silence: Hashable, Sendable {
        /// Nobody listened long enough to tell.
        case unknown
        case lasts(Span)
        case forever
    }

    /// What began it: `boot`, `disconnected` or `power`.
    let cue: Cue
    let began: Instant
    var silence = Silence.unknown
    /// What was heard in it; nil for nothing.
    var content: AdvertisedContent?
}

/// What a recorded accessory advertised, and how long it was silent before, one epoch after the other.
struct AdvertisingTable: Sendable {
    /// What is left of an epoch that is over: as little as there can be, for each link that ends begins one.
    private struct Past: Sendable {
        let silence: AdvertisingEpoch.Silence
        /// The place of what was heard; nil for nothing.
        let content: Int?
    }

    /// The one that goes on, or the last one.
    var current: AdvertisingEpoch
    private var past: [Cue: [Past]] = [:]
    /// The last one of each kind that tells how long it was silent.
    private var telling: [Cue: Past] = [:]
    private var contents: [AdvertisedContent] = []
    private var places: [AdvertisedContent: Int] = [:]
    /// What was heard first, and the first name in that.
    private(set) var firstHeard: AdvertisedContent?
    private(set) var firstName: String?
    /// Whether it was silent to the end each time.
    private(set) var isSilent = true

    init(since start: Instant) { current = AdvertisingEpoch(cue: .boot, began: start) }

    mutating func begin(_ cue: Cue, at instant: Instant) {
        close()
        current = AdvertisingEpoch(cue: cue, began: instant)
    }

    /// Puts the one that goes on to those that are over.
    mutating func close() {
        firstHeard = firstHeard ?? current.content
        firstName = firstName ?? current.content?.name
        if current.silence != .forever { isSilent = false }
        let place = current.content.map { content in
            if let place = places[content] { return place }
            contents.append(content)
            places[content] = contents.count - 1
            return contents.count - 1
        }
        let over = Past(silence: current.silence, content: place)
        past[current.cue, default: []].append(over)
        if over.silence != .unknown { telling[current.cue] = over }
    }

    /// Gives a name to what was heard without one.
    mutating func name(_ name: String) {
        for place in contents.indices where contents[place].name == nil { contents[place].name = name }
    }

    /// The silence of this kind with this number, from 1, or the last one that tells something, and what ended it.
    func epoch(_ cue: Cue, _ number: Int) -> (silence: AdvertisingEpoch.Silence, content: AdvertisedContent?)? {
        let all = past[cue] ?? []
        guard let found = number <= all.count ? all[number - 1] : telling[cue] else { return nil }
        return (found.silence, found.content.map { contents[$0] })
    }
}

/// How a recorded accessory fared with keys, connection by connection.
struct RecordedKeys: Hashable, Sendable {
    struct Attempt: Hashable, Sendable {
        /// Counted from 1.
        let connection: Int
        let succeeded: Bool
    }

    var pairings: [Attempt] = []
    /// The uses of keys that were stored before.
    var uses: [Attempt] = []

    /// What came of an attempt at or after the connection with this number, or of the last one before.
    static func outcome(of attempts: [Attempt], at connection: Int) -> Bool? {
        var (low, high) = (0, attempts.count)
        while low < high {
            let middle = (low + high) / 2
            if attempts[middle].connection < connection { low = middle + 1 } else { high = middle }
        }
        return (low < attempts.count ? attempts[low] : attempts.last)?.succeeded
    }
}

/// A recorded accessory as rules: what it does, and when, seen from what a phone does.
struct AccessoryScript: Sendable {
    /// How long a link without a sign of life lasts; what iPhones begin with (bluez.md, section 4.6).
    static let supervision = Span.milliseconds(720)
    /// How long a connection on the network without a sign of life lasts, and when it is first probed: network.md, 8.2.
    static let networkPatience = Span.seconds(5)
    static let networkIdle = Span.seconds(2)
    /// From an accessory's wish for security until the phone has paired; inferred.
    static let pairing = Span.milliseconds(500)

    var answers: ResponseTable
    var cues: CueTable
    var epochs: AdvertisingTable
    var keys = RecordedKeys()
    var services: [ServiceDefinition] = []
    var ownMTU: UInt16 = ATTBearer.minimumMTU
    /// What it advertises where the recording does not tell.
    var content = AdvertisedContent(name: nil, services: [])
    /// How long a frame and its answer together are on their way, as the fast ones of the recording tell.
    var transport = Span.zero
    /// The ids of the messages on its data channel.
    let identifiers: MessageIdentifiers
    var messages: StoredList<RecordedMessage>
    var assumptions: [String] = []
    /// Whether its data channel is a connection on the network.
    var isOnNetwork = false
    /// Whether wishes to connect came to nothing there without being refused.
    var isUnheard = false

    init(since start: Instant, identifiers: MessageIdentifiers, storedIn storage: (any ByteStorage)?) {
        self.identifiers = identifiers
        answers = ResponseTable(storedIn: storage)
        cues = CueTable(storedIn: storage)
        epochs = AdvertisingTable(since: start)
        messages = StoredList(storedIn: storage)
    }

    /// How long after a cue it acts, in its own time.
    func delay(of act: RecordedAct, after recorded: Span, _ cue: Cue) -> Span {
        let half = Span.nanoseconds(transport.nanoseconds / 2)
        var delay = recorded
        if cue.isOverTheAir { delay = delay - half }
        if act.isOverTheAir { delay = delay - half }
        switch act {
        case .loseLink: delay = delay - Self.supervision
        case .requestSecurity: delay = delay - Self.pairing
        case .frame, .hangUp, .losePower, .requestParameters, .console: break
        }
        return max(delay, .zero)
    }
}
