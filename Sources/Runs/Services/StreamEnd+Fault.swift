import Links
import NetworkDriver

extension StreamEnd {
    /// Returns the rig's fault behind an end, if there is one; silence is the other side's fault if this host could be
    /// heard.
    func fault(because obstacle: () -> RigFault?) -> RigFault? {
        switch self {
        case .timedOut, .unreachable: obstacle()
        case .failed(let code):
            obstacle() ?? RigFault("system error \(code)", remedy: "Raise the limits on open files and memory (ulimit)")
        case .closedHere, .ended, .truncated, .reset, .refused, .untrusted, .noCertificate, .alert,
            .noCommonProtocol, .handshakeFailed, .peerTooSlow:
            nil
        }
    }
}
