import GATT
import Ground
import Links
import NearbyInteraction

/// A recorded accessory's silence after some event, and its advertisement after that.
struct AdvertisingEpoch: Hashable, Sendable {
    enum Silence: Hashable, Sendable {
        /// The recording did not listen long enough to show it.
        case unknown
        case lasts(Lapse)
        case forever
    }

    /// The event that began it: `boot`, `disconnected` or `power`.
    let cue: Cue
    let began: Instant
    var silence = Silence.unknown
    /// The advertisement heard in it; nil for none.
    var content: AdvertisedContent?
}

/// A recorded accessory's advertisements and the silences before them, one epoch after the other.
struct AdvertisingTable: Sendable {
    /// The remainder of an epoch that is over. It is kept minimal, because every end of a link begins an epoch.
    private struct Past: Sendable {
        let silence: AdvertisingEpoch.Silence
        /// The index of the content heard; nil for none.
        let content: Int?
    }

    /// The current epoch, or the last one.
    var current: AdvertisingEpoch
    private var past: [Cue: [Past]] = [:]
    /// The last epoch of each type whose silence is known.
    private var telling: [Cue: Past] = [:]
    private var contents: [AdvertisedContent] = []
    private var places: [AdvertisedContent: Int] = [:]
    /// The first content heard, and the first name in it.
    private(set) var firstHeard: AdvertisedContent?
    private(set) var firstName: String?
    /// Whether it was silent to the end each time.
    private(set) var isSilent = true

    init(since start: Instant) { current = AdvertisingEpoch(cue: .boot, began: start) }

    mutating func begin(_ cue: Cue, at instant: Instant) {
        close()
        current = AdvertisingEpoch(cue: cue, began: instant)
    }

    /// Moves the current epoch to the past ones.
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

    /// Gives a name to contents heard without one.
    mutating func name(_ name: String) {
        for place in contents.indices where contents[place].name == nil { contents[place].name = name }
    }

    /// Returns the silence of this type with this number, from 1, or the last one that is known, and the content that
    /// ended it.
    func epoch(_ cue: Cue, _ number: Int) -> (silence: AdvertisingEpoch.Silence, content: AdvertisedContent?)? {
        let all = past[cue] ?? []
        guard let found = number <= all.count ? all[number - 1] : telling[cue] else { return nil }
        return (found.silence, found.content.map { contents[$0] })
    }
}

/// A recorded accessory's use of keys, connection by connection.
struct RecordedKeys: Hashable, Sendable {
    struct Attempt: Hashable, Sendable {
        /// Counted from 1.
        let connection: Int
        let succeeded: Bool
    }

    var pairings: [Attempt] = []
    /// The uses of keys that were stored before.
    var uses: [Attempt] = []

    /// Returns the outcome of the first attempt at or after the connection with this number, or of the last one
    /// before.
    static func outcome(of attempts: [Attempt], at connection: Int) -> Bool? {
        var (low, high) = (0, attempts.count)
        while low < high {
            let middle = (low + high) / 2
            if attempts[middle].connection < connection { low = middle + 1 } else { high = middle }
        }
        return (low < attempts.count ? attempts[low] : attempts.last)?.succeeded
    }
}

/// A recorded accessory as rules: its acts and their times, depending on the phone's acts.
struct AccessoryScript: Sendable {
    /// The duration of a link without a sign of life; the initial value of iPhones (bluez.md, section 4.6).
    static let supervision = Lapse.milliseconds(720)
    /// The duration of a network connection without a sign of life, and the time of its first probe: network.md, 8.2.
    static let networkPatience = Lapse.seconds(5)
    static let networkIdle = Lapse.seconds(2)
    /// The time from an accessory's security request until the phone has paired; inferred.
    static let pairing = Lapse.milliseconds(500)

    var answers = ResponseTable()
    var cues = CueTable()
    var epochs: AdvertisingTable
    var keys = RecordedKeys()
    var services: [ServiceDefinition] = []
    var ownMTU: UInt16 = ATTBearer.minimumMTU
    /// The content it advertises if the recording does not show any.
    var content = AdvertisedContent(name: nil, services: [])
    /// The transmission time of a frame and its answer together, from the fastest ones in the recording.
    var transport = Lapse.zero
    /// The ids of the messages on its data channel.
    let identifiers: MessageIdentifiers
    var messages: [RecordedMessage] = []
    var assumptions: [String] = []
    /// Whether its data channel is a network connection.
    var isOnNetwork = false
    /// Whether connection attempts failed there without being refused.
    var isUnheard = false

    init(since start: Instant, identifiers: MessageIdentifiers) {
        self.identifiers = identifiers
        epochs = AdvertisingTable(since: start)
    }

    /// Returns the time from a cue to an act as seen by the accessory.
    func delay(of act: RecordedAct, after recorded: Lapse, _ cue: Cue) -> Lapse {
        let half = Lapse.nanoseconds(transport.nanoseconds / 2)
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
