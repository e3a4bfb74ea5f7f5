public import Links
public import RigKit
public import ScenarioKit
public import Simulators
public import System

/// Brings up the bench that a rig describes.
public enum BenchFactory {
    /// Everything that the scenario needs of the rig, ready to be used; the caller closes it.
    ///
    /// Throws what is wrong with the rig, each with what to do about it; `warn` hears what is only doubtful. A live
    /// bench has its time from `clock`.
    public static func open(
        _ rig: Rig, for scenario: Scenario, seed: UInt64, clock: MonotonicClock = MonotonicClock(),
        warn: (String) -> Void = { _ in }
    ) throws(RigFault) -> any LinkSet {
        try open(rig, needs: scenario.needs, seed: seed, clock: clock, warn: warn)
    }

    /// The parts of the rig that are needed, ready to be used; the caller closes it.
    ///
    /// Simulated accessories that have a part in the recording are played as they were recorded.
    public static func open(
        _ rig: Rig, needs: [Need], seed: UInt64, playing recording: BenchRecording? = nil,
        clock: MonotonicClock = MonotonicClock(),
        warn: (String) -> Void = { _ in }
    ) throws(RigFault) -> any LinkSet {
        switch rig.kind {
        case .simulated:
            SimulatedLinks(
                try SurroundingsModel(rig, hasTags: needs.contains(.nfc), playing: recording), seed: seed,
                consoles: rig.accessories.filter { $0.console == .simulated }.map(\.name))
        case .virtual, .hardware:
            try LiveBench.open(rig, needs: needs, seed: seed, playing: recording, clock: clock, warn: warn)
        }
    }
}
