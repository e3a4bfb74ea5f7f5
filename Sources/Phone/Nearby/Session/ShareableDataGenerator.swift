public import Ground
public import NearbyInteraction
import UWB

/// Draws the data that a session offers to its peer; no two sessions of a phone share an id or an address.
public struct ShareableDataGenerator: Sendable {
    /// The id and address of another peer's session.
    public struct Use: Hashable, Sendable {
        let sessionID: UInt32
        let address: UInt16

        public init(sessionID: UInt32, address: UInt16) {
            self.sessionID = sessionID
            self.address = address
        }
    }

    /// The limit on draws, more than a phone has sessions; after it, the last draw is used.
    static let tries = 1_000

    private let choices: ShareableSetup
    private let renewal: RetryPolicy.Renewal
    private var generator: SeededGenerator
    private var previous: ShareableConfigurationData?
    /// The id and address of this generator's own session.
    private(set) var own: Use?
    /// The ids and addresses of the phone's other sessions.
    public var others: [Use] = []

    public init(choices: ShareableSetup, renewal: RetryPolicy.Renewal, generator: SeededGenerator) {
        self.choices = choices
        self.renewal = renewal
        self.generator = generator
    }

    /// Returns a token for a new session.
    public mutating func drawToken() -> DiscoveryToken {
        var address = UInt16.random(in: 1...0xFFFE, using: &generator)
        var left = Self.tries
        while left > 0, others.contains(where: { $0.address == address }) {
            left -= 1
            address = UInt16.random(in: 1...0xFFFE, using: &generator)
        }
        return DiscoveryToken(address: ShortAddress(rawValue: address), using: &generator)
    }

    /// Returns the shareable configuration data of a new run with an accessory.
    public mutating func draw(for accessory: AccessoryConfigurationData) -> ShareableConfigurationData {
        var drawn = candidate(for: accessory)
        var left = Self.tries
        while left > 0, isTaken(drawn) {
            left -= 1
            drawn = candidate(for: accessory)
        }
        previous = drawn
        return drawn
    }

    /// Returns the chosen value that could not be used, without a full stop; nil if there is none.
    func deviation(of drawn: ShareableConfigurationData) -> String? {
        if let id = choices.sessionID, drawn.sessionID != id {
            return "the chosen session id \(id.hexadecimal) is in use, another was drawn"
        }
        if let address = choices.shortAddress, drawn.address != address {
            return "the chosen phone address \(address) is in use, another was drawn"
        }
        return nil
    }

    /// Records that the session ranges with the parameters; false if another session has the same id.
    mutating func take(_ parameters: RangingParameters) -> Bool {
        let use = Use(sessionID: parameters.sessionID, address: parameters.address.rawValue)
        guard !others.contains(where: { $0.sessionID == use.sessionID }) else { return false }
        own = use
        return true
    }

    /// Records that the session stopped ranging.
    mutating func release() { own = nil }

    /// Forgets all earlier draws, as after a relaunch of the app.
    mutating func forget() {
        own = nil
        previous = nil
    }

    private mutating func candidate(for accessory: AccessoryConfigurationData) -> ShareableConfigurationData {
        var drawn = ShareableConfigurationData.generate(for: accessory, using: &generator)
        if let previous {
            let isFree = !others.contains { $0.sessionID == previous.sessionID }
            if !renewal.sessionID, isFree { drawn.sessionID = previous.sessionID }
            if !renewal.vector { drawn.initialization = previous.initialization }
            let isUsable =
                previous.address != accessory.address && !others.contains { $0.address == previous.address.rawValue }
            if !renewal.address, isUsable { drawn.address = previous.address }
        }
        apply(choices, to: &drawn)
        return drawn
    }

    private func apply(_ choices: ShareableSetup, to drawn: inout ShareableConfigurationData) {
        if let id = choices.sessionID, !others.contains(where: { $0.sessionID == id }) { drawn.sessionID = id }
        if let address = choices.address, !others.contains(where: { $0.address == address }) {
            drawn.address = ShortAddress(rawValue: address)
        }
        if let vector = choices.initialization { drawn.initialization = vector }
        if let interval = choices.intervalMilliseconds { drawn.intervalMilliseconds = interval }
        if let duration = choices.slotDurationRSTU { drawn.slotDurationRSTU = duration }
        if let slots = choices.slotsPerRound { drawn.slotsPerRound = slots }
        if let drift = choices.driftPPM, drawn.clockDriftPPM != nil { drawn.clockDriftPPM = drift }
        if let code = choices.preambleCode { drawn.preambleCode = code }
        if let country = choices.countryNumber { drawn.countryCode = country }
    }

    private func isTaken(_ drawn: ShareableConfigurationData) -> Bool {
        others.contains { $0.sessionID == drawn.sessionID || $0.address == drawn.address.rawValue }
    }
}

extension ShareableSetup {
    var shortAddress: ShortAddress? { address.map { ShortAddress(rawValue: $0) } }

    /// Nil also for a vector that is not six bytes long.
    var initialization: StaticSTSInitialization? { vector.flatMap { StaticSTSInitialization($0) } }

    /// Nil also for an interval that does not fit the field.
    var intervalMilliseconds: UInt16? { interval.flatMap { UInt16(exactly: $0.nanoseconds / 1_000_000) } }

    /// Two ASCII letters, the first one in the low byte.
    var countryNumber: UInt16? {
        let letters = countryCode.map { Array($0.utf8) } ?? []
        return letters.count == 2 ? UInt16(letters[0]) | UInt16(letters[1]) << 8 : nil
    }
}
