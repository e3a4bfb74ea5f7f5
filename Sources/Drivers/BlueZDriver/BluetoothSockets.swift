internal import CBlueZ
internal import CLinux
import Glibc
import Ground
import OperatingSystem

/// The result of a non-blocking receive.
enum Received: Equatable {
    case datagram([UInt8])
    case nothing
    case failed(Int32)
}

/// The kernel's Bluetooth sockets: the only code that touches their C structures.
///
/// Nothing here blocks: before 6.1.192 a blocking receive holds the socket's lock and with it stalls everything the
/// adapter receives (facts/bluez.md, section 0).
enum BluetoothSockets {
    /// Opens a socket on the management channel, which receives events from then on.
    static func management() throws(SystemError) -> FileDescriptor {
        let socket = try open("socket AF_BLUETOOTH HCI", SOCK_RAW, BTPROTO_HCI)
        try bind(socket, to: UInt16(HCI_CHANNEL_CONTROL), of: UInt16(HCI_DEV_NONE), "the Bluetooth management channel")
        return socket
    }

    /// Opens an L2CAP socket bound to the ATT channel of an adapter, given by its own public address.
    static func attribute(on adapter: BluetoothAddress) throws(SystemError) -> FileDescriptor {
        let socket = try open("socket AF_BLUETOOTH L2CAP", SOCK_SEQPACKET, BTPROTO_L2CAP)
        var address = sockaddr_l2(attributeChannelOf: adapter)
        let number = socket.number
        let code = unsafe withSockaddr(of: &address) { unsafe Glibc.bind(number, $0, $1) }
        guard code == 0 else { throw SystemError.last("bind the ATT channel of \(adapter)") }
        return socket
    }

    /// Starts connecting; returns an error number, or 0 if completion will be signalled by the socket becoming
    /// writable.
    ///
    /// The kernel's own limit, 40 s by default, is moved beyond `limit`.
    static func connect(_ socket: FileDescriptor, to peer: BluetoothAddress, limit: Lapse) -> Int32 {
        let seconds = Int64(max(0, min(limit.seconds, 86_400))) + 5
        var time = timeval(tv_sec: Int(seconds), tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        guard unsafe setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &time, size) == 0 else { return errno }
        var address = sockaddr_l2(attributeChannelOf: peer)
        let number = socket.number
        let code = unsafe withSockaddr(of: &address) { unsafe Glibc.connect(number, $0, $1) }
        return code == 0 || errno == EINPROGRESS ? 0 : errno
    }

    static func listen(_ socket: FileDescriptor) throws(SystemError) {
        guard Glibc.listen(socket.number, 1) == 0 else { throw SystemError.last("listen on the ATT channel") }
    }

    /// Accepts the next link of an accessory's listening socket and returns it with its peer, or nil if there is
    /// none.
    static func accept(_ listener: FileDescriptor) throws(SystemError) -> (FileDescriptor, BluetoothAddress)? {
        var address = sockaddr_l2()
        let number = listener.number
        let accepted = unsafe withSockaddr(of: &address) { pointer, size in
            var size = size
            return unsafe trammel_accept(number, pointer, &size)
        }
        if accepted < 0, [EAGAIN, EINTR, ECONNABORTED].contains(errno) { return nil }
        guard accepted >= 0 else { throw SystemError.last("accept on the ATT channel") }
        return (FileDescriptor(owning: accepted), address.device)
    }

    /// Receives one datagram of at most 16 kB, more than any ATT frame or management packet.
    static func receive(_ socket: FileDescriptor) -> Received {
        unsafe withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
            var count = 0
            repeat {
                count = unsafe recv(socket.number, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            } while count < 0 && errno == EINTR
            if count >= 0 { return unsafe .datagram(Array(buffer[..<count])) }
            return errno == EAGAIN ? .nothing : .failed(errno)
        }
    }

