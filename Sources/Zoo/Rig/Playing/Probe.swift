import Benches
import Engine
import Ground
import Journal
import Links
import RigKit
import ScenarioKit
import Simulators

/// A defect in front of the phone, which a run on a sound rig does not pass.
///
/// It is played in addition to a healthy accessory, with the same fault of the rig. If it passes then, the fault
/// removed the evidence, and the healthy accessory's pass is worth nothing.
enum Probe: Hashable, Sendable {
    /// The accessory has a known defect.
    case defect(Defect, of: AccessoryName)
    /// The tag holds another address.
    case otherTag(TagName)
    /// From some instant on the accessory's Bluetooth is silent.
    case losesLink(AccessoryName, at: Instant)
    /// From some instant on the accessory does not range.
    case rangesNot(AccessoryName, at: Instant)

    /// Returns a few probes for a scenario with this normal duration: failing early, in the middle and late.
    static func candidates(for scenario: Scenario, lasting elapsed: Lapse) -> [Probe] {
        let needs = scenario.needs
        let times = [3, 6, 8].map { Instant.start + Lapse(nanoseconds: elapsed.nanoseconds * $0 / 10) }
        return needs.flatMap { need -> [Probe] in
            switch need {
            case .accessory(let name):
                let defects: [Defect] = [
                    .neverStarts, .keepsRangingAfterStop, .keepsRangingAfterDisconnect, .ignoresStop, .consoleErrors,
                    .rangesOnce, .hangsUpOnStop,
                ]
                return defects.map { .defect($0, of: name) } + times.map { .losesLink(name, at: $0) }
                    + times.map { .rangesNot(name, at: $0) }
            case .tag(let name): return [.otherTag(name)]
            default: return []
            }
        }
    }

    /// Returns the rig with the probe.
    func rig(from rig: Rig) -> Rig {
        switch self {
        case .defect(let defect, let name):
            Rig(
                name: rig.name, summary: rig.summary, kind: rig.kind, bluetooth: rig.bluetooth, uwb: rig.uwb,
                nfc: rig.nfc,
                accessories: rig.accessories.map { entry in
                    guard entry.name == name, case .simulated(let model) = entry.port else { return entry }
                    let sick = AccessoryModel(
                        variant: model.variant, advertisedName: model.advertisedName, defects: [defect.rawValue])
                    var changed = entry
                    changed.port = .simulated(sick)
                    return changed
                }, tags: rig.tags, motion: rig.motion, world: rig.world, phones: rig.phones, screens: rig.screens)
        case .otherTag(let name):
            Rig(
                name: rig.name, summary: rig.summary, kind: rig.kind, bluetooth: rig.bluetooth, uwb: rig.uwb,
                nfc: rig.nfc, accessories: rig.accessories,
                tags: rig.tags.map { entry in
                    guard entry.name == name else { return entry }
                    return TagEntry(name, .simulated(TagModel(.ntag213, uri: "https://www.example.net/other")))
                }, motion: rig.motion, world: rig.world, phones: rig.phones, screens: rig.screens)
        case .losesLink, .rangesNot: rig
        }
    }

    /// Returns variants for a rig that loses up to a span of time at an instant: a later event may come at its own
    /// time, immediately, or later by a part of the span. If one variant does not pass, nothing was lost.
    func variants(around moment: Instant, lasting span: Lapse) -> [Probe] {
        let later = [0, 1, 3, 6, 10, 20, 40].map { Lapse(nanoseconds: span.nanoseconds * $0 / 40) }
        // A lost link shows when its supervision timeout is over: the last of these, directly before.
        let soon = [Lapse.milliseconds(1), .milliseconds(-800)].map { moment + $0 }
        switch self {
        case .losesLink(let name, let instant) where instant >= moment:
            return (later.map { instant + $0 } + soon).map { .losesLink(name, at: $0) }
        case .rangesNot(let name, let instant) where instant >= moment:
            return (later.map { instant + $0 } + soon.prefix(1)).map { .rangesNot(name, at: $0) }
        case .losesLink, .rangesNot, .defect, .otherTag: return [self]
        }
    }

    /// The order for the simulated stage, with its instant.
    fileprivate var order: (StageRequest, at: Instant)? {
        switch self {
        case .losesLink(let name, let instant): (.dropLink(name), instant)
        case .rangesNot(let name, let instant): (.silenceUWB(name, true), instant)
        case .defect, .otherTag: nil
        }
    }

    /// Returns the bench with the probe, beneath all faults of the rig.
    func links(_ links: any LinkSet) -> any LinkSet {
        guard let (request, instant) = order else { return links }
        return ProbedLinks(links, request, at: instant)
    }
}

/// The links of a simulated bench whose stage does one additional thing, at one instant, that no scenario ordered.
private final class ProbedLinks: LinkSet {
    private let links: any LinkSet
    private let request: StageRequest
    private let instant: Instant
    private var isDone = false

    init(_ links: any LinkSet, _ request: StageRequest, at instant: Instant) {
        (self.links, self.request, self.instant) = (links, request, instant)
    }

    var now: Instant { links.now }

    func send(_ outbound: Outbound) -> Instant {
        act()
        return links.send(outbound)
    }

    func receive(until deadline: Instant) -> Reception {
        while !isDone, instant < deadline {
            let reception = links.receive(until: instant)
            guard reception == .deadline, links.now >= instant else { return reception }
            act()
        }
        return links.receive(until: deadline)
    }

    func prove(_ link: LinkID) -> RigFault? { links.prove(link) }

    func close() { links.close() }

    private func act() {
        guard !isDone, links.now >= instant else { return }
        isDone = true
        _ = links.send(.stage(request))
    }
}
