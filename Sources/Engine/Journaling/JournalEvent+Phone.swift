import Ground
import Journal
import Links
import NearbyInteraction
import Phone

extension JournalEvent {
    /// What an event of the phone is to the journal; nil for what stands there in another form already.
    init?(_ event: PhoneEvent) {
        switch event {
        case .channel(_, .securing): return nil
        case .channel(let name, let event): self = Self.note(.bluetooth(name), event)
        case .nearby(let name, let event):
            guard let entry = Self.note(.bluetooth(name), event) else { return nil }
            self = entry
        case .sent(let name, let kind):
            self = Self.note(.bluetooth(name), "sent", "the phone sent \(kind.rawValue)")
        case .tampered(let name, let kind, let tampering):
            self = Self.note(.bluetooth(name), "tampered", "the rig spoilt \(kind.rawValue): \(tampering)")
        case .distance(let name, let measured, let smoothed):
            self = .distance(accessory: name.rawValue, measured: measured, smoothed: smoothed)
        case .zone(let name, let change):
            let text = "\(name) \(change.kind.rawValue) \(change.zone) at \(change.distance)"
            self = Self.note(.kit, "zone", text)
        case .feature(let name, let feature, let isOn):
            self = Self.note(.kit, "feature", "\(feature) \(isOn ? "on" : "off") for \(name)")
        case .kitReady(let what): self = Self.note(.kit, "ready", what)
        case .kitRound, .blindProbe: return nil
        case .kitRanging(let name): self = Self.note(.kit, "ranging", "the kit ranges with \(name)")
        case .tag(let event): self = Self.note(event)
        case .waits(let link, let what): self = Self.note(link, Self.waitingKind, what)
        case .finding(let link, let finding): self = .finding(link: link.description, finding)
        case .fault(let link, let fault):
            self = .fault(link: link.description, what: fault.what, remedy: fault.remedy)
        }
    }

    static func note(_ link: LinkID, _ kind: String, _ text: String) -> JournalEvent {
        .phone(link: link.description, kind: kind, text: text)
    }
}
