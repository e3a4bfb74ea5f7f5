import FirmwareIdentity
import Gate
import Ground
import Journal

/// The last report of each accessory about its firmware, for one firmware.
///
/// No firmware is written between two readings of one side. A different report therefore shows that another firmware
/// runs, or that the unit was exchanged, even if no text or hash of the candidate is known.
struct LastTold {
    private var side: GateSide?
    private var told: [AccessoryName: [IdentityReading]] = [:]

    /// Returns the accessory's report at the previous reading; empty if it had another firmware then.
    func readings(of accessory: AccessoryName, _ side: GateSide) -> [IdentityReading] {
        self.side == side ? told[accessory] ?? [] : []
    }

    mutating func take(_ identities: [RunIdentity], of side: GateSide) {
        if self.side != side { (self.side, told) = (side, [:]) }
        for one in identities { told[one.accessory] = one.readings }
    }
}
