public import FirmwareIdentity
public import Ground
import Vocabulary

/// An accessory's firmware identity at one time of a run, for a gate to judge.
public struct RunIdentity: Hashable, Codable, Sendable {
    public let accessory: AccessoryName
    /// The instant at which the reading ended.
    public let instant: Instant
    /// The values read over Bluetooth, followed by those that the accessory printed since the previous reading.
    public let readings: [IdentityReading]

    public init(accessory: AccessoryName, instant: Instant, readings: [IdentityReading]) {
        (self.accessory, self.instant, self.readings) = (accessory, instant, readings)
    }
}

extension Sequence<JournalEntry> {
    /// All readings of an accessory's firmware in a run's journal, in order.
    ///
    /// If several console lines have the same kind of value, the last one counts, because other firmware may run
    /// after a reset.
    public func identities() -> [RunIdentity] {
        var found: [RunIdentity] = []
        var printed: [(link: LinkID, reading: IdentityReading)] = []
        for entry in self {
            switch entry.event {
            case .frame(let frame) where frame.kind == "console":
                guard case .text(let text)? = frame.values["text"], let reading = ConsoleIdentity.reading(text) else {
                    continue
                }
                printed.removeAll { $0.link == frame.link && reading.supersedes($0.reading) }
                printed.append((frame.link, reading))
            case .phone(.channel(let name, .identified(let readings))):
                let link = LinkID.console(name)
                let told = printed.filter { $0.link == link }.map(\.reading)
                printed.removeAll { $0.link == link }
                found.append(RunIdentity(accessory: name, instant: entry.instant, readings: readings + told))
            default: continue
            }
        }
        return found
    }
}
