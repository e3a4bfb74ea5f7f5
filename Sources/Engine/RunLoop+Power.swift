import Ground
import Links
import Phone
import Wording

/// The accessories whose power the rig has switched.
struct SwitchedPower {
    var switched: Set<AccessoryName> = []
    /// The data channels of accessories whose power went off only after it had been reported back.
    var late: [(link: LinkID, finding: Finding)] = []
}

// Effects of switching an accessory's power on the rest of the bench.
extension RunLoop {
    /// Turns the loss of a kit into a rig fault if the kit was ranging with an accessory whose power stayed on.
    mutating func heldAgainstRig(_ arrival: Arrival) -> Arrival {
        switch arrival.inbound {
        case .kit(.opened): readyBy = arrival.instant + ScenarioRun.bringUpLimit
        case .finding(.kit, let finding) where finding.code == .kitAway:
            if let other = phone.ranged.first(where: { !power.switched.contains($0) }) {
                let what = Sentence.lost(finding.meaning, whileRangingWith: other)
                let fault = RigFault(what.description, remedy: Sentence.giveKitItsOwnPower.description)
                return Arrival(.fault(.kit, fault), at: arrival.instant)
            }
            readyBy = .never
        case .finding(let link, let finding) where finding.code == .powerLate: power.late.append((link, finding))
        default: break
        }
        return arrival
    }
}
