import Ground
import Phone
import RigKit
import ScenarioKit
import UWB
import Wording

extension UWBPort {
    /// The host that talks to the kit behind this port; nil if there is none.
    var host: (any UWBHost)? {
        switch self {
        case .simulated, .usb, .serial: UCIHost()
        case .simulatedCLI, .cli: CLIHost()
        case .none: nil
        }
    }
}

extension Scenario {
    /// Returns what the scenario requires and a kit with this host cannot do; nil if it can do everything.
    func lack(of host: any UWBHost) -> Sentence? {
        let accessories = needs.count { if case .accessory = $0 { true } else { false } }
        if accessories > host.mostSessions {
            return .firmware(host.dialect, ranges: host.mostSessions, not: accessories)
        }
        // This includes expected absences, which a kit that reports no angles would always meet.
        if !host.tellsAngles, needs.contains(.angles) {
            return .firmwareHasNoDirections(host.dialect)
        }
        if !phones.isEmpty {
            // The session identifiers of two phones use all 32 bits.
            var between = phone.shareable.sample
            between.sessionID = .max
            if let obstacle = host.obstacle(to: between) { return .told(obstacle) }
        }
        let told = phone.shareable.sample
        let probed = phone.shareable.probe.map { told.probing($0, previous: nil) }
        return (host.obstacle(to: told) ?? probed.flatMap { host.obstacle(to: $0) }).map { .told($0) }
    }
}

extension ShareableSetup {
    /// Sample parameters for a kit, with harmless values in place of those that are generated for each session.
    fileprivate var sample: RangingParameters {
        var sample = RangingParameters(
            sessionID: sessionID ?? 0x0100, deviceType: .controlee, role: .responder,
            address: ShortMACAddress(rawValue: address ?? 0x0102), peers: [ShortMACAddress(rawValue: 0x0304)],
            staticSTSIV: StaticSTSIV([1, 2, 3, 4, 5, 6]))
        if let interval { sample.rangingIntervalMilliseconds = UInt32(clamping: interval.nanoseconds / 1_000_000) }
        if let slotDurationRSTU { sample.slotDurationRSTU = slotDurationRSTU }
        if let slotsPerRound { sample.slotsPerRound = UInt8(clamping: slotsPerRound) }
        if let preambleCode { sample.preambleCode = preambleCode }
        return sample
    }
}
