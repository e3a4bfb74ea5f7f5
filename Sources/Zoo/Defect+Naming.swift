import Ground
import Journal
import Links
import Simulators

extension Defect {
    /// Whether a failed run says what is wrong: a code of its failures names the defect, of the accessory.
    func isNamed(by summary: RunSummary) -> Bool { summary.failures.contains(where: isNamed) }

    /// Whether a failure names the defect: what it means or what was seen is its sign, and the accessory or the kit
    /// that ranged with it is the witness.
    func isNamed(by failure: Failure) -> Bool {
        switch failure.link.flatMap(LinkID.init) {
        case .bluetooth, .kit, .console, nil: failure.code == facts.sign || failure.seenCode == facts.sign
        case .reader, .stage: false
        }
    }
}
