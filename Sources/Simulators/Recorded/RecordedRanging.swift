import Ground
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
        let track: RangingTrack?
    }

    /// The tracks of each accessory, and of none, that were not played yet, the next one last.
    private var tracks: [AccessoryName?: [RangingTrack]] = [:]
    private var playing: [Playing] = []
    /// Accessories with recorded sessions in none of which anything was measured.
    private let silent: [AccessoryName]

    init(_ tracks: [RangingTrack]) {
        for track in tracks.reversed() { self.tracks[track.accessory, default: []].append(track) }
        silent = self.tracks.filter { name, tracks in !tracks.contains(where: \.hasDistance) }.compactMap(\.key)
    }

    /// Without any recorded measurement.
    public static let none = RecordedRanging([])

    /// Whether there is no recorded measurement that was not played yet.
    public var isEmpty: Bool { tracks.values.allSatisfy(\.isEmpty) }

    /// Whether a session of an accessory was recorded, yet nothing was ever measured in one.
    func isSilent(_ name: AccessoryName) -> Bool { silent.contains(name) }

    /// What is measured in a round of a session of which this accessory was told, or none.
    mutating func outcome(of round: SimulatedKit.Round, toldTo name: AccessoryName?) -> Outcome {
        let interval = round.parameters.interval
        let place = playing.firstIndex { $0.session == round.session }
        if let place, playing[place].last + interval == round.instant, playing[place].parameters == round.parameters {
            playing[place].last = round.instant
        } else {
            playing.removeAll { $0.session == round.session }
            let track = tracks[name]?.popLast()
            playing.append(
                Playing(
                    session: round.session, parameters: round.parameters, began: round.instant - interval,
                    last: round.instant, track: track))
        }
        guard let now = playing.first(where: { $0.session == round.session }),
            let recorded = now.track?.round(at: round.instant - now.began, interval: interval)
        else { return .unknown }
        guard let measurement = recorded.measurement else { return .lost }
        return .measured(measurement)
    }
}
