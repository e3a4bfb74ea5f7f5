internal import CLinux
import Glibc
public import Links
internal import NIOCore
public import OperatingSystem

/// This host's own part of the route to a peer, whose problems are the rig's fault.
public enum NetworkWay {
    /// Returns the reason why none of the addresses can be reached from this host, or nil if one can, as far as the
    /// kernel knows. Without addresses: the reason why nothing can leave this host. Sends nothing.
    public static func obstacle(to addresses: [NetworkAddress]) -> RigFault? {
        guard let first = addresses.first else { return obstacle(to: nil, called: "the local network") }
        var faults: [RigFault] = []
        for address in addresses {
            guard let fault = obstacle(to: address.host, called: address.description) else { return nil }
            faults.append(fault)
        }
        return faults.first ?? .noAddress(first)
    }

    private static func obstacle(to host: String?, called name: String) -> RigFault? {
        var interface = [UInt8](repeating: 0, count: 64)
        let capacity = Int32(interface.count)
        let error = unsafe interface.withUnsafeMutableBytes { bytes in
            let place = unsafe bytes.bindMemory(to: CChar.self).baseAddress
            guard let host else { return unsafe trammel_find_way(nil, place, capacity) }
            return unsafe trammel_find_way(host, place, capacity)
        }
        guard error != 0 else { return nil }
        guard error == ENETDOWN else {
            return RigFault(
                "this host has no way to \(name): \(errorText(error))",
                remedy: "Join the network (ip address; ip link set eth0 up), or name another address")
        }
        let down = String(decoding: interface.prefix { $0 != 0 }, as: UTF8.self)
        return RigFault(
            "the interface \(down) on the way to \(name) does not work",
            remedy: "Plug its cable in or join its network (ip link show \(down))")
    }

    /// Returns whether a TCP connection to the address is accepted within a second; it is closed at once.
    public static func isListening(at address: NetworkAddress) -> Bool { (try? connect(to: address)) != nil }

    /// Connects by TCP within a second; reading and writing do not block. A peer that vanishes is noticed after some
    /// 20 s.
    public static func connect(to address: NetworkAddress) throws(SystemError) -> OperatingSystem.FileDescriptor {
        guard let target = address.socketAddress else { throw SystemError("connect", code: EADDRNOTAVAIL) }
        var failure: Int32 = 0
        let number = unsafe target.withSockAddr { place, size in
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            let number = socket(Int32(unsafe place.pointee.sa_family), kind, 0)
            guard number >= 0 else {
                failure = errno
                return number
            }
            // It also limits connect (socket(7)).
            var limit = timeval(tv_sec: 1, tv_usec: 0)
            unsafe setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            for (level, option, value) in [
                (SOL_SOCKET, SO_KEEPALIVE, 1), (Int32(IPPROTO_TCP), TCP_KEEPIDLE, 5),
                (Int32(IPPROTO_TCP), TCP_KEEPINTVL, 5), (Int32(IPPROTO_TCP), TCP_KEEPCNT, 3),
            ] {
                var value = Int32(value)
                unsafe setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
            }
            if unsafe Glibc.connect(number, place, socklen_t(size)) != 0 {
                failure = errno == EINPROGRESS ? ETIMEDOUT : errno
            }
            return number
        }
        guard number >= 0 else { throw SystemError("socket", code: failure) }
        let descriptor = OperatingSystem.FileDescriptor(owning: number)
        guard failure == 0 else { throw SystemError("connect", code: failure) }
        try descriptor.makeNonBlocking()
        return descriptor
    }

    /// Returns the numeric addresses of an interface of this host, whose problems are the rig's fault.
    public static func addresses(on interface: String) throws(RigFault) -> [String] {
        var text = [UInt8](repeating: 0, count: 4_096)
        let capacity = Int32(text.count)
        let error = unsafe text.withUnsafeMutableBytes { bytes in
            unsafe trammel_find_addresses(interface, bytes.bindMemory(to: CChar.self).baseAddress, capacity)
        }
        let lines = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self).split(separator: "\n").map { String($0) }
        switch error {
        case 0 where !lines.isEmpty: return lines
        case 0:
            throw RigFault(
                "the interface \(interface) has no address",
                remedy: "Wait for one, or give it one (ip address show dev \(interface))")
        case ENODEV:
            throw RigFault(
                "this host has no interface \(interface)",
                remedy: "Name one that \"ip link\" shows, as in --port tv=network:eth0")
        case ENETDOWN:
            throw RigFault(
                "the interface \(interface) does not work",
                remedy: "Plug its cable in or join its network (ip link show \(interface))")
        default:
            throw RigFault(
                "the addresses of \(interface) cannot be read: \(errorText(error))",
                remedy: "Look at them with \"ip address show dev \(interface)\"")
        }
    }

    /// Returns the addresses of a host given by name or numeric address; blocks for name resolution.
    public static func addresses(of host: String, port: UInt16) throws(RigFault) -> [NetworkAddress] {
        var text = [UInt8](repeating: 0, count: 1_024)
        let capacity = Int32(text.count)
        let failure = unsafe text.withUnsafeMutableBytes { bytes in
            unsafe trammel_look_up(host, bytes.bindMemory(to: CChar.self).baseAddress, capacity)
        }
        let lines = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self).split(separator: "\n")
        guard failure == 0, !lines.isEmpty else {
            let why = unsafe gai_strerror(failure).map { unsafe String(cString: $0) } ?? "no address"
            throw RigFault(
                "the address of \(host) is not known: \(why)",
                remedy: "Write its address in numbers; names that end in .local need libnss-mdns")
        }
        return lines.map { NetworkAddress(String($0), port) }
    }
}
