/// The firmware that a simulated accessory reports, and the faults in how it reports it.
///
/// An accessory with one has the Device Information Service and a management server after its other services, and
/// prints a banner once it has booted. Without one it has neither.
public struct SimulatedFirmware: Codable, Hashable, Sendable {
    public enum Flaw: String, Codable, Hashable, Sendable, CaseIterable {
        /// The firmware was not flashed: the older image runs.
        case olderRuns
        /// The older image is flashed after `swapAfter` connections.
        case swaps
        /// The image runs as a test: after the next reset the older one is back.
        case unconfirmed
        /// Its images have no hash, as in a boot loader's serial recovery.
        case noHash
        /// It answers with bytes that are not CBOR.
        case garbles
        /// It accepts requests and answers none.
        case mute
        /// It answers with the sequence number of a different request.
        case wrongSequence
        /// It refuses every request, like a server that answers only paired phones.
        case refuses
        /// It has no management server.
        case noManagement
        /// It has no Device Information Service.
        case noInformation
        /// The hash in its custom characteristic lacks its last byte.
        case cutHash
        /// One letter or byte of that hash is garbled.
        case garbledHash
        /// It does not have that characteristic.
        case hidesHash
    }

    /// The transports on which its management server can be reached.
    public enum Management: String, Codable, Hashable, Sendable, CaseIterable { case bluetooth, console, both }

    /// The length of an image's hash in bytes.
    public static let hashSize = 32
    /// The greatest number of bytes shown in its custom characteristic: the length of a SHA-512.
    public static let mostShown = 64

    /// The version of the image that should run: `1.2.3`.
    public let version: String
    /// Its hash of 32 bytes; nil for one derived from the version, which is not the SHA-256 of anything.
    public let imageHash: [UInt8]?
    /// The version of the image in the other slot.
    public let older: String
    public let trouble: Flaw?
    /// The number of connections after which `swaps` takes effect.
    public let swapAfter: Int
    /// The custom characteristic with the hash; nil for none. Its value comes from `imageHash` or `shownHash`.
    public let shown: HashCharacteristic?
    /// The shown bytes of the image that should run; nil for the image's hash.
    public let shownHash: [UInt8]?
    public let management: Management

    public init(
        _ version: String, imageHash: [UInt8]? = nil, older: String = "1.0.0", trouble: Flaw? = nil,
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

    /// Returns the firmware after `count` more connections: `swaps` takes effect that much sooner.
    public func afterConnections(_ count: Int) -> SimulatedFirmware {
        SimulatedFirmware(
            version, imageHash: imageHash, older: older, trouble: trouble, swapAfter: max(0, swapAfter - count),
            shown: shown, shownHash: shownHash, management: management)
    }

    /// The problems found in it, each as the end of a sentence that begins with the accessory's name.
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
