/// The FiRa status of a ranging round that yielded no distance (uwb.md 1.8).
///
/// UCI carries the number; Qorvo's CLI firmware prints the name.
public struct RangingFailure: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The kit reported a failure without a reason.
    public static let unspecified = RangingFailure(rawValue: 0x02)
    public static let transmission = RangingFailure(rawValue: 0x20)
    public static let receptionTimeout = RangingFailure(rawValue: 0x21)
    public static let phyDecoding = RangingFailure(rawValue: 0x22)
    public static let timeOfArrival = RangingFailure(rawValue: 0x23)
    public static let sts = RangingFailure(rawValue: 0x24)
    public static let macDecoding = RangingFailure(rawValue: 0x25)
    public static let elementDecoding = RangingFailure(rawValue: 0x26)
    public static let elementMissing = RangingFailure(rawValue: 0x27)

    /// The layer at which reception failed in a kit (uwb.md 4.5).
    public enum Layer: String, Hashable, Codable, Sendable, CaseIterable {
        /// Nothing was received, or the kit doesn't report the layer. Either side may be the cause.
        case none
        /// Preamble, SFD, rate or channel.
        case phy
        /// The scrambled timestamp sequence: IV, vendor id or session key.
        case sts
        case mac
        /// Information elements: FiRa version or role.
        case elements
    }

    /// The layer at which reception failed; nil for a failure of the kit itself, which says nothing about its peer.
    public var layer: Layer? {
        switch self {
        case _ where isOfKit: nil
        case .phyDecoding, .timeOfArrival: .phy
        case .sts: .sts
        case .macDecoding: .mac
        case .elementDecoding, .elementMissing: .elements
        default: Layer.none
        }
    }

    /// Whether the failure is the kit's own: it failed to transmit, or wasn't allowed to take part in the round.
    public var isOfKit: Bool { [0x20, 0x28, 0x29, 0x52, 0x53].contains(rawValue) }

    /// The standard's name; nil for a number without one.
    public var name: String? {
        switch rawValue {
        case 0x20: "RANGING_TX_FAILED"
        case 0x21: "RANGING_RX_TIMEOUT"
        case 0x22: "RX_PHY_DEC_FAILED"
        case 0x23: "RX_PHY_TOA_FAILED"
        case 0x24: "RX_PHY_STS_FAILED"
        case 0x25: "RX_MAC_DEC_FAILED"
        case 0x26: "RX_MAC_IE_DEC_FAILED"
        case 0x27: "RX_MAC_IE_MISSING"
        case 0x28: "ROUND_INDEX_NOT_ACTIVATED"
        case 0x29: "ACTIVE_ROUNDS_EXCEEDED"
        case 0x50: "CCC SE busy"
        case 0x51: "CCC lifecycle"
        case 0x52: "stopped for a conflict with another session"
        case 0x53: "UWB is off by regulation"
        default: nil
        }
    }

    /// Creates the failure from the name that Qorvo's CLI firmware prints, with or without FiRa's prefix:
    /// `TX_FAILED`, `RX_PHY_STS_FAILED`.
    ///
    /// Firmware up to 1.0 prints `Err` for every failure; `Err` and unknown words become `unspecified`.
    public init(cli text: String) {
        let known = (UInt8(0x20)...0x27).lazy.map { RangingFailure(rawValue: $0) }
        self = known.first { $0.name == text || $0.name == "RANGING_" + text } ?? .unspecified
    }
}

extension RangingFailure: CustomStringConvertible {
    /// The standard's name, for example `RX_PHY_STS_FAILED`, or the number if there is none.
    public var description: String {
        if let name { return name }
        return self == .unspecified ? "FAILED" : "status 0x" + String(rawValue, radix: 16, uppercase: true)
    }
}

/// Counts of a kit's ranging rounds by result.
public struct RoundTally: Hashable, Codable, Sendable {
    /// All rounds, with and without a distance.
    public private(set) var rounds = 0
    /// The failures in order of their status numbers.
    public private(set) var failures: [Count] = []

    public struct Count: Hashable, Codable, Sendable {
        public let failure: RangingFailure
        public fileprivate(set) var rounds: Int
    }

    public init() {}

    /// Adds a round; pass nil for one that yielded a distance.
    public mutating func add(_ failure: RangingFailure?) {
        rounds += 1
        guard let failure else { return }
        if let place = failures.firstIndex(where: { $0.failure == failure }) {
            failures[place].rounds += 1
        } else {
            failures.append(Count(failure: failure, rounds: 1))
            failures.sort { $0.failure.rawValue < $1.failure.rawValue }
        }
    }

    /// The number of rounds in which the kit itself failed.
    public var ofKit: Int { failures.reduce(0) { $0 + ($1.failure.isOfKit ? $1.rounds : 0) } }

    /// The layer at which most rounds failed, ignoring rounds that received nothing; nil if no round names a layer.
    public var layer: RangingFailure.Layer? {
        var best: (layer: RangingFailure.Layer, rounds: Int)?
        for layer in RangingFailure.Layer.allCases where layer != .none {
            let rounds = failures.reduce(0) { $0 + ($1.failure.layer == layer ? $1.rounds : 0) }
            if rounds > best?.rounds ?? 0 { best = (layer, rounds) }
        }
        let unheard = failures.reduce(0) { $0 + ($1.failure.layer == Layer.none ? $1.rounds : 0) }
        return best.flatMap { $0.rounds > unheard ? $0.layer : nil }
    }

    private typealias Layer = RangingFailure.Layer
}
