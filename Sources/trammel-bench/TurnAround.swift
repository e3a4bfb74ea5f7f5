import Benches
import Engine
import Ground
import Journal
import Links
import NearbyInteraction
import OperatingSystem
import Rigs
import Scenarios

/// The phone's turnaround from an accessory's configuration data to the sending of its shareable data, in one process.
///
/// No kernel and no other thread is involved, so all of it is the phone's own time. The journal and the director run
/// after the send and are reported separately.
enum TurnAround {
    static let benchmark = Benchmark(name: "turn-around", arguments: ["RUNS"]) { words in
        guard let runs = Int(words[0]), (1...1_000_000).contains(runs) else {
            throw Malformed(at: 0, "RUNS is a number from 1 to 1000000")
        }
        var turns: [TimedLinks.Turn] = []
        for seed in 1...UInt64(runs) {
            let bench = try BenchFactory.open(.simulated, for: .named("configurationExchange"), seed: seed)
            let links = TimedLinks(bench)
            _ = ScenarioRun(scenario: .named("configurationExchange"), rig: .simulated, seed: seed)
                .play(on: links, recorder: JournalRecorder(keepsEntries: false))
            links.close()
            turns += links.turns
        }
        guard let first = turns.first else { throw Malformed(at: 0, "no configuration data was answered") }
        // The first turn meets code that has never run.
        let warm = turns.count > 1 ? Array(turns.dropFirst()) : turns
        return [
            "turn-around: \(figures(warm.map { $0.sent - $0.arrived })), the first \(first.sent - first.arrived)",
            "then until the next wait (journal, director): \(figures(warm.map { $0.ended - $0.sent }))",
        ]
    }

    private static func figures(_ spans: [Lapse]) -> String {
        let sorted = spans.sorted()
        let high = sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
        return "\(sorted[0]) least, \(sorted[sorted.count / 2]) median, \(high) 95th percentile, of \(sorted.count)"
    }
}

/// Links that read the real clock when configuration data arrives and when its answer leaves.
private final class TimedLinks: LinkSet {
    struct Turn {
        let arrived: Instant
        let sent: Instant
        var ended: Instant
    }

    private let links: any LinkSet
    private let clock = MonotonicClock()
    private let ids = MessageIdentifiers.appleSample
    private var arrived: Instant?
    private var isTurnOpen = false
    private(set) var turns: [Turn] = []

    init(_ links: any LinkSet) { self.links = links }

    var now: Instant { links.now }

    func send(_ outbound: Outbound) -> Instant {
        let instant = links.send(outbound)
        guard let began = arrived, case .bluetooth(_, .frame(let frame)) = outbound,
            Self.message(in: frame) == ids.configureAndStart
        else { return instant }
        let sent = clock.now
        turns.append(Turn(arrived: began, sent: sent, ended: sent))
        (arrived, isTurnOpen) = (nil, true)
        return instant
    }

    func receive(until deadline: Instant) -> Reception {
        if isTurnOpen { turns[turns.count - 1].ended = clock.now }
        isTurnOpen = false
        let reception = links.receive(until: deadline)
        if case .arrival(let arrival) = reception, case .bluetooth(_, .frame(let frame)) = arrival.inbound,
            Self.message(in: frame) == ids.accessoryConfigurationData
        {
            arrived = clock.now
        }
        return reception
    }

    func prove(_ link: LinkID) -> RigFault? { links.prove(link) }
    func close() { links.close() }

    /// Returns the identifier of the message in a notification or a write: the byte after opcode and handle.
    private static func message(in frame: [UInt8]) -> UInt8? { frame.count > 3 ? frame[3] : nil }
}
