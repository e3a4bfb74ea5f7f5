import Glibc
internal import NIOCore
internal import OpenSSL

extension StreamEnd {
    /// Creates the reason from an error of NIO or its TLS.
    init(_ error: any Error) {
        switch error {
        case let error as IOError: self.init(code: error.errnoCode)
        case TLSFailure.alert(let number): self = .alert(number)
        case TLSFailure.untrusted: self = .untrusted
        case TLSFailure.noCertificate: self = .noCertificate
        case TLSFailure.noCommonProtocol: self = .noCommonProtocol
        case TLSFailure.reason(let number): self = .handshakeFailed(reason: number)
        case is TLSHandler.Cut: self = .truncated
        case ChannelError.connectTimeout: self = .timedOut
        case ChannelError.eof: self = .ended
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
}
