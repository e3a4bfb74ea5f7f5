import Ground
import Journal
import Phone
import ScenarioKit
import UWB

/// The figures of each accessory, other phone and companion over a whole run, whether or not the scenario limits them.
///
/// They describe the run for trends, comparisons and gates, and judge nothing. Spans are kept as samples; everything
/// else is one value with its number of samples.
struct AccessoryFigures: Sendable {
    private struct Entry: Sendable {
        let subject: String
        var spans: [(what: String, tally: SpanTally)] = []
        /// The rounds of all sessions; nil before the first.
        var rounds: RoundLog.Sum?
        /// The last distance of the session in progress, and the times between distances of one session.
        var lastDistance: Instant?
        var intervals = ErrorSum()
        var longestInterval: Lapse?
        /// The retries of all sessions; nil if none ran.
        var retries: Int?
        var mtu: UInt16?
        /// Whether the scenario tampered with a message since the last Initialize or token, so that what follows is the
        /// rig's doing.
        var isTampered = false
        /// Whether the session was suspended or ended since the last message that starts one.
        var isInterrupted = false
        /// Whether the kit itself failed in the round that is reported next.
        var skipsRound = false
        /// The smoothed distances at which the zones changed.
        var crossings: [(what: String, distances: ErrorSum)] = []
    }

    private var entries: [Entry] = []
    /// The phases that depend on messages, and are the rig's if it tampered with one of them.
    private static let ofMessages = [
        SampleLog.Kind.answer(.configuration), .answer(.didStart), .answer(.didStop), .answer(.token), .exchange,
        .firstFix,
    ].compactMap(\.figure)
    /// The phases that an interruption of the session prolongs.
    private static let ofSession = [SampleLog.Kind.exchange, .firstFix].compactMap(\.figure)

    /// Adds the duration of a phase with this subject.
    mutating func add(_ span: Lapse, _ what: String, of subject: String) {
        change(subject) { entry in
            guard !entry.isTampered || !AccessoryFigures.ofMessages.contains(what) else { return }
            guard !entry.isInterrupted || !AccessoryFigures.ofSession.contains(what) else { return }
            if let place = entry.spans.firstIndex(where: { $0.what == what }) {
                entry.spans[place].tally.add(span)
            } else {
                var tally = SpanTally()
                tally.add(span)
                entry.spans.append((what, tally))
            }
        }
    }

    /// Adds a round of a session.
    mutating func add(_ round: RoundLog.Round, of name: AccessoryName, truth: RoundLog.Truth, at now: Instant) {
        change("\(name)") { entry in
            defer { entry.skipsRound = false }
            guard !entry.isTampered else { return }
            // The kit, not the accessory, lost this round.
            guard !entry.skipsRound else {
                entry.lastDistance = nil
                return
            }
            entry.rounds = entry.rounds ?? RoundLog.Sum(of: name)
            entry.rounds?.add(round, truth: truth, at: now)
            guard round.distance != nil else { return }
            if let last = entry.lastDistance {
                entry.intervals.add((now - last).nanoseconds)
                entry.longestInterval = max(entry.longestInterval ?? .zero, now - last)
            }
            entry.lastDistance = now
        }
    }

