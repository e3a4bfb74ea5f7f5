/// Something that the phone does with the link to one accessory.
public enum LinkAct: Codable, Hashable, Sendable {
    /// Scan until the accessory is found, and stop there.
    case find
    /// Find the accessory and connect, as far as the stage.
    case connect(upTo: ChannelStage)
    /// Switch the accessory's notifications on, on a link that was connected up to `discovered`.
    case subscribe
    /// Encrypt the link: with the stored key, or pairing when there is none.
    case pair
    /// Read a value that the accessory keeps.
    case read(value: ReadableValue, expecting: ReadExpectation)
    /// Read what the accessory says of its firmware, whatever that is, a characteristic of the maker's own, and what it
    /// answers over its serial console.
    case identify(reading: HashPlace?, console: ConsoleProtocol?)
    case disconnect
}

/// A value that the accessory keeps for the phone to read.
public enum ReadableValue: String, Codable, Hashable, Sendable, CaseIterable {
    /// The accessory configuration data in the Nearby Interaction service, which background sessions need.
    case backgroundConfiguration
}

/// What must come of a read.
public enum ReadExpectation: String, Codable, Hashable, Sendable, CaseIterable {
    /// The bytes of the last accessory configuration data that the accessory notified.
    case lastConfiguration
    /// Refused for want of authentication or encryption.
    case refusal
    /// The accessory has no such service.
    case absence
    /// Any answer.
    case any
}
