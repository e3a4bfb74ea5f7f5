import OperatingSystem

extension StreamEnd: CustomStringConvertible {
    public var description: String {
        switch self {
        case .closedHere: "closed by this side"
        case .ended: "ended by the peer"
        case .truncated: "TCP ended without the end of TLS"
        case .reset: "reset by the peer"
        case .timedOut: "no answer"
        case .refused: "connection refused"
        case .unreachable: "no host answers at the address"
        case .untrusted: "the peer's certificate is not the pinned one"
        case .noCertificate: "the peer has no certificate"
        case .alert(let number): "the peer ended TLS with alert \(number)"
        case .noCommonProtocol: "no common application protocol"
        case .handshakeFailed(let reason): "the TLS handshake failed (OpenSSL \(reason))"
        case .peerTooSlow: "the peer reads too slowly"
        case .failed(let code): "\(errorText(code)) (errno \(code))"
        }
    }
}
