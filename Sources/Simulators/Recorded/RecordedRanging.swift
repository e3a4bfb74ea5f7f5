import Ground
import Links
import NearbyInteraction
import UWB

/// The recorded measurements as a live kit sees them: distance over time since ranging began.
///
/// Each time a session becomes active it takes the next track of the accessory that was given it; sessions given to
/// no accessory take the tracks of such sessions.
public struct RecordedRanging: Sendable {
    /// The recorded result of a round.
    enum Outcome: Hashable, Sendable {
        /// Nothing: the session is not in the recording, or the recorded one was shorter.
        case unknown
        case lost
        case measured(TWRMeasurement)
    }

    struct Playing: Sendable {
        let session: UInt32
        let parameters: RangingParameters
        let began: Instant
        var last: Instant
        /// The track; nil if there was none left.
        var track: RangingTrack.Playing?
    }

    /// The tracks of each accessory, and of none, that were not played yet, the next one last.
    private var tracks: [AccessoryName?: [RangingTrack]] = [:]
    private(set) var playing: [Playing] = []
    /// Accessories whose recorded sessions contain no measurement.
    private let silent: [AccessoryName]

    init(of accessories: [AccessoryRecording], in frames: some Sequence<RecordedFrame>) {
        var reader = KitReader(accessories)
        for frame in frames { reader.read(frame) }
        // A session without a single round cannot be recognized when it begins.
        for track in reader.tracks.reversed() where !track.rounds.isEmpty {
            tracks[track.accessory, default: []].append(track)
        }
        silent = tracks.filter { name, tracks in !tracks.contains(where: \.hasDistance) }.compactMap(\.key)
    }

    /// Ranging without any recorded measurement.
    public static let none = RecordedRanging(of: [], in: [])

    /// Whether all recorded measurements were played.
    public var isEmpty: Bool { tracks.values.allSatisfy(\.isEmpty) }

    /// Whether sessions of an accessory were recorded, but never with a measurement.
    func isSilent(_ name: AccessoryName) -> Bool { silent.contains(name) }

    /// Returns the result of a round of a session that was given to this accessory, or to none.
    mutating func outcome(of round: SimulatedKit.Round, toldTo name: AccessoryName?) -> Outcome {
        let interval = round.parameters.interval
        // No further round of these can follow.
        playing.removeAll { $0.last + $0.parameters.interval < round.instant }
        let place = playing.firstIndex { $0.session == round.session }
        if let place, playing[place].last + interval == round.instant, playing[place].parameters == round.parameters {
            playing[place].last = round.instant
        } else {
            playing.removeAll { $0.session == round.session }
            let track = tracks[name]?.popLast().flatMap(RangingTrack.Playing.init)
            playing.append(
                Playing(
                    session: round.session, parameters: round.parameters, began: round.instant - interval,
                    last: round.instant, track: track))
        }
        guard let now = playing.firstIndex(where: { $0.session == round.session }) else { return .unknown }
        let offset = round.instant - playing[now].began
        guard let recorded = playing[now].track?.round(at: offset, interval: interval) else {
            return .unknown
        }
        guard let measurement = recorded.measurement else { return .lost }
        return .measured(measurement)
    }
}

/// The ranging messages between a recorded accessory and a live phone.
struct RecordedSession: Sendable {
    private let ids: MessageIdentifiers
    private var configuration: AccessoryConfigurationData?
    private var shareable: ShareableConfigurationData?
    /// The sessions that phones gave it, the latest last; a bound, not a rule.
    private var sessions: [UInt32] = []
    private static let sessionLimit = 256

    init(ids: MessageIdentifiers) { self.ids = ids }

    /// Whether the phone asked it to range in this session.
    func wasTold(_ session: UInt32) -> Bool { sessions.contains(session) }

    /// Records a value written by the phone.
    mutating func written(_ value: [UInt8]) {
        guard value.first == ids.configureAndStart,
            let data = try? ShareableConfigurationData(decoding: Array(value.dropFirst()))
        else { return }
        shareable = data
        sessions.removeAll { $0 == data.sessionID }
        sessions.append(data.sessionID)
        if sessions.count > Self.sessionLimit { sessions.removeFirst() }
    }

    /// Records a message of the accessory, and returns the sessions in which it ranges from now on; nil if unchanged.
    mutating func told(_ value: [UInt8]) -> [RangingParameters]? {
        switch try? AccessoryMessage(decoding: value, using: ids) {
        case .accessoryConfigurationData(let payload):
            configuration = try? AccessoryConfigurationData(decoding: payload)
            return nil
        case .uwbDidStart:
            guard let configuration, let shareable else { return nil }
            return RangingParameters(accessory: configuration, shareable).map { [$0] }
        case .uwbDidStop: return []
        default: return nil
        }
    }

    /// Ends ranging, because the link or the power is gone.
    mutating func end() -> [RangingParameters] {
        shareable = nil
        return []
    }
}
