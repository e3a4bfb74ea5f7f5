import Benches
import Engine
import Ground
import Journal
import Links
import RigKit
import ScenarioKit

/// A scenario's course on a sound rig: its result, the activity of each part, and the probes it does not pass.
struct ReferenceRun: Sendable {
    let scenario: Scenario
    let summary: RunSummary
    let probes: [Probe]
    /// The instants of traffic on each part's links, until the verdict.
    private let busy: [BenchPart: [Instant]]

    init(of scenario: Scenario, on rig: Rig, seed: UInt64) {
        self.scenario = scenario
        var watched: WatchedLinks?
        summary = RigTrial.play(scenario, on: rig, seed: seed) { links in
            let links = WatchedLinks(links)
            watched = links
            return links
        }
        let end = Instant.start + summary.elapsed
        let traffic = watched?.traffic.filter { $0.at <= end } ?? []
        var busy: [BenchPart: [Instant]] = [:]
        for part in BenchPart.allCases { busy[part] = traffic.filter { part.owns($0.link) }.map(\.at) }
        self.busy = busy
        guard summary.verdict == .passed else {
            probes = []
            return
        }
        probes = Probe.candidates(for: scenario, lasting: summary.elapsed).filter { probe in
            RigTrial.play(scenario, on: probe.rig(from: rig), seed: seed) { probe.links($0) }.verdict == .failed
        }
    }

    /// Returns the starts of a fault of the part: immediately, in the middle of its work and late in it, and by time
    /// alike.
    func moments(of fault: BenchFault) -> [Instant] {
        if [.readerMissing, .kitNeverOpens, .consoleMute].contains(fault) { return [.start] }
        let frames = busy[fault.facts.part] ?? []
        let places = [frames.count / 2, frames.count * 5 / 6].filter(frames.indices.contains).map { frames[$0] }
        let times = [4, 7].map { Instant.start + Lapse(nanoseconds: summary.elapsed.nanoseconds * $0 / 10) }
        return ([.start] + places + times).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

/// Records the instants of traffic on each link.
private final class WatchedLinks: LinkSet {
    private let links: any LinkSet
    private(set) var traffic: [(link: LinkID, at: Instant)] = []

    init(_ links: any LinkSet) { self.links = links }

    var now: Instant { links.now }

    func send(_ outbound: Outbound) -> Instant {
        traffic.append((outbound.link, links.now))
        return links.send(outbound)
    }

    func receive(until deadline: Instant) -> Reception {
        let reception = links.receive(until: deadline)
        if case .arrival(let arrival) = reception { traffic.append((arrival.inbound.link, arrival.instant)) }
        return reception
    }

    func prove(_ link: LinkID) -> RigFault? { links.prove(link) }

    func close() { links.close() }
}
