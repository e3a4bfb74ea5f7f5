/// An act of the phone on the link to one accessory.
public enum LinkAct: Codable, Hashable, Sendable {
    /// Scan until the accessory is found, and stop there.
    case find
    /// Find the accessory and connect up to the stage.
    case connect(upTo: ChannelStage)
    /// Enable the accessory's notifications on a link connected up to `discovered`.
    case subscribe
    /// Encrypt the link with the stored key, or by pairing if there is none.
    case pair
    /// Read a value that the accessory keeps.
    case read(value: ReadableValue, expecting: ReadExpectation)
    /// Read everything the accessory reveals about its firmware, a vendor-specific characteristic, and its answers
    /// over the serial console.
    case identify(reading: HashPlace?, console: ConsoleProtocol?)
    case disconnect
}

/// A value that the accessory keeps for the phone to read.
public enum ReadableValue: String, Codable, Hashable, Sendable, CaseIterable {
    /// The accessory configuration data in the Nearby Interaction service, which background sessions need.
    case backgroundConfiguration
}

/// The required result of a read.
public enum ReadExpectation: String, Codable, Hashable, Sendable, CaseIterable {
    /// The bytes of the last accessory configuration data that the accessory notified.
    case lastConfiguration
    /// A refusal for lack of authentication or encryption.
    case refusal
    /// The accessory has no such service.
    case absence
    /// Any answer.
    case any
}
