import Ground
import Links
import OperatingSystem

/// Packets for an accessory's controller that no kernel socket sends, written past the kernel's host.
///
/// The kernel still owns the link. Packets use UART framing: a type, then the packet (facts/bluez.md, 1.8). Nothing
/// is received.
struct RawController: Sendable {
    /// The reason for a link's end (Core Specification, volume 1, part F).
    enum Reason: UInt8, Sendable {
        /// Nothing was received for the supervision timeout; real controllers refuse to send this reason.
        case connectionTimeout = 0x08
    }

    private let socket: FileDescriptor

    init(_ index: UInt16) throws(SystemError) { socket = try BluetoothSockets.controller(index) }

    func close() { socket.close() }

    /// Starts connectable advertising every 100 ms: parameters, data, scan response, enable (0x2006, 0x2008, 0x2009,
    /// 0x200A).
    func advertise(_ packets: AdvertisingPackets) {
        var parameters: [UInt8] = []
        for _ in 0..<2 { parameters.append(little: UInt16(160)) }  // in 0.625 ms
        // Connectable and undirected, own public address, no peer, all three channels, no filter.
        parameters += [UInt8](repeating: 0, count: 9) + [0x07, 0x00]
        command(0x2006, parameters)
        let discoverableAndWithoutBREDR: [UInt8] = [2, 0x01, 0x06]
        command(0x2008, RawController.data(discoverableAndWithoutBREDR + packets.advertisement))
        command(0x2009, RawController.data(packets.scanResponse))
        command(0x200A, [1])
    }

    func stopAdvertising() { command(0x200A, [0]) }

    /// Returns a length and 31 octets, padded with zeros.
    private static func data(_ elements: [UInt8]) -> [UInt8] {
        [UInt8(elements.count)] + elements + [UInt8](repeating: 0, count: 31 - elements.count)
    }

    @discardableResult private func command(_ opcode: UInt16, _ parameters: [UInt8]) -> Int32 {
        var packet: [UInt8] = [0x01]
        packet.append(little: opcode)
        packet.append(UInt8(parameters.count))
        return BluetoothSockets.send(packet + parameters, on: socket)
    }

    /// Sends HCI Disconnect (0x0406); returns an error number if it was not written.
    func disconnect(_ handle: UInt16, _ reason: Reason) -> Int32 {
        var parameters: [UInt8] = []
        parameters.append(little: handle)
        parameters.append(reason.rawValue)
        return command(0x0406, parameters)
    }

    /// Sends an L2CAP Connection Parameter Update Request (signalling code 0x12 on CID 5).
    func requestParameters(_ parameters: ConnectionParameters, on handle: UInt16, identifier: UInt8) -> Int32 {
        var packet: [UInt8] = [0x02]
        packet.append(little: handle)
        for value in [16, 12, 5] as [UInt16] { packet.append(little: value) }  // ACL length, L2CAP length, CID
        packet += [0x12, identifier]
        packet.append(little: UInt16(8))
        for value in [
            parameters.minimumInterval, parameters.maximumInterval, parameters.latency, parameters.supervisionTimeout,
        ] { packet.append(little: value) }
        return BluetoothSockets.send(packet, on: socket)
    }
}
