import Ground
import ScenarioKit

/// The distances that accessories report themselves, each paired with a measurement by the phone.
///
/// Each is paired with the phone's round nearest in time, before or after, at most `window` away: a console takes some
/// milliseconds for a line, and rounds follow each other every 100 ms to 300 ms. A report without a round that near is
/// counted and compared with nothing. At a walking speed of 1 m/s the two are at most a quarter of a metre apart.
struct ToldLog: Sendable {
    /// The maximum distance in time to a round: longer than half the time between rounds; the rig's own choice.
    static let window = Lapse.milliseconds(250)

    /// An accessory and the form of its report.
    struct Source: Hashable, Sendable {
        let name: AccessoryName
        let report: DistanceReport
    }

    /// One reported distance.
    struct Sample: Sendable {
        fileprivate let source: Int
        let at: Instant
        let told: Distance
        /// The phone's measurement nearest in time, and the time between the two.
        fileprivate(set) var measured: Distance?
        fileprivate var gap = Lapse.zero
        /// The true distance of the accessory.
        let truth: Distance?
    }

    /// The lines received from a console.
    struct Heard: Sendable {
        fileprivate(set) var lines = 0
        fileprivate(set) var last = ""
    }

    private let sources: [(source: Source, matchers: [LineMatcher])]
    private(set) var samples: [Sample] = []
    /// Whether each source has ever reported a distance.
    private var hasTold: [Bool]
    /// For each source, the sample counts at which a line arrived that only began like a distance.
    private var broken: [[Int]]
    private var heard: [(name: AccessoryName, heard: Heard)] = []
    /// The last distance that the phone measured to each accessory, with its instant.
    private var rounds: [(name: AccessoryName, distance: Distance, at: Instant)] = []

    init(of sources: [Source]) {
        self.sources = sources.map { source in
            (source, source.report.lines.compactMap { pattern in try? LineMatcher(pattern) })
        }
        hasTold = Array(repeating: false, count: sources.count)
        broken = Array(repeating: [], count: sources.count)
    }

    /// The number of samples from all sources, which serves as a mark.
    var count: Int { samples.count }

    func samples(of source: Source, since mark: Int) -> [Sample] {
        guard let index = index(of: source) else { return [] }
        return samples[mark...].filter { $0.source == index }
    }

    /// Returns the number of lines since a mark that were damaged or deviate from the format.
    func broken(of source: Source, since mark: Int) -> Int {
        index(of: source).map { index in broken[index].count { $0 >= mark } } ?? 0
    }

    func hasMatched(_ report: DistanceReport, of name: AccessoryName) -> Bool {
        index(of: Source(name: name, report: report)).map { hasTold[$0] } ?? false
    }

    func heard(of name: AccessoryName) -> Heard { heard.first { $0.name == name }?.heard ?? Heard() }

    /// Records a distance measured by the phone.
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

    /// Records a line printed by an accessory.
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

    /// Records an accessory's message outside the session protocol.
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