    mutating func note(_ event: PhoneEvent) {
        switch event {
        case .sent(let name, let message):
            change("\(name)") { entry in
                entry.lastDistance = nil
                if message == .initialize || message == .token { entry.isTampered = false }
                if [.initialize, .shareableConfiguration, .token].contains(message) { entry.isInterrupted = false }
                if message == .shareableConfiguration { entry.retries = entry.retries ?? 0 }
            }
        case .channel(let name, .ready(let mtu, _)): change("\(name)") { $0.mtu = mtu }
        case .channel(let name, .lost): change("\(name)") { $0.lastDistance = nil }
        case .nearby(let name, .sessionWasSuspended), .nearby(let name, .paused),
            .nearby(let name, .invalidatedByApp), .nearby(let name, .didInvalidate):
            change("\(name)") { ($0.lastDistance, $0.isInterrupted) = (nil, true) }
        case .kitRound(let name, let failure): change("\(name)") { $0.skipsRound = failure?.isOfKit == true }
        case .nearby(let name, .ranWithPeer): change("\(name)") { $0.retries = $0.retries ?? 0 }
        case .tampered(let name, _, _): change("\(name)") { $0.isTampered = true }
        case .nearby(let name, .retry):
            change("\(name)") { $0.retries = ($0.retries ?? 0) + ($0.isTampered ? 0 : 1) }
        case .zone(let name, let change):
            self.change("\(name)") { entry in
                let what = "\(change.zone) \(change.kind.rawValue)"
                if !entry.crossings.contains(where: { $0.what == what }) { entry.crossings.append((what, ErrorSum())) }
                for place in entry.crossings.indices where entry.crossings[place].what == what {
                    entry.crossings[place].distances.add(Int64(change.distance.millimetres))
                }
            }
        case .channel, .nearby, .distance, .feature, .kitReady, .kitRanging, .blindProbe, .tag,
            .companion, .finding, .fault, .waits:
            break
        }
    }

    /// The figures, grouped by subject in the order of their first event.
    var measured: [Measured] { entries.flatMap(Self.measured) }

    private static func measured(_ entry: Entry) -> [Measured] {
        let spans = entry.spans.flatMap { $0.tally.measured($0.what, of: entry.subject) }
        func one(_ what: String, _ value: Quantity?, of samples: Int? = nil) -> [Measured] {
            value.map { [Measured(what, of: entry.subject, $0, times: samples == 1 ? nil : samples)] } ?? []
        }
        func distance(_ millimetres: Double?) -> Quantity? {
            millimetres.map { .distance(Distance(millimetres: Int32(clamping: Int64($0.rounded())))) }
        }
        let interval = entry.intervals.mean.map { Quantity.span(Lapse(nanoseconds: Int64($0.rounded()))) }
        let errors = entry.rounds?.errors ?? ErrorSum()
        let heard = entry.rounds.flatMap { rounds in Share(rounds.heard, of: rounds.all).map { Quantity.share($0) } }
        return spans
            + one("interval", interval, of: entry.intervals.count)
            + one("longest interval", entry.longestInterval.map { .span($0) })
            + one("availability", heard, of: entry.rounds?.all)
            + one("bias", distance(errors.mean), of: errors.count)
            + one("spread", distance(errors.standardDeviation), of: errors.count)
            + entry.crossings.flatMap { one($0.what, distance($0.distances.mean), of: $0.distances.count) }
            + one("retries", entry.retries.map { .count($0) })
            + one("ATT_MTU", entry.mtu.map { .count(Int($0)) })
    }

    private mutating func change(_ subject: String, _ body: (inout Entry) -> Void) {
        if let place = entries.firstIndex(where: { $0.subject == subject }) { return body(&entries[place]) }
        var entry = Entry(subject: subject)
        body(&entry)
        entries.append(entry)
    }
}

extension SampleLog.Kind {
    /// The name of the phase among an accessory's figures; nil for one that only a scenario's limit defines.
    var figure: String? {
        switch self {
        case .connection: "connect"
        case .link: "link"
        case .discovery: "discovery"
        case .encryption: "encryption"
        case .answer(.configuration): "configuration"
        case .answer(.didStart): "start"
        case .answer(.didStop): "stop"
        case .answer(let message): "\(message)"
        case .exchange: "exchange"
        case .firstFix: "first distance"
        case .reaction, .prompt: nil
        }
    }
}

extension ScreenMeasure {
    /// The name of the phase among a companion's figures.
    var figure: String {
        switch self {
        case .pickToReady: "pick-to-ready"
        case .abortToReconnect: "abort-to-reconnect"
        case .resumeToReady: "resume-to-ready"
        case .frameRoundTrip: "frame round-trip"
        case .streams: "connections"
        }
    }
}
