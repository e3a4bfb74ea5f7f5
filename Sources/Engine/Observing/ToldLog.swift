import Ground
import ScenarioKit

/// The distances that accessories tell themselves, each beside what the phone measured at the time.
///
/// Beside each stands the phone's round that is nearest in time, before it or after it, and no more than `window` away:
/// a console takes some milliseconds for a line, and rounds follow each other every 100 ms to 300 ms. What has no round
/// so near is counted and compared with nothing. At a walk of 1 m/s the two are at most a quarter of a metre apart.
struct ToldLog: Sendable {
    /// How far a round may be in time: longer than from one round to the next, halved; the rig's own choice.
    static let window = Span.milliseconds(250)

    /// Who tells it how.
    struct Source: Hashable, Sendable {
        let name: AccessoryName
        let report: DistanceReport
    }

    /// One distance that was told.
    struct Sample: Sendable {
        fileprivate let source: Int
        let at: Instant
        let told: Distance
        /// What the phone measured nearest to it, and how far away in time that was.
        fileprivate(set) var measured: Distance?
        fileprivate var gap = Span.zero
        /// Where the accessory stood.
        let truth: Distance?
    }

    /// What came on a console.
    struct Heard: Sendable {
        fileprivate(set) var lines = 0
        fileprivate(set) var last = ""
    }

    private let sources: [(source: Source, matchers: [LineMatcher])]
    private(set) var samples: [Sample] = []
    /// Of each source, whether it told anything ever.
    private var hasTold: [Bool]
    /// Of each source the places, among all samples, at which a line came that only began as a distance does.
    private var broken: [[Int]]
    private var heard: [(name: AccessoryName, heard: Heard)] = []
    /// The last distance that the phone measured of each accessory, and when.
    private var rounds: [(name: AccessoryName, distance: Distance, at: Instant)] = []

    init(of sources: [Source]) {
        self.sources = sources.map { source in
            (source, source.report.lines.compactMap { pattern in try? LineMatcher(pattern) })
        }
        hasTold = Array(repeating: false, count: sources.count)
        broken = Array(repeating: [], count: sources.count)
    }

    /// How many there are of all sources: a point in the log.
    var count: Int { samples.count }

    func samples(of source: Source, since mark: Int) -> [Sample] {
        guard let index = index(of: source) else { return [] }
        return samples[mark...].filter { $0.source == index }
    }

    /// How many lines since a point were damaged, or are printed in another way.
    func broken(of source: Source, since mark: Int) -> Int {
        index(of: source).map { index in broken[index].count { $0 >= mark } } ?? 0
    }

    func hasMatched(_ report: DistanceReport, of name: AccessoryName) -> Bool {
        index(of: Source(name: name, report: report)).map { hasTold[$0] } ?? false
    }

    func heard(of name: AccessoryName) -> Heard { heard.first { $0.name == name }?.heard ?? Heard() }

    /// The phone measured a distance.
    mutating func note(round distance: Distance, of name: AccessoryName, at now: Instant) {
        rounds.removeAll { $0.name == name }
        rounds.append((name, distance, now))
        var place = samples.endIndex - 1
        while place >= 0, now - samples[place].at <= Self.window {
            let gap = now - samples[place].at
            if sources[samples[place].source].source.name == name,
                samples[place].measured == nil || gap < samples[place].gap
            {
                (samples[place].measured, samples[place].gap) = (distance, gap)
            }
            place -= 1
        }
    }

    /// A line that an accessory printed.
    mutating func note(line: String, of name: AccessoryName, truth: Distance?, at now: Instant) {
        let place = heard.firstIndex { $0.name == name } ?? heard.count
        if place == heard.count { heard.append((name, Heard())) }
        heard[place].heard.lines += 1
        heard[place].heard.last = line
        for (index, source) in sources.enumerated() where source.source.name == name {
            var isBroken = false
            for matcher in source.matchers {
                switch matcher.match(line) {
                case .none: continue
                case .broken: isBroken = true
                case .line(let distance):
                    isBroken = false
                    if let distance { add(distance, from: index, truth: truth, at: now) }
                }
                if !isBroken { break }
            }
            if isBroken { broken[index].append(samples.count) }
        }
    }

    /// A message of an accessory that is none of the session's.
    mutating func note(message: [UInt8], of name: AccessoryName, truth: Distance?, at now: Instant) {
        for (index, source) in sources.enumerated() where source.source.name == name {
            guard case .sent(let field) = source.source.report, let distance = field.distance(in: message) else {
                continue
            }
            add(distance, from: index, truth: truth, at: now)
        }
    }

    private mutating func add(_ told: Distance, from index: Int, truth: Distance?, at now: Instant) {
        var sample = Sample(source: index, at: now, told: told, truth: truth)
        if let round = rounds.first(where: { $0.name == sources[index].source.name }), now - round.at <= Self.window {
            (sample.measured, sample.gap) = (round.distance, now - round.at)
        }
        hasTold[index] = true
        samples.append(sample)
    }

    private func index(of source: Source) -> Int? { sources.firstIndex { $0.source == source } }
}
