import FirmwareIdentity
import Ground
import Vocabulary

extension ChannelEvent {
    /// The event as a sentence without a full stop.
    var words: String {
        switch self {
        case .discovered(let advertisement), .found(let advertisement):
            let name = advertisement.name.map { " \"\($0)\"" } ?? ""
            let strength = advertisement.rssi.map { " at \($0) dBm" } ?? ""
            return "found \(advertisement.address)\(name)\(strength)"
        case .connected(let address): return "connected to \(address)"
        case .connectFailed(let reason): return reason
        case .linked(let mtu): return "connected as far as requested, ATT_MTU \(mtu)"
        case .ready(let mtu, let profile): return "data channel open: \(profile), ATT_MTU \(mtu)"
        case .opened(let peer): return "data channel open: network connection to \(peer.escapedForDisplay)"
        case .notOpened(let reason): return "no network connection: \(reason.escapedForDisplay)"
        case .setUpFailed(let reason): return reason
        case .securing: return "the phone encrypts the link"
        case .encrypted(let security): return "the link is encrypted: \(security)"
        case .pairingFailed(let reason): return reason
        case .writeRefused(let kind, let error):
            return "the accessory refused \(kind.rawValue): \(error)"
        case .backgroundConfiguration(let bytes):
            return "\(bytes.count) bytes: \(bytes.hex)"
        case .backgroundRefused(let error): return "refused: \(error)"
        case .noBackgroundService: return "there is no such service"
        case .identified(let readings): return IdentityReading.words(readings)
        case .parametersRequested(let parameters, let isAcceptable):
            let judgement = isAcceptable ? "which phones accept" : "which phones may refuse"
            return "the accessory asked for \(parameters), \(judgement)"
        case .reconnecting(let attempt): return "attempt \(attempt)"
        case .lost(let reason): return "the link is down: \(reason)"
        }
    }
}
