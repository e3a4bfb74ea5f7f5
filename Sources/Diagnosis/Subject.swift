import Ground
public import Simulators
public import Vocabulary

/// The possible subject of a suite: a kind of accessory that the zoo plays, or a rig that measures badly.
public enum Subject: Hashable, Sendable {
    case healthy
    case defect(Defect)
    /// A healthy accessory on a rig that measures badly and does not report it.
    case rig(BadRanging)

    /// Nil for a healthy accessory, and for the rig.
    public var defect: Defect? { if case .defect(let defect) = self { defect } else { nil } }

    var isRig: Bool { if case .rig = self { true } else { false } }
}

/// A room or a kit that measures badly without the rig reporting it, with the amount.
///
/// The figures are steps between what every accessory can tolerate and what none can; they are not based on
/// measurements.
public enum BadRanging: String, Hashable, Sendable, CaseIterable {
    case losing300, losing450, losing550, losing700
    case noisy150, noisy300, noisy500
    case off150, off300, off500
    case losingAndNoisy, losingAndOff

    /// The behaviour of the simulated air: rounds lost per thousand, or millimetres.
    public var world: WorldModel {
        switch self {
        case .losing300: WorldModel(lossPermille: 300)
        case .losing450: WorldModel(lossPermille: 450)
        case .losing550: WorldModel(lossPermille: 550)
        case .losing700: WorldModel(lossPermille: 700)
        case .noisy150: WorldModel(noise: .millimetres(150))
        case .noisy300: WorldModel(noise: .millimetres(300))
        case .noisy500: WorldModel(noise: .millimetres(500))
        case .off150: WorldModel(bias: .millimetres(150))
        case .off300: WorldModel(bias: .millimetres(300))
        case .off500: WorldModel(bias: .millimetres(500))
        case .losingAndNoisy: WorldModel(noise: .millimetres(250), lossPermille: 250)
        case .losingAndOff: WorldModel(lossPermille: 250, bias: .millimetres(250))
        }
    }
}
