import Glibc
import Ground
import OperatingSystem
import Testing

@testable import BlueZDriver

@Suite("Links that are accepted") struct BlueZSocketTests {
    @Test("An accepted link is close-on-exec and non-blocking")
    func accepted() throws {
        // Any listening socket will do, because the checks on the new one do not depend on its family.
        let listener = try FileDescriptor("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
        try listener.makeNonBlocking()
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The kernel chooses a name.
        let family = socklen_t(MemoryLayout<sa_family_t>.size)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        var named = size
        func withAddress(_ call: (UnsafeMutablePointer<sockaddr>) -> Int32) -> Int32 {
            withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0) }
            }
        }
        try #require(withAddress { bind(listener.number, $0, family) } == 0)
        try #require(listen(listener.number, 1) == 0)
        try #require(withAddress { getsockname(listener.number, $0, &named) } == 0)
        #expect(try BluetoothSockets.accept(listener) == nil)

        let caller = try FileDescriptor("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
        try #require(withAddress { connect(caller.number, $0, named) } == 0)
        let link = try #require(try BluetoothSockets.accept(listener)).0
        #expect(fcntl(link.number, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(link.number, F_GETFL) & O_NONBLOCK != 0)
    }
}
