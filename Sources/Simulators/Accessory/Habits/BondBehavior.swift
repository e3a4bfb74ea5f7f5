import Ground
import Links

/// What an accessory makes of pairing: it pairs when asked, keeps the key, and pairs anew with a phone that lost its.
struct BondBehavior: Sendable {
    private let model: AccessoryBuild
    private var hasKey = false

    init(model: AccessoryBuild) { self.model = model }

    /// Whether it has a key of the phone and would use it.
    var keepsBond: Bool { hasKey }
    /// Whether it would pair with the phone now.
    var acceptsPairing: Bool {
        !model.has(.cannotPair) && !model.lacks.contains(.pairing) && !(model.has(.refusesPairingAgain) && hasKey)
    }
    var asksForPairing: Bool { (model.has(.asksForPairing) || model.lacks.contains(.guidelines)) && !hasKey }

    mutating func encrypted() { hasKey = true }
    mutating func linkEnded() { if model.has(.rejectsBondedReconnect) { hasKey = false } }

    mutating func powered(_ act: PowerAct) {
        switch act {
        case .cycle: if model.has(.losesBondOnReboot) { hasKey = false }
        case .factoryReset: hasKey = false
        }
    }
}
