import FirmwareIdentity
import Gate
import Ground
import Journal

/// What each accessory told of its firmware last, while one firmware was in it.
///
/// Nobody writes a firmware between two readings of one side: what is told otherwise then shows that another firmware
/// runs, or another unit stands there, also where no text and no hash of the candidate is known.
struct LastTold {
    private var side: GateSide?
    private var told: [AccessoryName: [IdentityReading]] = [:]

    /// What the accessory told at the reading before; nothing where another firmware was in it then.
    func readings(of accessory: AccessoryName, _ side: GateSide) -> [IdentityReading] {
        self.side == side ? told[accessory] ?? [] : []
    }

    mutating func take(_ identities: [RunIdentity], of side: GateSide) {
        if self.side != side { (self.side, told) = (side, [:]) }
        for one in identities { told[one.accessory] = one.readings }
    }
}
