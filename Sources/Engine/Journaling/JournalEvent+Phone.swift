import Ground
import Journal
import Links
import Phone
import RigKit
import Vocabulary

extension JournalEvent {
    /// Creates the journal entry for a phone event; nil if the journal records the event in another form.
    init?(_ event: PhoneEvent, on rig: Rig) {
        switch event {
        case .channel(_, .securing), .kitRound, .blindProbe: return nil
        case .nearby(_, .didUpdate(let object)) where object.distance != nil: return nil
        case .nearby(let name, .finding(let finding)):
            self = .finding(link: rig.dataChannel(of: name), finding: finding)
        case .tag(.finding(let finding)): self = .finding(link: .tag, finding: finding)
        case .finding(let link, let finding): self = .finding(link: link, finding: finding)
        case .fault(let link, let fault):
            self = .fault(link: link, what: fault.what, remedy: fault.remedy)
        case .channel, .nearby, .sent, .tampered, .distance, .zone, .feature, .kitReady, .kitRanging, .tag, .companion,
            .waits:
            self = .phone(event: event)
        }
    }
}
