internal import CPreSharedTLS

/// One side of TLS 1.2 with a pre-shared key, using OpenSSL: bytes in, bytes out. Used from one thread.
@safe
final class PreSharedEngine {
    /// The reason for the end.
    enum Failure: Error, Hashable {
        /// The peer sent this fatal alert (RFC 5246 section 7.2).
        case alert(UInt8)
        /// OpenSSL's own reason.
        case reason(UInt16)
    }

    /// The result of one step.
    enum Step: Hashable {
        case done([UInt8])
        case waits
        /// The peer closed TLS.
        case ended
    }

    private let handle: OpaquePointer

    /// Returns nil if out of memory.
    init?(_ key: PreSharedKey, isServer: Bool) {
        let handle = unsafe trammel_psk_new(isServer ? 1 : 0, key.identity, key.octets, key.octets.count)
        guard let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
    }

    deinit { unsafe trammel_psk_free(handle) }

    /// Takes bytes from the peer.
    func feed(_ bytes: [UInt8]) throws(Failure) {
        if unsafe trammel_psk_feed(handle, bytes, bytes.count) != 0 { throw failure }
    }

    /// Returns all bytes to send to the peer.
    func takeAll() -> [UInt8] {
        var all: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = unsafe trammel_psk_take(handle, &part, part.count)
            guard count > 0 else { return all }
            all += part[..<count]
        }
    }

    /// Continues the handshake; returns `done` without bytes once it is complete.
    func shakeHands() throws(Failure) -> Step { try step(unsafe trammel_psk_shake_hands(handle), []) }

    /// Returns the peer's next data, at most one record.
    func read() throws(Failure) -> Step {
        var part = [UInt8](repeating: 0, count: 16_384)
        let count = unsafe trammel_psk_read(handle, &part, part.count)
        return try step(count, count > 0 ? Array(part[..<Int(count)]) : [])
    }

    func write(_ bytes: [UInt8]) throws(Failure) {
        if unsafe trammel_psk_write(handle, bytes, bytes.count) != 1 { throw failure }
    }

    func sayGoodbye() { unsafe trammel_psk_say_goodbye(handle) }

    private func step(_ answer: Int32, _ bytes: [UInt8]) throws(Failure) -> Step {
        if answer > 0 { return .done(bytes) }
        if answer == Int32(TRAMMEL_PSK_WAITS) { return .waits }
        if answer == Int32(TRAMMEL_PSK_ENDED) { return .ended }
        throw failure
    }

    private var failure: Failure {
        let alert = unsafe trammel_psk_alert(handle)
        if let alert = UInt8(exactly: alert) { return .alert(alert) }
        return .reason(UInt16(clamping: unsafe trammel_psk_reason(handle)))
    }
}
