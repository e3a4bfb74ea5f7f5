import Glibc
internal import NIOCore
internal import NIOSSL

extension StreamEnd {
    /// Creates the reason from an error of NIO or its TLS.
    init(_ error: any Error) {
        switch error {
        case let error as IOError: self.init(code: error.errnoCode)
        case let error as NIOSSLError:
            switch error {
            case .handshakeFailed(let inner), .shutdownFailed(let inner): self.init(inner)
            case .uncleanShutdown: self = .truncated
            default: self = .handshakeFailed(reason: 0)
            }
        case let error as BoringSSLError: self.init(error)
        case let error as PreSharedEngine.Failure:
            switch error {
            case .alert(let number): self = .alert(number)
            case .reason(let number): self = .handshakeFailed(reason: number)
            }
        case is PreSharedHandler.Cut: self = .truncated
        case ChannelError.connectTimeout: self = .timedOut
        case ChannelError.eof: self = .ended
        case is NIOSSLCloseTimedOutError: self = .closedHere
        default: self = .failed(code: 0)
        }
    }

    /// Creates the reason from a TCP error number.
    init(code: Int32) {
        switch code {
        case ECONNRESET, EPIPE: self = .reset
        case ETIMEDOUT: self = .timedOut
        case ECONNREFUSED: self = .refused
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN: self = .unreachable
        default: self = .failed(code: code)
        }
    }

    private init(_ error: BoringSSLError) {
        guard case .sslError(let stack) = error, let first = stack.first else {
            self = .handshakeFailed(reason: 0)
            return
        }
        if first == .eofDuringHandshake {
            self = .truncated
            return
        }
        self.init(reason: Self.reason(of: first))
    }

    /// Creates the reason from BoringSSL's reason code; those of alerts begin at 1000.
    init(reason: UInt16) {
        switch reason {
        case 125: self = .untrusted
        case 192: self = .noCertificate
        case 1_000...1_255: self = .alert(UInt8(reason - 1_000))
        default: self = .handshakeFailed(reason: reason)
        }
    }

    /// Returns the reason, which is the low 12 bits of a code that only the description contains: `Error: 268436502
    /// ...`.
    private static func reason(of error: BoringSSLInternalError) -> UInt16 {
        let words = error.description.split(separator: " ")
        guard words.count > 1, let code = UInt32(words[1]) else { return 0 }
        return UInt16(code & 0xFFF)
    }
}
