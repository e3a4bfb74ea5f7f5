public import Links
public import OperatingSystem
public import RigKit
public import ScenarioKit
public import Simulators

/// Brings up the bench that a rig describes.
public enum BenchFactory {
    /// Brings up everything that the scenario needs of the rig; the caller closes it.
    ///
    /// Throws everything that is wrong with the rig, each with its remedy; `warn` receives mere doubts. A live bench
    /// takes its time from `clock`, and reuses whatever an earlier bench left in the stock.
    public static func open(
        _ rig: Rig, for scenario: Scenario, seed: UInt64, from stock: BenchPool = BenchPool(),
        clock: MonotonicClock = MonotonicClock(), warn: (String) -> Void = { _ in }
    ) throws(RigFault) -> any LinkSet {
        try open(rig, needs: needs(of: scenario, on: rig), seed: seed, from: stock, clock: clock, warn: warn)
    }

    /// Returns what a bench must bring up for a scenario: what the scenario needs, and the references that show whether
    /// the devices it needs can hear.
    static func needs(of scenario: Scenario, on rig: Rig) -> [Need] {
        // Without a kit, only scenarios that need none are played.
        var needs = scenario.needs.filter { $0 != .uwb || rig.uwb != .none }
        let tags = needs.compactMap { if case .tag(let name) = $0 { name } else { nil } }
        func add(_ need: Need) { if !needs.contains(need) { needs.append(need) } }
        if let name = rig.reference?.name, needs.contains(.uwb) || needs.contains(.bluetooth) {
            add(.accessory(name))
            if !rig.onNetwork.contains(name) { add(.bluetooth) }
        }
        if let tag = rig.referenceTag, needs.contains(.nfc), rig.presentsReference(beside: tags) { add(.tag(tag)) }
        return needs
    }

    /// Brings up the parts of the rig that are needed; the caller closes it.
    ///
    /// Simulated accessories that take part in the recording are played as they were recorded.
    public static func open(
        _ rig: Rig, needs: [Need], seed: UInt64, playing recording: BenchRecording? = nil,
        from stock: BenchPool = BenchPool(), clock: MonotonicClock = MonotonicClock(),
        warn: (String) -> Void = { _ in }
    ) throws(RigFault) -> any LinkSet {
        switch rig.kind {
        case .simulated:
            SimulatedLinks(
                try EnvironmentModel(rig, needs: needs, playing: recording).serving(needs.parts), seed: seed,
                consoles: rig.accessories.filter { $0.console == .simulated }.map(\.name))
        case .virtual, .hardware:
            try LiveBench.open(
                rig, needs: needs, seed: seed, playing: recording, from: stock, clock: clock, warn: warn)
        }
    }
}

/// What is known about the running kernel's Bluetooth, checked before a bench relies on it.
enum KernelPreflight {
    /// Returns a warning if the kernel was never tried; throws if it is known to be broken.
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
