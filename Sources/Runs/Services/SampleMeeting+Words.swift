import ApplicationServices
import Ground
import Links
import NetworkDriver

extension SampleMeeting.Told {
    var words: String {
        switch self {
        case .listening(let address): "listens at \(address)"
        case .found(let name): "found \(name)"
        case .ready(let peer): "ready, with \(peer): TLS 1.2, PSK-AES128-GCM-SHA256"
        case .received(let frame): "<- \(Self.words(frame))"
        case .sent(let frame): "-> \(Self.words(frame))"
        case .finding(let finding):
            "\(finding.meaning) [\(finding.code)]" + (finding.offset.map { ", byte \($0) of the stream" } ?? "")
        case .unresolved: "it is announced without an address"
        case .unfinished: "the rest of a frame did not come in time"
        case .notEnded: "the peer did not end its side of the connection: its last data may be missing"
        case .ended(let end): "ended: \(Self.words(end))"
        }
    }

    private static func words(_ frame: ServiceFrame) -> String {
        let kind = [1: "selected character", 2: "move"][frame.type] ?? "type \(frame.type)"
        guard let text = SampleMeeting.text(frame.payload) else {
            return "\(kind), \(counted(frame.payload.count, "byte")) that are not text"
        }
        return "\(kind) \"\(text)\""
    }

    private static func words(_ end: StreamEnd) -> String {
        switch end {
        case .closedHere: "by this side"
        case .ended: "by the peer"
        case .truncated: "the peer's TCP ended without the end of TLS"
        case .reset: "the peer reset the connection"
        case .timedOut: "nobody answered"
        case .refused: "the connection was refused"
        case .unreachable: "no host answers at its address"
        case .untrusted, .noCertificate, .noCommonProtocol: "no TLS connection was established"
        case .alert(20), .alert(51): "the peer could not read the handshake: another passcode?"
        case .alert(let number): "the peer ended TLS with alert \(number)"
        case .handshakeFailed(let reason):
            "no handshake: another passcode, or no TLS 1.2 with a key? (OpenSSL \(reason))"
        case .peerTooSlow: "the peer reads too slowly"
        case .failed(let code): "system error \(code)"
        }
    }
}
