import Ground
import Journal
import Links
import NDEF
import NearbyInteraction
import Phone
import TagRouting

extension JournalEvent {
    /// What an event of the phone is to the journal; nil for what stands there in another form already.
    init?(_ event: PhoneEvent) {
        switch event {
        case .channel(let name, let event): self = Self.note(.bluetooth(name), event)
        case .nearby(let name, let event):
            guard let entry = Self.note(.bluetooth(name), event) else { return nil }
            self = entry
        case .sent(let name, let kind):
            self = Self.note(.bluetooth(name), "sent", "the phone sent \(kind.rawValue)")
        case .withheld(let name, let kind):
            self = Self.note(.bluetooth(name), "withheld", "the rig lost \(kind.rawValue)")
        case .distance(let name, let measured, let smoothed):
            self = .distance(accessory: name.rawValue, measured: measured, smoothed: smoothed)
        case .zone(let name, let change):
            let text = "\(name) \(change.kind.rawValue) \(change.zone) at \(change.distance)"
            self = Self.note(.kit, "zone", text)
        case .kitReady(let what): self = Self.note(.kit, "ready", what)
        case .kitRanging(let name): self = Self.note(.kit, "ranging", "the kit ranges with \(name)")
        case .tag(let event): self = Self.note(event)
        case .finding(let link, let finding): self = .finding(link: link.description, finding)
        case .fault(let link, let fault):
            self = .fault(link: link.description, what: fault.what, remedy: fault.remedy)
        }
    }

    private static func note(_ link: LinkID, _ kind: String, _ text: String) -> JournalEvent {
        .phone(link: link.description, kind: kind, text: text)
    }

    private static func note(_ link: LinkID, _ event: ChannelEvent) -> JournalEvent {
        switch event {
        case .discovered(let advertisement):
            let name = advertisement.name.map { " \"\($0)\"" } ?? ""
            let strength = advertisement.rssi.map { " at \($0) dBm" } ?? ""
            return note(link, "discovered", "found \(advertisement.address)\(name)\(strength)")
        case .connected(let address): return note(link, "connected", "connected to \(address)")
        case .connectFailed(let reason): return note(link, "connect failed", reason)
        case .ready(let mtu, let profile): return note(link, "ready", "data channel open: \(profile), ATT_MTU \(mtu)")
        case .setUpFailed(let reason): return note(link, "set-up failed", reason)
        case .lost(let reason): return note(link, "lost", "the link is down: \(reason)")
        }
    }

    private static func note(_ link: LinkID, _ event: NearbyEvent) -> JournalEvent? {
        switch event {
        case .received(let kind): note(link, "received", "the accessory sent \(kind.rawValue)")
        case .sessionDidStartRunning: note(link, "sessionDidStartRunning", "the session runs")
        case .didGenerateShareableConfigurationData(let data):
            note(
                link, "didGenerateShareableConfigurationData",
                "session \(data.sessionID.hexadecimal), phone \(data.address), every \(data.intervalMilliseconds) ms")
        case .accessoryDidStart: note(link, "accessoryDidStart", "the accessory says that it ranges")
        case .accessoryDidStop: note(link, "accessoryDidStop", "the accessory says that it stopped")
        case .didUpdate(.some): nil
        case .didUpdate(.none): note(.kit, "lost round", "a round without a distance")
        case .didRemove(let reason): note(link, "didRemove", "removed for \(reason.rawValue)")
        case .retry(let attempt): note(link, "retry", "attempt \(attempt + 1)")
        case .gaveUp(let attempts): note(link, "gave up", "no further retry after \(attempts)")
        case .didInvalidate(let code): note(link, "didInvalidate", "\(code)")
        case .finding(let finding): .finding(link: link.description, finding)
        }
    }

    private static func note(_ event: TagEvent) -> JournalEvent {
        switch event {
        case .readerReady(let what): note(.reader, "ready", what)
        case .detected(let identity):
            note(.reader, "detected", "tag \(identity.uid.hex(separator: ":")), SAK \(identity.sak.hexadecimal)")
        case .read(let contents):
            note(.reader, "read", "\(contents.platform), NDEF message of \(contents.message?.count ?? 0) bytes")
        case .unreadable(let reason): note(.reader, "unreadable", reason)
        case .routed(let decision):
            note(
                .reader, "routed",
                "\(decision.destination) by rule \(decision.rule.rawValue) (\(decision.evidence.rawValue))")
        case .gone: note(.reader, "gone", "the tag left the field")
        case .finding(let finding): .finding(link: "tag", finding)
        }
    }
}
