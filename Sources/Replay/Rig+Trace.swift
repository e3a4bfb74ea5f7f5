import Recordings
import RigKit
import ScenarioKit

extension Rig {
    /// Creates a substitute rig for a trace without one, from the devices in the trace's header.
    ///
    /// A run asks its rig only which devices are present and what a scenario may require of them; everything else
    /// went over the links and is in the trace.
    init(standingInFor header: TraceHeader, playing scenario: Scenario) {
        var tags: [TagEntry] = []
        for case .tag(let name) in scenario.needs where !tags.contains(where: { $0.name == name }) {
            tags.append(TagEntry(name, .simulated(TagModel(.ntag215, uri: "https://example.com/"))))
        }
        self.init(
            name: header.rig, summary: "the rig of a trace", kind: .virtual, bluetooth: .simulated,
            uwb: header.hasKit ? .simulated : .none, nfc: header.hasReader ? .simulated : .none,
            accessories: header.accessories.filter { !scenario.phones.contains($0) }.map {
                AccessoryEntry(
                    $0, .simulated(AccessoryModel(profile: header.channels[$0])), console: .simulated, power: .simulated
                )
            },
            tags: tags, motion: .simulated, phones: scenario.phones.map { PeerEntry($0) })
    }
}
