/// Which firmware a simulated accessory says that it runs, and what is wrong with how it says it.
///
/// With one it has the Device Information Service and a management server behind its other services, and prints a
/// banner when it has booted. Without one it has neither.
public struct SimulatedFirmware: Codable, Hashable, Sendable {
    public enum Trouble: String, Codable, Hashable, Sendable, CaseIterable {
        /// Somebody forgot to write the firmware: the older image runs.
        case olderRuns
        /// After `swapAfter` connections somebody writes the older image.
        case swaps
        /// The image runs as a test: after the next reset the older one is back.
        case unconfirmed
        /// Its images have no hash, as in a boot loader's serial recovery.
        case noHash
        /// It answers with bytes that are no CBOR.
        case garbles
        /// It takes questions and answers none.
        case mute
        /// It answers with the sequence number of another question.
        case wrongSequence
        /// It refuses every question, as a server does that only a paired phone may ask.
        case refuses
        /// It has no management server.
        case noManagement
        /// It has no Device Information Service.
        case noInformation
        /// The last byte of the hash in its own characteristic is missing.
        case cutHash
        /// One letter or byte of it is garbled.
        case garbledHash
        /// It has no such characteristic.
        case hidesHash
    }

    /// Where its management server can be asked.
    public enum Management: String, Codable, Hashable, Sendable, CaseIterable { case bluetooth, console, both }

    /// How many bytes an image's hash has.
    public static let hashSize = 32
    /// How many bytes its own characteristic shows at most: a SHA-512 has as many.
    public static let mostShown = 64

    /// The version of the image that should run: `1.2.3`.
    public let version: String
    /// Its hash of 32 bytes; nil for one that is made up from the version, and no SHA-256 of anything.
    public let imageHash: [UInt8]?
    /// The version of the image in the other slot.
    public let older: String
    public let trouble: Trouble?
    /// After how many connections `swaps` comes about.
    public let swapAfter: Int
    /// Its own characteristic with the hash; nil for none. What of it is shown comes from `imageHash` or `shownHash`.
    public let shown: HashCharacteristic?
    /// What is shown of the image that should run; nil for the image's hash.
    public let shownHash: [UInt8]?
    public let management: Management

    public init(
        _ version: String, imageHash: [UInt8]? = nil, older: String = "1.0.0", trouble: Trouble? = nil,
        swapAfter: Int = 1, shown: HashCharacteristic? = nil, shownHash: [UInt8]? = nil,
        management: Management = .bluetooth
    ) {
        self.management = management
        self.version = version
        self.imageHash = imageHash
        self.older = older
        self.trouble = trouble
        self.swapAfter = swapAfter
        self.shown = shown
        self.shownHash = shownHash
    }

    /// The same after so many connections more: `swaps` comes that much sooner.
    public func afterConnections(_ count: Int) -> SimulatedFirmware {
        SimulatedFirmware(
            version, imageHash: imageHash, older: older, trouble: trouble, swapAfter: max(0, swapAfter - count),
            shown: shown, shownHash: shownHash, management: management)
    }

    /// What is wrong with it, as the end of a sentence that begins with the accessory's name.
    public var problems: [String] {
        var found: [String] = []
        for text in [version, older] where !(1...60).contains(text.utf8.count) {
            found.append("must tell a version of 1 to 60 bytes, not \(text.utf8.count)")
        }
        if let imageHash, imageHash.count != Self.hashSize {
            found.append("must have an image's hash of \(Self.hashSize) bytes, not \(imageHash.count)")
        }
        for problem in shown?.place.problems ?? [] { found.append("cannot show its hash: \(problem)") }
        if let prefix = shown?.prefix, !(1...Self.mostShown).contains(prefix) {
            found.append("cannot show \(prefix) bytes of its hash: 1 to \(Self.mostShown) can be shown")
        }
        if let shownHash, !(1...Self.mostShown).contains(shownHash.count) {
            found.append("must show a hash of 1 to \(Self.mostShown) bytes, not \(shownHash.count)")
        }
        if swapAfter < 0 { found.append("cannot swap its image after \(swapAfter) connections") }
        return found
    }
}
