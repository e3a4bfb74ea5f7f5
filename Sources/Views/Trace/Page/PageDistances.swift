import Ground
import Journal
import Links
import Recordings
import ScenarioKit
import Vocabulary
import Wording

/// The distances of a run as drawn on its page: measured and true ones, lost rounds, zones and their changes.
struct PageDistances: Sendable {
    /// The greatest numbers of accessories with a chart, of zone changes, and of failures marked.
    static let mostTracks = 16
    static let mostChanges = 5_000
    static let mostMarks = 4
    /// The events that are drawn.
    static let kinds = [EventKind.distance, .lostRound, .zone]

    private var zones: [DrawnZone] = []
    private var tracks: [DistanceTrack] = []
    /// The kit's measurements, for traces without a journal.
    private var rawTracks: [DistanceTrack] = []
    private var truths: [(accessory: String, distances: TrueDistances)] = []
    private var changes: [DrawnChange] = []
    /// The last frame with the outcome of a ranging round.
    private var lastRound: Int?

    var isEmpty: Bool { tracks.isEmpty && rawTracks.isEmpty }

    /// The tracks that are drawn: those of the journal, unless only the kit measured anything.
    private var shown: [DistanceTrack] {
        tracks.contains { !$0.samples.isEmpty } ? tracks : Array((tracks + rawTracks).prefix(Self.mostTracks))
    }

    /// The distances that are drawn, one entry per accessory.
    var all: [DrawnDistances] {
        shown.map { track in
            DrawnDistances(
                accessory: track.name, samples: track.samples.map { ($0.instant, $0.measured) },
                zones: zones(of: track.name))
        }
    }

    private func zones(of name: String) -> [DrawnZone] { zones.filter { $0.accessory ?? name == name } }

    /// Reads the zones of the phone's app.
    mutating func readZones(in scenarioText: String) {
        guard !scenarioText.isEmpty, let scenario = try? ScenarioFile.scenario(from: scenarioText) else { return }
        zones = scenario.phone.zones.map {
            DrawnZone(
                name: $0.name.rawValue, radius: $0.radius, leavingRadius: $0.leavingRadius,
                accessory: $0.accessory?.rawValue)
        }
    }

    /// Adds the next frame of the trace.
    mutating func receive(_ frame: TimelineEntry.Frame, at instant: Instant) {
        if !frame.meaning.failures.isEmpty { lastRound = frame.number }
        for (peer, distance) in frame.meaning.distances {
            Self.add(to: &rawTracks, "\(peer)") { $0.add(distance, at: instant, frame: frame.number) }
        }
        // Only the stage knows the true distances.
        switch frame.meaning {
        case .request(.stage(.place(let name, let distance))):
            follow(name) { $0.place(at: distance, from: instant) }
        case .request(.stage(.move(let name, let start, let end, _))):
            follow(name) { $0.move(from: start, to: end, at: instant) }
        case .event(.stage(.arrived(let name))): follow(name) { $0.arrive(at: instant) }
        default: break
        }
    }

    /// Adds the next event of the phone.
    mutating func receive(_ event: PhoneEvent, at instant: Instant) {
        switch event {
        case .distance(let accessory, let measured, let smoothed):
            Self.add(to: &tracks, accessory.rawValue) {
                $0.add(measured, smoothed: smoothed, at: instant, frame: lastRound)
            }
        case .nearby(let accessory, .didUpdate(let object)) where object.distance == nil:
            Self.add(to: &tracks, accessory.rawValue) { $0.loseRound(at: instant, frame: lastRound) }
        case .zone(let accessory, let change):
            guard changes.count < Self.mostChanges else { return }
            changes.append(DrawnChange(instant: instant, accessory: accessory, change: change))
        default: break
        }
    }

    private mutating func follow(_ name: AccessoryName, _ change: (inout TrueDistances) -> Void) {
        if let place = truths.firstIndex(where: { $0.accessory == name.rawValue }) {
            return change(&truths[place].distances)
        }
        guard truths.count < Self.mostTracks else { return }
        var distances = TrueDistances()
        change(&distances)
        truths.append((name.rawValue, distances))
    }

    private static func add(
        to tracks: inout [DistanceTrack], _ name: String, _ change: (inout DistanceTrack) -> Void
    ) {
        if let place = tracks.firstIndex(where: { $0.name == name }) { return change(&tracks[place]) }
        guard tracks.count < mostTracks else { return }
        var track = DistanceTrack(name)
        change(&track)
        tracks.append(track)
    }

    // MARK: The charts

    /// Writes a chart for each accessory; dots lead to the frames that `isShown` accepts, and `dots` are those frames.
    func write(
        to html: inout HTMLText, failures: [Failure], dots: inout Set<Int>, _ isShown: (Int) -> Bool
    ) {
        html.raw("<section id=\"distance\"><h2>Distance</h2>\n")
        let marks = failures.prefix(Self.mostMarks).map {
            DistanceChart.Mark(
                instant: $0.instant, text: Sentence.failed($0.code).description, frame: $0.lastFrames.last?.number)
        }
        let time = time(with: marks)
        var count = 0
        for track in shown {
            let itsChanges = changes.filter { $0.accessory.rawValue == track.name }
            let truth = truths.first { $0.accessory == track.name }?.distances ?? TrueDistances()
            guard
                let chart = DistanceChart(
                    track: track, zones: zones(of: track.name), changes: itsChanges, time: time, truth: truth,
                    failures: marks)
            else { continue }
            count += 1
            html.raw("<figure><figcaption>")
            html.data(track.name)
            html.raw(" <span class=\"key\">")
            for (style, name) in chart.legend { html.raw("<span><i class=\"\(style)\"></i>\(name)</span> ") }
            html.raw("</span></figcaption>\(chart.svg(dots: &dots, isShown))</figure>\n")
        }
        writeZoom(isUsed: count > 0, to: &html)
        html.raw("</section>\n")
    }

    /// Returns the time axis of all charts: measurements, lost rounds and failures, with some room for the last dot.
    private func time(with marks: [DistanceChart.Mark]) -> ChartAxis {
        let data = shown.flatMap { track in
            [
                track.samples.first?.instant, track.samples.last?.instant, track.lost.first?.instant,
                track.lost.last?.instant,
            ].compactMap(\.self)
        }
        let all = data.isEmpty ? [] : data + marks.map(\.instant)
        let (first, last) = (all.min() ?? .start, all.max() ?? .start)
        return ChartAxis.time(from: first, to: last + Lapse(nanoseconds: (last - first).nanoseconds / 100))
    }

    private func writeZoom(isUsed: Bool, to html: inout HTMLText) {
        guard isUsed else { return html.element("p", "class=\"none\"", Sentence.nothingMeasured.description) }
        html.raw("<p class=\"zoom\" hidden><button type=\"button\" name=\"in\">Zoom in</button> ")
        html.raw("<button type=\"button\" name=\"out\">Zoom out</button> ")
        html.raw("<button type=\"button\" name=\"all\">Whole run</button> ")
        html.element("span", "class=\"none\"", Sentence.zoomHint.description)
        html.raw("</p>")
    }
}
