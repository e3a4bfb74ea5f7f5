import Ground
import Links
import NearbyInteraction
import UWB

/// A recorded kit's measurements in one session, from the beginning of ranging until its end.
struct RangingTrack: Sendable {
    struct Round: Hashable, Sendable {
        /// The time since the session became active.
        let offset: Lapse
        /// The first measurement; nil for a round without any.
        let measurement: TWRMeasurement?
    }

    /// The accessory that was given the session; nil if none was.
    let accessory: AccessoryName?
    var rounds: [Round] = []

    /// Whether it contains any distance.
    var hasDistance: Bool { rounds.contains { $0.measurement?.distance != nil } }

    /// Iterates over the rounds of a track as time passes.
    struct Playing: Sendable {
        private let rounds: [Round]
        private let end: Lapse
        private var place = 0

        init?(_ track: RangingTrack) {
            guard let last = track.rounds.last else { return nil }
            (rounds, end) = (track.rounds, last.offset)
        }

        /// Returns the round nearest to an offset, never earlier than the last one returned; nil if the session had
        /// ended by then.
        mutating func round(at offset: Lapse, interval: Lapse) -> Round? {
            guard offset - end <= interval else { return nil }
            while rounds[place].offset < offset, place + 1 < rounds.count { place += 1 }
            let here = rounds[place]
            guard place > 0, offset - rounds[place - 1].offset < here.offset - offset else { return here }
            return rounds[place - 1]
        }
    }
}

/// Finds the tracks of a recording in the kit's input and output.
struct KitReader {
    /// The number of sessions given to accessories that are remembered; a bound, not a rule.
    private static let toldLimit = 1024

    private(set) var tracks: [RangingTrack] = []
    /// The messages not reached yet of each accessory.
    private var ahead: [(accessory: AccessoryName, start: UInt8, messages: ArraySlice<RecordedMessage>)]
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

    init(_ accessories: [AccessoryRecording]) {
        ahead = accessories.map { ($0.name, $0.script.identifiers.configureAndStart, $0.messages[...]) }
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

    /// Reads the messages to accessories up to a frame.
    private mutating func follow(to frame: Int) {
        for place in ahead.indices {
            while let message = ahead[place].messages.first, message.frame <= frame {
                ahead[place].messages.removeFirst()
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
            tracks[track.place].rounds.append(
                RangingTrack.Round(offset: instant - track.began, measurement: measurements.first))
        case .deviceStatus, .genericError, .multicastList, .other: break
        }
    }

    private mutating func begin(_ token: SessionToken, at instant: Instant) {
        let id = sessions[token] ?? token.rawValue
        open.append((token, tracks.count, instant))
        tracks.append(RangingTrack(accessory: told[id]))
    }
}
