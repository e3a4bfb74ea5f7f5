import CLinux
import Glibc
import Ground
import OperatingSystem

/// A TCP port on loopback that no other program can be given, whether anyone listens on it or not.
///
/// A port that was merely free could go to a stranger while an accessory is without power.
final class LoopbackPort: Sendable {
    let number: UInt16
    private let holder: Int32

    init() throws {
        let holder = try Self.bound(to: 0)
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(holder, $0, &length) }
        }
        self.holder = holder
        number = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(holder) }

    /// Returns a socket bound to the port, which several of them may share until one listens; 0 lets the kernel choose.
    static func bound(to port: UInt16) throws -> Int32 {
        let number = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw SystemError.last("socket") }
        var yes: Int32 = 1
        setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isBound else {
            let error = SystemError.last("bind to 127.0.0.1:\(port)")
            close(number)
            throw error
        }
        return number
    }
}
