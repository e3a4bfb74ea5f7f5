public import FirmwareIdentity
public import Ground
import Links
import OperatingSystem
public import RigKit
public import ScenarioKit

/// The evidence on the consoles that an accessory started after its firmware was written.
///
/// Only a line that comes after the writing counts, because the old firmware starts too while the tool connects (sheet
/// bench.md, section 2.3). The consoles are closed until then, so that the tool may use the same line.
public struct BootWitness: Sendable {
    public enum Start: Hashable, Sendable {
        /// An accessory printed a line as at its start.
        case witnessed(AccessoryName, line: String, after: Lapse)
        /// None did within `limit`; a console that could not be opened, with the reason.
        case silent(because: String?)
        /// None of the accessories has a console.
        case noConsole
    }

    public static let limit = Lapse.seconds(5)
    /// The time after a start in which the firmware says which it is: a bootloader prints its own start first.
    private static let introduction = Lapse.seconds(1)
    private static let shownLimit = 120
    /// Texts of lines printed at a boot (sheet bench.md, section 3.4), in lower case.
    private static let marks = [
        "*** booting ", "*** using zephyr os ", "starting bootloader", "attempting to boot slot ", "rst:0x", "esp-rom:",
    ]

    public private(set) var start: Start
    /// The printed lines that identify the firmware of each accessory under test; of one kind of value, the last.
    public private(set) var readings: [AccessoryName: [IdentityReading]] = [:]

    /// Listens to the consoles of the accessories that the scenarios need, until one has started or the limit passes.
    public init(listeningOn rig: Rig, for scenarios: [Scenario]) {
        let needs = Set(scenarios.flatMap(\.needs))
        let entries = rig.accessories.filter {
            needs.contains(.accessory($0.name)) && $0.console.isReal && $0.reference == nil
        }
        start = entries.isEmpty ? .noConsole : .silent(because: nil)
        guard !entries.isEmpty else { return }
        let (clock, mailbox) = (MonotonicClock(), Mailbox())
        let began = clock.now
        var end = began + Self.limit
        var readers: [AccessoryName: ConsoleReader] = [:]
        defer { for reader in readers.values { reader.close() } }
        while clock.now < end, !Interruption.isRequested {
            for entry in entries {
                if case .ended(let fault)? = readers[entry.name]?.progress {
                    readers[entry.name] = nil
                    if case .silent = start { start = .silent(because: fault.what) }
                }
                // It may be missing for a while: then the next turn tries again.
                readers[entry.name] =
                    readers[entry.name]
                    ?? (try? ConsoleReader(beginning: entry.console, of: entry.name, mailbox: mailbox, clock: clock))
            }
            guard
                case .arrival(let arrival) = mailbox.take(until: min(end, clock.now + PowerWindow.retry), clock: clock),
                case .console(let name, let line) = arrival.inbound
            else { continue }
            if let reading = ConsoleIdentity.reading(line) {
                readings[name, default: []].removeAll { reading.supersedes($0) }
                readings[name, default: []].append(reading)
            }
            guard case .silent = start, Self.isBoot(line) else { continue }
            start = .witnessed(name, line: String(line.prefix(Self.shownLimit)), after: arrival.instant - began)
            end = arrival.instant + Self.introduction
        }
    }

    /// Returns whether firmware prints such a line only at its start.
    static func isBoot(_ line: String) -> Bool {
        let text = line.lowercased()
        return marks.contains { text.contains($0) }
    }
}

extension ConsolePort {
    /// Whether a real accessory prints on it.
    fileprivate var isReal: Bool {
        switch self {
        case .serial, .rfc2217, .pipe: true
        case .simulated, .none: false
        }
    }
}
