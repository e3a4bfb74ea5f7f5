public import Ground
import Links
import NearbyInteraction
import UCI

/// What a recorded kit measured from the beginning of ranging in one session until its end.
public struct RangingTrack: Sendable {
    struct Round: Hashable, Sendable {
        /// Since the session was active.
        let offset: Span
        /// What came of the first measurement; nil for a round without any.
        let measurement: TWRMeasurement?
    }

    /// The accessory that was told of the session; nil for a session of which none was.
    public let accessory: AccessoryName?
    private(set) var rounds: [Round] = []

    /// Whether there is any distance in it.
    public var hasDistance: Bool { rounds.contains { $0.measurement?.distance != nil } }

    init(accessory: AccessoryName?) { self.accessory = accessory }

    /// The round nearest to an offset; nil when the recorded session had ended by then, or measured nothing yet.
    func round(at offset: Span, interval: Span) -> Round? {
        guard let last = rounds.last, offset - last.offset <= interval else { return nil }
        var (low, high) = (0, rounds.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if rounds[middle].offset < offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0, offset - rounds[low - 1].offset < rounds[low].offset - offset else { return rounds[low] }
        return rounds[low - 1]
    }

    /// The tracks of a recording, in the order in which the sessions became active.
    static func tracks(
        in frames: some Sequence<RecordedFrame>, of accessories: [AccessoryRecording]
    ) -> [RangingTrack] {
        var reader = KitReader(accessories)
        for frame in frames {
            switch frame.content {
            case .sent(.kit(let request)):
                if case .bytes(let bytes) = request { reader.sent(bytes, at: frame.instant) }
            case .received(.kit(.bytes(let bytes))): reader.received(bytes, at: frame.instant)
            case .sent, .received: break
            }
        }
        // A session that never came to a round is not seen to begin again.
        return reader.tracks.filter { !$0.rounds.isEmpty }
    }

    /// Follows the messages of a kit.
    private struct KitReader {
        private(set) var tracks: [RangingTrack] = []
        /// Which accessories were told of a session, and since when.
        private var told: [UInt32: [(accessory: AccessoryName, since: Instant)]] = [:]
        private var toKit = UCIFramer(side: .device)
        private var fromKit = UCIFramer(side: .host)
        /// The session that a kit is asked to make, until it has given its token.
        private var asked: [UInt32] = []
        private var sessions: [(token: SessionToken, id: UInt32)] = []
        /// The tracks that go on, each with the instant at which its session became active.
        private var open: [(token: SessionToken, place: Int, began: Instant)] = []

        init(_ accessories: [AccessoryRecording]) {
            let ids = MessageIdentifiers.appleSample
            for accessory in accessories {
                for message in accessory.messages where message.value.first == ids.configureAndStart {
                    guard let data = try? ShareableConfigurationData(decoding: Array(message.value.dropFirst())) else {
                        continue
                    }
                    told[data.sessionID, default: []].append((accessory.name, message.instant))
                }
            }
        }

        mutating func sent(_ bytes: [UInt8], at instant: Instant) {
            for case .packet(let packet) in toKit.receive(bytes, at: instant) {
                if case .sessionInit(let id, _)? = try? UCICommand(decoding: packet) { asked.append(id) }
            }
        }

        mutating func received(_ bytes: [UInt8], at instant: Instant) {
            for case .packet(let packet) in fromKit.receive(bytes, at: instant) {
                if packet.type == .notification {
                    if let notification = try? UCINotification(decoding: packet) { take(notification, at: instant) }
                } else if case .sessionInit(_, let handle)? = try? UCIResponse(decoding: packet), !asked.isEmpty {
                    let id = asked.removeFirst()
                    let token = handle ?? SessionToken(rawValue: id)
                    sessions.removeAll { $0.token == token }
                    sessions.append((token, id))
                }
            }
        }

        private mutating func take(_ notification: UCINotification, at instant: Instant) {
            switch notification {
            case .sessionStatus(let token, let state, _):
                open.removeAll { $0.token == token }
                if state == .active { begin(token, at: instant) }
            case .sessionInfo(let info):
                guard let track = open.first(where: { $0.token == info.token }),
                    case .twoWayRanging(let measurements) = info.measurements
                else { return }
                tracks[track.place].rounds.append(
                    Round(offset: instant - track.began, measurement: measurements.first))
            case .deviceStatus, .genericError, .multicastList, .other: break
            }
        }

        private mutating func begin(_ token: SessionToken, at instant: Instant) {
            let id = sessions.first { $0.token == token }?.id ?? token.rawValue
            let accessory = told[id]?.last { $0.since <= instant }?.accessory
            open.append((token, tracks.count, instant))
            tracks.append(RangingTrack(accessory: accessory))
        }
    }
}
