import Glibc
import NetworkDriver
import Testing

/// A TCP socket on loopback that speaks no protocol.
final class RawPeer {
    private let socket: Int32

    /// Connects; throws if there is no listener.
    init(to address: NetworkAddress) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        try #require(socket >= 0, "no socket: errno \(errno)")
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = address.port.bigEndian
        #expect(inet_pton(AF_INET, address.host, &place.sin_addr) == 1)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(socket, $0, size) }
        }
        guard status == 0 else {
            let code = errno
            close(socket)
            throw Refused(code: code)
        }
    }

    struct Refused: Error { let code: Int32 }

    /// Sends bytes; returns false if the other side is gone.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Makes closing the socket reset the connection.
    func resetAtEnd() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    deinit { close(socket) }
}
