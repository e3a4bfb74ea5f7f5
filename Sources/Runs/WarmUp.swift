import Benches
import Engine
import Ground
import Journal
import Links
import OperatingSystem
public import RigKit
public import ScenarioKit

/// A run in memory just before the real one, so that the real one meets no code that was never run.
///
/// The first time through, every page of the program must be fetched and every type be looked up: in the virtual
/// machine that made the first answer to an accessory ten times slower than all later ones. Nobody sees the rehearsal,
/// nothing is kept of it, and it plays while the bench is brought up.
public struct WarmUp {
    private let thread: DeviceThread?

    /// Begins to play the scenario on the rig's twin in virtual time.
    public init(of scenario: Scenario, on rig: Rig, seed: UInt64) {
        let twin = Self.twin(of: rig)
        thread = try? DeviceThread("rehearsal", urgency: .ordinary) {
            _ = Self.play(scenario, on: twin, seed: seed, watchers: [Self.encoder])
        }
    }

    /// How long a scenario takes on the rig's twin; nil where it does not pass there, and nobody knows.
    static func duration(of scenario: Scenario, on rig: Rig) -> Span? {
        guard let summary = play(scenario, on: twin(of: rig), seed: 1), summary.verdict == .passed else { return nil }
        return summary.elapsed
    }

    /// Encodes the first lines of a journal for nobody.
    ///
    /// What the encoder looks up about each type it meets takes a slow machine some 80 ms in all. Were that done while
    /// an accessory is waited for, the run could not be judged.
    private static var encoder: (JournalEntry) -> Void {
        var left = 256
        return { entry in
            guard left > 0 else { return }
            left -= 1
            _ = try? entry.jsonLine()
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

    /// Waits for its end, which is a matter of milliseconds of processor time.
    public func end() { thread?.join() }

    /// The same names with nothing real behind them.
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
                return TagEntry(entry.name, .simulated(TagModel(.ntag215, uri: "https://example.com/")))
            },
            motion: .simulated, phones: rig.phones, screens: rig.screens)
    }
}
