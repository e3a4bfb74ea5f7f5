internal import COpenSSL
public import Ground

/// The reason why TLS failed.
public enum TLSFailure: Error, Hashable, Sendable {
    /// The peer sent this fatal alert (RFC 8446 section 6).
    case alert(UInt8)
    /// The peer's certificate does not match the pin.
    case untrusted
    /// The peer presented no certificate.
    case noCertificate
    /// The handshake is complete, but the two sides have no protocol in common.
    case noCommonProtocol
    /// OpenSSL's own reason, 0 if there is none.
    case reason(UInt16)
}

/// One side of TLS, using OpenSSL: bytes in, bytes out. Used from one thread.
@safe
public final class TLSEngine {
    /// The result of one step.
    public enum Step: Hashable, Sendable {
        case done
        case waits
        /// The peer closed TLS.
        case ended
    }

    private let handle: OpaquePointer
    /// The handle refers to it.
    private let context: TLSContext
    /// The number of bytes moved at a time: the capacity of a record (RFC 8446 section 5.1).
    private static let piece = 16_384

    /// Creates a connection, or returns nil if out of memory.
    ///
    /// - Parameter pin: the required beginning of the SHA-256 of the peer's certificate, at most 32 bytes; none accepts
    ///   any certificate.
    public init?(_ context: TLSContext, pin: [UInt8] = []) {
        let handle = unsafe trammel_tls_new(context.handle, pin, pin.count)
        guard let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
        self.context = context
    }

    deinit { unsafe trammel_tls_free(handle) }

    /// Takes bytes from the peer.
    public func feed(_ bytes: [UInt8]) throws(TLSFailure) {
        if unsafe trammel_tls_feed(handle, bytes, bytes.count) != 1 { throw .reason(0) }
    }

    /// Returns all bytes to send to the peer.
    public func takeAll() -> [UInt8] { unsafe all { unsafe trammel_tls_take(handle, $0, $1) } }

    /// Returns all new lines for a key log in NSS's format.
    public func takeLog() -> [UInt8] { unsafe all { unsafe trammel_tls_take_log(handle, $0, $1) } }

    /// Continues the handshake.
    public func shakeHands() throws(TLSFailure) -> Step { try step(unsafe trammel_tls_shake_hands(handle)) }

    /// The SHA-256 of the peer's certificate, once it has presented one.
    public var fingerprint: ContentHash? {
        var bytes = [UInt8](repeating: 0, count: ContentHash.size)
        return unsafe trammel_tls_fingerprint(handle, &bytes) == 1 ? ContentHash(bytes) : nil
    }

    /// Appends all data received from the peer so far, even if it throws. Returns `waits` or `ended`.
    public func read(into data: inout [UInt8]) throws(TLSFailure) -> Step {
        let answer = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.piece) { buffer in
            while true {
                let count = unsafe trammel_tls_read(handle, buffer.baseAddress, buffer.count)
                guard count > 0 else { return count }
                unsafe data.append(contentsOf: buffer[..<Int(count)])
            }
        }
        return try step(answer)
    }

    public func write(_ bytes: [UInt8]) throws(TLSFailure) {
        _ = try step(unsafe trammel_tls_write(handle, bytes, bytes.count))
    }

    /// Closes TLS, if the handshake is complete.
    public func sayGoodbye() { unsafe trammel_tls_say_goodbye(handle) }

    private func all(_ take: (UnsafeMutablePointer<UInt8>?, Int) -> Int) -> [UInt8] {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.piece) { buffer in
            var all: [UInt8] = []
            while case let count = unsafe take(buffer.baseAddress, buffer.count), count > 0 {
                unsafe all.append(contentsOf: buffer[..<count])
            }
            return all
        }
    }

    private func step(_ answer: Int32) throws(TLSFailure) -> Step {
        if answer > 0 { return .done }
        let reason = unsafe trammel_tls_reason(handle)
        switch trammel_tls_answer(answer) {
        case TRAMMEL_TLS_WAITS: return .waits
        case TRAMMEL_TLS_ENDED: return .ended
        case TRAMMEL_TLS_UNTRUSTED: throw .untrusted
        case TRAMMEL_TLS_NO_CERTIFICATE: throw .noCertificate
        case TRAMMEL_TLS_NO_PROTOCOL: throw .noCommonProtocol
        case TRAMMEL_TLS_ALERT: throw .alert(UInt8(clamping: reason))
        default: throw .reason(UInt16(clamping: reason))
        }
    }
}
