import Benches
import Engine
import Ground
import Journal
import Links
import OperatingSystem
public import RigKit
import Rigs
public import ScenarioKit

/// A rehearsal in memory just before the real run, so that the real one meets no code that has never run.
///
/// On the first execution, every page of the program must be loaded and every type looked up; in the virtual machine
/// that made the first answer to an accessory ten times slower than all later ones. The rehearsal is invisible,
/// nothing of it is kept, and it plays while the bench is brought up.
public struct WarmUp {
    private let thread: DeviceThread?

    /// Starts playing the scenario on the rig's twin in virtual time.
    public init(of scenario: Scenario, on rig: Rig, seed: UInt64) {
        let twin = Self.twin(of: rig)
        thread = try? DeviceThread("rehearsal", urgency: .ordinary) {
            _ = Self.play(scenario, on: twin, seed: seed, watchers: [Self.encoder])
        }
    }

    /// Returns the duration of a scenario on the rig's twin; nil if it does not pass there, so that the duration is
    /// unknown.
    static func duration(of scenario: Scenario, on rig: Rig) -> Lapse? {
        guard let summary = play(scenario, on: twin(of: rig), seed: 1), summary.verdict == .passed else { return nil }
        return summary.elapsed
    }

    /// Encodes the first lines of a journal and discards them.
    ///
    /// The encoder's look-ups for each new type take about 80 ms in total on a slow machine. If that happened while
    /// the rig waits for an accessory, the run could not be judged.
    private static var encoder: (JournalEntry) -> Void {
        var left = 256
        return { entry in
            guard left > 0 else { return }
            left -= 1
            _ = entry.jsonLine()
        }
    }

    private static func play(
        _ scenario: Scenario, on twin: Rig, seed: UInt64, watchers: [(JournalEntry) -> Void] = []
    ) -> RunSummary? {
        guard let links = try? BenchFactory.open(twin, for: scenario, seed: seed, warn: { _ in }) else { return nil }
        defer { links.close() }
        return ScenarioRun(scenario: scenario, rig: twin, seed: seed)
            .play(on: links, recorder: JournalRecorder(watchers: watchers, keepsEntries: false))
    }

    /// Waits for the end of the rehearsal, which takes some milliseconds of processor time.
    public func end() { thread?.join() }

    /// Returns a rig with the same names and only simulated devices.
    private static func twin(of rig: Rig) -> Rig {
        Rig(
            name: rig.name, summary: rig.summary, kind: .simulated, bluetooth: .simulated, uwb: .simulated,
            nfc: .simulated,
            accessories: rig.accessories.map { entry in
                if case .simulated = entry.port { return entry }
                return AccessoryEntry(entry.name, .simulated(.standard))
            },
            tags: rig.tags.map { entry in
                if case .simulated = entry.port { return entry }
                // The simulated rig's tag of that name has the content that scenarios expect.
                return Rig.simulated.tags.first { $0.name == entry.name }
                    ?? TagEntry(entry.name, .simulated(TagModel(.ntag215, uri: "https://example.com/")))
            },
            motion: .simulated, phones: rig.phones, screens: rig.screens)
    }
}
