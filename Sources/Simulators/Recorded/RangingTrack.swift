import Ground
import Links
import NearbyInteraction
import UCI

/// A recorded kit's measurements in one session, from the beginning of ranging until its end.
struct RangingTrack: Sendable {
    struct Round: Hashable, Sendable {
        /// The time since the session became active.
        let offset: Span
        /// The first measurement; nil for a round without any.
        let measurement: TWRMeasurement?
    }

    /// The accessory that was given the session; nil if none was.
    let accessory: AccessoryName?
    /// The number of its rounds among the lists of a recording.
    let rounds: Int
    /// The time of its last round; nil while there is none.
    private(set) var end: Span?
    /// Whether it contains any distance.
    private(set) var hasDistance = false

    init(accessory: AccessoryName?, rounds: Int) {
        self.accessory = accessory
        self.rounds = rounds
    }

    mutating func note(_ round: Round) {
        end = round.offset
        if round.measurement?.distance != nil { hasDistance = true }
    }

    /// Iterates over the rounds of a track as time passes.
    struct Playing: Sendable {
        private let end: Span
        private var cursor: StoredLists<Round>.Cursor
        private var before: Round?
        private var here: Round

        init?(_ track: RangingTrack, in rounds: inout StoredLists<Round>) {
            var cursor = rounds.cursor(of: track.rounds)
            guard let end = track.end, let first = cursor.next(in: &rounds) else { return nil }
            (self.end, self.cursor, here) = (end, cursor, first)
        }

        /// Returns the round nearest to an offset, never earlier than the last one returned; nil if the session had
        /// ended by then.
        mutating func round(at offset: Span, interval: Span, in rounds: inout StoredLists<Round>) -> Round? {
            guard offset - end <= interval else { return nil }
            while here.offset < offset, let next = cursor.next(in: &rounds) { (before, here) = (here, next) }
            guard let before, offset - before.offset < here.offset - offset else { return here }
            return before
        }
    }
}

/// Finds the tracks of a recording in the kit's input and output.
struct KitReader {
    /// The number of sessions given to accessories that are remembered; a bound, not a rule.
    private static let toldLimit = 1024

    private(set) var tracks: [RangingTrack] = []
    private(set) var rounds: StoredLists<RangingTrack.Round>
    /// The messages not reached yet, starting with the next one of each accessory.
    private var ahead:
        [(accessory: AccessoryName, start: UInt8, messages: AnyIterator<RecordedMessage>, next: RecordedMessage?)]
    /// The accessory last given each session, and the sessions, the most recent last.
    private var told: [UInt32: AccessoryName] = [:]
    private var sessionsTold: [UInt32] = []
    private var toKit = UCIFramer(side: .device)
    private var fromKit = UCIFramer(side: .host)
    /// The session requested from a kit, until it has returned its token.
    private var asked: [UInt32] = []
    private var sessions: [SessionToken: UInt32] = [:]
    /// The tracks in progress, each with the instant at which its session became active.
    private var open: [(token: SessionToken, place: Int, began: Instant)] = []

    init(_ accessories: [AccessoryRecording], storedIn storage: (any ByteStorage)?) {
        rounds = StoredLists(storedIn: storage)
        ahead = accessories.map { accessory in
            let messages = accessory.messages.makeIterator()
            return (accessory.name, accessory.script.identifiers.configureAndStart, messages, messages.next())
        }
    }

    mutating func read(_ frame: RecordedFrame) {
        switch frame.content {
        case .sent(.kit(let request)): if case .bytes(let bytes) = request { sent(bytes, at: frame.instant) }
        case .received(.kit(.bytes(let bytes))):
            follow(to: frame.number)
            received(bytes, at: frame.instant)
        case .sent, .received: break
        }
    }

    /// Ends the recording of rounds.
    mutating func close() { rounds.close() }

    /// Reads the messages to accessories up to a frame.
    private mutating func follow(to frame: Int) {
        for place in ahead.indices {
            while let message = ahead[place].next, message.frame <= frame {
                ahead[place].next = ahead[place].messages.next()
                guard message.value.first == ahead[place].start,
                    let data = try? ShareableConfigurationData(decoding: Array(message.value.dropFirst()))
                else { continue }
                if told.updateValue(ahead[place].accessory, forKey: data.sessionID) != nil {
                    sessionsTold.removeAll { $0 == data.sessionID }
                }
                sessionsTold.append(data.sessionID)
                if sessionsTold.count > Self.toldLimit { told[sessionsTold.removeFirst()] = nil }
            }
        }
    }

    private mutating func sent(_ bytes: [UInt8], at instant: Instant) {
        for case .packet(let packet) in toKit.receive(bytes, at: instant) {
            if case .sessionInit(let id, _)? = try? UCICommand(decoding: packet) { asked.append(id) }
        }
    }

    private mutating func received(_ bytes: [UInt8], at instant: Instant) {
        for case .packet(let packet) in fromKit.receive(bytes, at: instant) {
            if packet.type == .notification {
                if let notification = try? UCINotification(decoding: packet) { take(notification, at: instant) }
            } else if case .sessionInit(_, let handle)? = try? UCIResponse(decoding: packet), !asked.isEmpty {
                let id = asked.removeFirst()
                sessions[handle ?? SessionToken(rawValue: id)] = id
            }
        }
    }

    private mutating func take(_ notification: UCINotification, at instant: Instant) {
        switch notification {
        case .sessionStatus(let token, let state, _):
            open.removeAll { $0.token == token }
            if state == .active { begin(token, at: instant) }
            if state == .deinitialized { sessions[token] = nil }
        case .sessionInfo(let info):
            guard let track = open.first(where: { $0.token == info.token }),
                case .twoWayRanging(let measurements) = info.measurements
            else { return }
            let round = RangingTrack.Round(offset: instant - track.began, measurement: measurements.first)
            tracks[track.place].note(round)
            rounds.append(round, to: tracks[track.place].rounds)
        case .deviceStatus, .genericError, .multicastList, .other: break
        }
    }

    private mutating func begin(_ token: SessionToken, at instant: Instant) {
        let id = sessions[token] ?? token.rawValue
        open.append((token, tracks.count, instant))
        tracks.append(RangingTrack(accessory: told[id], rounds: rounds.begin()))
    }
}
