import Ground
import Links
import NearbyInteraction
import UCI

/// The recorded measurements as a live kit sees them again: distance over time since ranging began.
///
/// Each time that a session becomes active it takes the next track of the accessory that was told of it; sessions of
/// which no accessory was told take those of which none was told then.
public struct RecordedRanging: Sendable {
    /// What the recording says of a round.
    enum Outcome: Hashable, Sendable {
        /// Nothing: the session is none of the recording, or the recorded one was shorter.
        case unknown
        case lost
        case measured(TWRMeasurement)
    }

    private struct Playing: Sendable {
        let session: UInt32
        let parameters: RangingParameters
        let began: Instant
        var last: Instant
        /// The track; nil where there was none left.
        var track: RangingTrack.Playing?
    }

    /// The tracks of each accessory, and of none, that were not played yet, the next one last.
    private var tracks: [AccessoryName?: [RangingTrack]] = [:]
    private var rounds: StoredLists<RangingTrack.Round>
    private var playing: [Playing] = []
    /// Accessories with recorded sessions in none of which anything was measured.
    private let silent: [AccessoryName]

    /// What a recording has of measurements; the rounds lie with `storage`, or in memory where there is none.
    init(
        of accessories: [AccessoryRecording], in frames: some Sequence<RecordedFrame>,
        storedIn storage: (any ByteStorage)?
    ) {
        var reader = KitReader(accessories, storedIn: storage)
        for frame in frames { reader.read(frame) }
        reader.close()
        rounds = reader.rounds
        // A session that never came to a round is not seen to begin again.
        for track in reader.tracks.reversed() where track.end != nil {
            tracks[track.accessory, default: []].append(track)
        }
        silent = tracks.filter { name, tracks in !tracks.contains(where: \.hasDistance) }.compactMap(\.key)
    }

    /// Without any recorded measurement.
    public static let none = RecordedRanging(of: [], in: [], storedIn: nil)

    /// Whether there is no recorded measurement that was not played yet.
    public var isEmpty: Bool { tracks.values.allSatisfy(\.isEmpty) }

    /// Whether a session of an accessory was recorded, yet nothing was ever measured in one.
    func isSilent(_ name: AccessoryName) -> Bool { silent.contains(name) }

    /// What is measured in a round of a session of which this accessory was told, or none.
    mutating func outcome(of round: SimulatedKit.Round, toldTo name: AccessoryName?) -> Outcome {
        let interval = round.parameters.interval
        // No round of those can follow any more.
        playing.removeAll { $0.last + $0.parameters.interval < round.instant }
        let place = playing.firstIndex { $0.session == round.session }
        if let place, playing[place].last + interval == round.instant, playing[place].parameters == round.parameters {
            playing[place].last = round.instant
        } else {
            playing.removeAll { $0.session == round.session }
            let track = tracks[name]?.popLast().flatMap { RangingTrack.Playing($0, in: &rounds) }
            playing.append(
                Playing(
                    session: round.session, parameters: round.parameters, began: round.instant - interval,
                    last: round.instant, track: track))
        }
        guard let now = playing.firstIndex(where: { $0.session == round.session }) else { return .unknown }
        let offset = round.instant - playing[now].began
        guard let recorded = playing[now].track?.round(at: offset, interval: interval, in: &rounds) else {
            return .unknown
        }
        guard let measurement = recorded.measurement else { return .lost }
        return .measured(measurement)
    }

    /// How many rounds are in memory, and how many sessions are remembered.
    var inMemory: (rounds: Int, sessions: Int) { (rounds.inMemory, playing.count) }
}

/// What a recorded accessory and a live phone told each other about ranging.
struct RecordedSession: Sendable {
    private let ids: MessageIdentifiers
    private var configuration: AccessoryConfigurationData?
    private var shareable: ShareableConfigurationData?
    /// The sessions that phones told it of, the latest last; a bound, not a rule.
    private var sessions: [UInt32] = []
    private static let sessionLimit = 256

    init(ids: MessageIdentifiers) { self.ids = ids }

    /// Whether the phone told it to range in this session.
    func wasTold(_ session: UInt32) -> Bool { sessions.contains(session) }

    /// The phone wrote something.
    mutating func written(_ value: [UInt8]) {
        guard value.first == ids.configureAndStart,
            let data = try? ShareableConfigurationData(decoding: Array(value.dropFirst()))
        else { return }
        shareable = data
        sessions.removeAll { $0 == data.sessionID }
        sessions.append(data.sessionID)
        if sessions.count > Self.sessionLimit { sessions.removeFirst() }
    }

    /// The accessory tells something; gives the sessions in which it ranges from now on, nil for the same as before.
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

    /// The link or the power is gone, and ranging with it.
    mutating func end() -> [RangingParameters] {
        shareable = nil
        return []
    }
}