    /// Sends one datagram without blocking; returns 0 or an error number.
    static func send(_ bytes: [UInt8], on socket: FileDescriptor) -> Int32 {
        let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        while true {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(socket.number, $0.baseAddress, $0.count, flags)
            }
            if count >= 0 { return 0 }
            if errno != EINTR { return errno }
        }
    }

    /// Takes a socket's pending error, 0 for none; the kernel reports it once.
    static func takeError(_ socket: FileDescriptor) -> Int32 {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(socket.number, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else { return errno }
        return code
    }

    /// Makes the kernel encrypt a link with its existing key as soon as the link is up; returns 0 or an error number.
    ///
    /// Only for sockets that are not yet connected: on a connected one, nothing can be sent while the kernel pairs.
    static func demandEncryption(_ socket: FileDescriptor) -> Int32 {
        var security = bt_security()
        security.level = UInt8(BT_SECURITY_MEDIUM)
        let size = socklen_t(MemoryLayout<bt_security>.size)
        let code = unsafe setsockopt(socket.number, SOL_BLUETOOTH, BT_SECURITY, &security, size)
        return code == 0 ? 0 : errno
    }

    /// Limits a raw HCI socket to the events that complete a command; returns 0 or an error number.
    static func expectAnswer(to opcode: UInt16, event: UInt8, on socket: FileDescriptor) -> Int32 {
        var filter: [UInt8] = []
        for word in [1 << 4, 1 << UInt32(event), 0] as [UInt32] { filter.append(little: word) }
        filter.append(little: opcode)
        filter += [0, 0]
        let code = unsafe setsockopt(socket.number, 0, 2, filter, socklen_t(filter.count))  // SOL_HCI, HCI_FILTER
        return code == 0 ? 0 : errno
    }

    /// Returns the size of the key that encrypts a link, or nil if it is not encrypted.
    static func keySize(_ socket: FileDescriptor) -> Int? {
        var security = bt_security()
        var size = socklen_t(MemoryLayout<bt_security>.size)
        let code = unsafe getsockopt(socket.number, SOL_BLUETOOTH, BT_SECURITY, &security, &size)
        guard code == 0, security.level >= UInt8(BT_SECURITY_MEDIUM) else { return nil }
        return Int(security.key_size)
    }

    /// Returns the controller's handle for the link of a socket.
    static func connectionHandle(_ socket: FileDescriptor) -> UInt16? {
        var information = l2cap_conninfo()
        var size = socklen_t(MemoryLayout<l2cap_conninfo>.size)
        let code = unsafe getsockopt(socket.number, SOL_L2CAP, L2CAP_CONNINFO, &information, &size)
        return code == 0 ? information.hci_handle : nil
    }

    /// Opens a socket alongside the kernel's own traffic with a controller, for packets that no other socket sends.
    static func controller(_ index: UInt16) throws(SystemError) -> FileDescriptor {
        let socket = try open("socket AF_BLUETOOTH HCI", SOCK_RAW, BTPROTO_HCI)
        try bind(socket, to: UInt16(HCI_CHANNEL_RAW), of: index, "the raw channel of hci\(index)")
        return socket
    }

    /// Binds an HCI socket to one of the kernel's channels.
    static func bind(
        _ socket: FileDescriptor, to channel: UInt16, of adapter: UInt16, _ what: String
    ) throws(SystemError) {
        var address = sockaddr_hci()
        address.hci_family = sa_family_t(AF_BLUETOOTH)
        address.hci_dev = adapter
        address.hci_channel = channel
        let number = socket.number
        let code = unsafe withSockaddr(of: &address) { unsafe Glibc.bind(number, $0, $1) }
        guard code == 0 else { throw SystemError.last("bind \(what)") }
    }

    static func open(
        _ call: String, _ type: __socket_type, _ protocolNumber: Int32
    ) throws(SystemError) -> FileDescriptor {
        let flags = SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        return try FileDescriptor(call) { socket(AF_BLUETOOTH, Int32(type.rawValue | flags), protocolNumber) }
    }
}

private func withSockaddr<Address, Value>(
    of address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Value
) -> Value {
    unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe body($0, socklen_t(MemoryLayout<Address>.size))
        }
    }
}

extension sockaddr_l2 {
    /// Creates the address of a device's ATT channel (CID 4); specifying both PSM and CID would be refused.
    fileprivate init(attributeChannelOf device: BluetoothAddress) {
        self.init()
        l2_family = sa_family_t(AF_BLUETOOTH)
        l2_cid = UInt16(4).littleEndian
        l2_bdaddr_type = device.kind.management
        let octets = device.wire
        unsafe withUnsafeMutableBytes(of: &l2_bdaddr) { unsafe $0.copyBytes(from: octets) }
    }

    fileprivate var device: BluetoothAddress {
        let kind = BluetoothAddress.Kind(management: l2_bdaddr_type) ?? .public
        let octets = unsafe withUnsafeBytes(of: l2_bdaddr) { unsafe Array($0) }
        return BluetoothAddress(wire: octets, kind: kind) ?? BluetoothAddress(value: 0)
    }
}
