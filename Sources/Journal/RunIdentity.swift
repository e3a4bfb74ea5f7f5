public import FirmwareIdentity
public import Ground
import Vocabulary

/// What an accessory said of its firmware at one time of a run: what a gate judges.
public struct RunIdentity: Hashable, Codable, Sendable {
    public let accessory: AccessoryName
    /// When the reading ended.
    public let instant: Instant
    /// What was read over Bluetooth, and behind it what the accessory had printed since the reading before.
    public let readings: [IdentityReading]

    public init(accessory: AccessoryName, instant: Instant, readings: [IdentityReading]) {
        (self.accessory, self.instant, self.readings) = (accessory, instant, readings)
    }
}

extension Sequence<JournalEntry> {
    /// Every reading of an accessory's firmware in the journal of a run, in the order in which they were made.
    ///
    /// Of several lines on the console that tell the same kind of thing, the last one counts: behind a reset another
    /// firmware may run.
    public func identities() -> [RunIdentity] {
        var found: [RunIdentity] = []
        var printed: [(link: String, reading: IdentityReading)] = []
        for entry in self {
            switch entry.event {
            case .frame(let frame) where frame.kind == "console":
                guard case .text(let text)? = frame.values["text"], let reading = ConsoleIdentity.reading(text) else {
                    continue
                }
                printed.removeAll { $0.link == frame.link && $0.reading.claim.isLike(reading.claim) }
                printed.append((frame.link, reading))
            case .phone(.channel(let name, .identified(let readings))):
                let link = LinkID.console(name).description
                let told = printed.filter { $0.link == link }.map(\.reading)
                printed.removeAll { $0.link == link }
                found.append(RunIdentity(accessory: name, instant: entry.instant, readings: readings + told))
            default: continue
            }
        }
        return found
    }
}

extension IdentityClaim {
    /// Whether both are of the kinds that a line tells, and of the same one.
    fileprivate func isLike(_ other: IdentityClaim) -> Bool {
        switch (self, other) {
        case (.version, .version), (.imageHash, .imageHash), (.buildID, .buildID): true
        default: false
        }
    }
}
