import ATT
import GATT
import Ground
import Links

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
        (attempts.first { $0.connection >= connection } ?? attempts.last)?.succeeded
    }
}

/// A recorded accessory as rules: what it does, and when, seen from what a phone does.
struct AccessoryScript: Sendable {
    /// How long a link without a sign of life lasts; what iPhones begin with (bluez.md, section 4.6).
    static let supervision = Span.milliseconds(720)
    /// From an accessory's wish for security until the phone has paired; inferred.
    static let pairing = Span.milliseconds(500)

    var answers = AnswerBook()
    var cues = CueBook()
    var epochs: [AdvertisingEpoch] = []
    var keys = RecordedKeys()
    var services: [ServiceDefinition] = []
    var ownMTU: UInt16 = ATTBearer.minimumMTU
    /// What it advertises where the recording does not tell.
    var content = AdvertisedContent(name: nil, services: [])
    /// How long a frame and its answer together are on their way, as the fast ones of the recording tell.
    var transport = Span.zero
    var messages: [RecordedMessage] = []
    var assumptions: [String] = []

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
