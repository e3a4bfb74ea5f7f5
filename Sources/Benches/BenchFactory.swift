public import Links
public import OperatingSystem
public import RigKit
public import ScenarioKit
public import Simulators
import VirtualMachine

/// Brings up the bench that a rig describes.
public enum BenchFactory {
    /// Everything that the scenario needs of the rig, ready to be used; the caller closes it.
    ///
    /// Throws what is wrong with the rig, each with what to do about it; `warn` hears what is only doubtful. A live
    /// bench has its time from `clock`, and takes from the stock what an earlier one left there.
    public static func open(
        _ rig: Rig, for scenario: Scenario, seed: UInt64, from stock: BenchStock = BenchStock(),
        clock: MonotonicClock = MonotonicClock(), warn: (String) -> Void = { _ in }
    ) throws(RigFault) -> any LinkSet {
        // Without a kit only what needs none is played.
        let needs = scenario.needs.filter { $0 != .uwb || rig.uwb != .none }
        return try open(rig, needs: needs, seed: seed, from: stock, clock: clock, warn: warn)
    }

    /// The parts of the rig that are needed, ready to be used; the caller closes it.
    ///
    /// Simulated accessories that have a part in the recording are played as they were recorded.
    public static func open(
        _ rig: Rig, needs: [Need], seed: UInt64, playing recording: BenchRecording? = nil,
        from stock: BenchStock = BenchStock(), clock: MonotonicClock = MonotonicClock(),
        warn: (String) -> Void = { _ in }
    ) throws(RigFault) -> any LinkSet {
        switch rig.kind {
        case .simulated:
            SimulatedLinks(
                try SurroundingsModel(rig, needs: needs, playing: recording).serving(needs.parts), seed: seed,
                consoles: rig.accessories.filter { $0.console == .simulated }.map(\.name))
        case .virtual, .hardware:
            try LiveBench.open(
                rig, needs: needs, seed: seed, playing: recording, from: stock, clock: clock, warn: warn)
        }
    }
}

/// What is known about the running kernel's Bluetooth, before a bench relies on it.
enum KernelPreflight {
    /// A warning where nobody tried the kernel; throws where it is known to be broken.
    static func check(_ kernel: KernelVersion = .running) throws(RigFault) -> String? {
        switch kernel.standing {
        case .known: nil
        case .unknown(let warning): warning
        case .refused(let reason):
            throw RigFault(
                "the running kernel \(kernel.release) is refused: \(reason)",
                remedy: "Start this machine with another kernel, or use the virtual rig without --no-vm")
        }
    }
}
