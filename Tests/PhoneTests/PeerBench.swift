import Ground
import NearbyInteraction
import Phone

/// A controller that knows two other phones, and no accessory.
struct PeerBench {
    var desk: NearbyController
    var now = Instant.start

    init(system: SystemSettings = SystemSettings(), seed: UInt64 = 1) {
        desk = NearbyController(
            settings: NearbySettings(), system: system, accessories: [], phones: ["other", "third"],
            generator: SeededGenerator(seed: seed))
    }

    mutating func run(_ name: AccessoryName, _ token: DiscoveryToken, isExtendedDistance: Bool = false) -> String {
        let effects = desk.run(name, peer: token, isExtendedDistance: isExtendedDistance, at: now)
        return effects.map { SessionBench.word($0.effect) }.joined(separator: ", ")
    }
}

extension NearbyController {
    /// Initializes an accessory that answers with this address, and returns the effects of its answer.
    mutating func cycle(_ name: AccessoryName, address: UInt16, at now: Instant = .start) -> [PeerSessionEffect] {
        channelOpened(to: name)
        _ = start(name, at: now)
        wrote([0x0A], to: name, byApp: true, at: now)
        let data = AccessoryConfigurationData(role: .responder, address: ShortAddress(rawValue: address))
        let effects = receive([0x01] + data.encoded, from: name, at: now)
        for case .write(let message) in effects.map(\.effect) {
            wrote(message.encoded(), to: name, byApp: true, at: now)
        }
        return effects
    }
}

extension NearbyEffect {
    var isInvalidation: Bool { if case .event(.didInvalidate) = self { true } else { false } }
}
