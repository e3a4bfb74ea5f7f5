import Ground
import Journal
import Links
import Phone

extension JournalEvent {
    static func note(_ link: LinkID, _ event: ChannelEvent) -> JournalEvent {
        switch event {
        case .discovered(let advertisement), .found(let advertisement):
            let name = advertisement.name.map { " \"\($0)\"" } ?? ""
            let strength = advertisement.rssi.map { " at \($0) dBm" } ?? ""
            return note(link, "discovered", "found \(advertisement.address)\(name)\(strength)")
        case .connected(let address): return note(link, "connected", "connected to \(address)")
        case .connectFailed(let reason): return note(link, "connect failed", reason)
        case .linked(let mtu): return note(link, "linked", "connected as far as wanted, ATT_MTU \(mtu)")
        case .ready(let mtu, let profile): return note(link, "ready", "data channel open: \(profile), ATT_MTU \(mtu)")
        case .setUpFailed(let reason): return note(link, "set-up failed", reason)
        case .securing: return note(link, "securing", "the phone has the link encrypted")
        case .encrypted(let security): return note(link, "encrypted", "the link is encrypted: \(security)")
        case .pairingFailed(let reason): return note(link, "pairing failed", reason)
        case .writeRefused(let kind, let error):
            return note(link, "write refused", "the accessory refused \(kind.rawValue): \(error)")
        case .backgroundConfiguration(let bytes):
            return note(link, "background configuration", "\(bytes.count) bytes: \(bytes.hex)")
        case .backgroundRefused(let error): return note(link, "background configuration", "refused: \(error)")
        case .noBackgroundService: return note(link, "background configuration", "there is no such service")
        case .parametersRequested(let parameters, let isAcceptable):
            let judgement = isAcceptable ? "which phones accept" : "which phones may refuse"
            return note(link, "parameters", "the accessory asked for \(parameters), \(judgement)")
        case .reconnecting(let attempt): return note(link, "reconnecting", "attempt \(attempt)")
        case .lost(let reason): return note(link, "lost", "the link is down: \(reason)")
        }
    }
}
