import Glibc
import Ground
public import Links
import NetworkDriver
import OperatingSystem
public import RigKit
public import ScenarioKit

/// The time after firmware was written: the accessory restarts, and its console, a kit on the same hub, and its
/// address may be gone for a while.
///
/// No run is in progress then, so nothing that hangs up is at fault. The next run begins only when everything is back.
/// Consoles and kits are not awaited if one was missing before: opening the bench reports it.
public struct FlashWindow {
    /// The time for which the devices must be there: some programs end before the accessory resets itself.
    static let steady = Lapse.seconds(1)

    private let rig: Rig
    private let needs: [Need]
    /// Whether no console and no kit was missing before.
    private let isComplete: Bool

    /// Begins the window before the firmware is written, for everything that the scenarios need of the rig.
    public init(on rig: Rig, for scenarios: [Scenario]) {
        (self.rig, needs) = (rig, Array(Set(scenarios.flatMap(\.needs))))
        isComplete = LiveBench.missingDevice(of: rig, needs: needs) == nil
    }

    /// Waits until everything is back; throws if something is missing at the limit.
    public func pass() throws(RigFault) {
        guard rig.kind == .hardware else { return }
        let clock = MonotonicClock()
        let limit = clock.now + PowerWindow.returnLimit
        var since = clock.now
        while isComplete, clock.now < since + Self.steady {
            if let missing = LiveBench.missingDevice(of: rig, needs: needs) {
                guard clock.now < limit else { throw Self.notBack(missing) }
                since = clock.now
            }
            _ = Poller(clock: clock).wait([], until: clock.now + PowerWindow.retry)
        }
        for entry in rig.accessories where needs.contains(.accessory(entry.name)) {
            guard case .lan(.endpoint(let host, let port)) = entry.port else { continue }
            while !Self.isListening(host, port) {
                guard clock.now < limit else { throw Self.notBack("\(entry.name) at \(host):\(port)") }
                _ = Poller(clock: clock).wait([], until: clock.now + PowerWindow.retry)
            }
        }
    }

    private static func notBack(_ what: String) -> RigFault {
        RigFault(
            "\(what) is not back \(PowerWindow.returnLimit) after the firmware was written",
            remedy: "See whether the firmware starts and the device comes back when the command is given by hand; a "
                + "serial device keeps its name as /dev/serial/by-id/...")
    }

    private static func isListening(_ host: String, _ port: UInt16) -> Bool {
        guard let addresses = try? NetworkWay.addresses(of: host, port: port) else { return false }
        return addresses.contains(where: NetworkWay.isListening)
    }
}
