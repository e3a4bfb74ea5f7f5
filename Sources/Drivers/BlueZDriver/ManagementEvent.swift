import Ground
import Links

/// An event of the kernel's Bluetooth management, with the details that the rig needs.
enum ManagementEvent: Hashable, Sendable {
    case complete(ManagementOpcode, ManagementStatus, [UInt8])
    case status(ManagementOpcode, ManagementStatus)
    case indexAdded
    case indexRemoved
    case newSettings(ControllerSettings)
    case connected(BluetoothAddress, advertisement: [UInt8])
    case disconnected(BluetoothAddress, DisconnectCause)
    case connectFailed(BluetoothAddress, ManagementStatus)
    /// The kernel created a key with a device, or was given one.
    case newKey(BluetoothAddress, LinkSecurity)
    /// A resolvable address was resolved to a device's identity address.
    case identified(BluetoothAddress, as: BluetoothAddress)
    case confirmationRequested(BluetoothAddress)
    case passkeyRequested(BluetoothAddress)
    case authenticationFailed(BluetoothAddress, ManagementStatus)
    case found(BluetoothAddress, rssi: Int8?, connectable: Bool, advertisement: [UInt8])
    case discovering(Bool)
    case newConnectionParameters(BluetoothAddress, ConnectionParameters)
    /// An event that is not used here, or concerns a BR/EDR device; carries the code.
    case other(UInt16)

    /// Decodes the parameters of an event; the packet's controller index is left to the caller.
    init(_ packet: ManagementPacket) throws(Malformed) {
        var reader = ByteReader(packet.parameters[...], origin: ManagementPacket.headerSize)
        self = try ManagementEvent.decode(packet.code, &reader)
    }

    private static func decode(_ code: UInt16, _ reader: inout ByteReader) throws(Malformed) -> ManagementEvent {
        switch code {
        case 0x0001:
            let opcode = ManagementOpcode(rawValue: try reader.u16("opcode of Command Complete"))
            let status = ManagementStatus(rawValue: try reader.u8("status of Command Complete"))
            return .complete(opcode, status, reader.rest())
        case 0x0002:
            let opcode = ManagementOpcode(rawValue: try reader.u16("opcode of Command Status"))
            return .status(opcode, ManagementStatus(rawValue: try reader.u8("status of Command Status")))
        case 0x0004: return .indexAdded
        case 0x0005: return .indexRemoved
        case 0x0006: return .newSettings(ControllerSettings(rawValue: try reader.u32("settings")))
        case 0x0013:
            _ = try reader.u8("type of Discovering")
            return .discovering(try reader.u8("state of Discovering") != 0)
        case 0x000A, 0x0018: return try aboutKeys(code, &reader)
        case 0x001C:
            // The address comes first, contrary to BlueZ's documentation and its btmon: seen on 6.1.176.
            guard let address = try reader.address() else { return .other(code) }
            _ = try reader.u8("store hint of New Connection Parameter")
            return .newConnectionParameters(address, try reader.connectionParameters())
        case 0x000B, 0x000C, 0x000D, 0x000F, 0x0010, 0x0011, 0x0012:
            guard let address = try reader.address() else { return .other(code) }
            return try about(address, code, &reader)
        default: return .other(code)
        }
    }

    private static func aboutKeys(_ code: UInt16, _ reader: inout ByteReader) throws(Malformed) -> ManagementEvent {
        _ = try reader.u8("store hint of a key")
        if code == 0x0018 {
            let resolvable = BluetoothAddress(wire: try reader.take(6, "resolvable address"), kind: .random)
            guard let resolvable, let identity = try reader.address() else { return .other(code) }
            return .identified(resolvable, as: identity)
        }
        guard let address = try reader.address() else { return .other(code) }
        // 0 and 1 are keys of legacy pairing, 2 and 3 of Secure Connections, 4 of both with known private keys.
        let type = try reader.u8("type of a key")
        _ = try reader.u8("role of a key")
        let size = try reader.u8("size of a key")
        return .newKey(address, LinkSecurity(isSecureConnections: type >= 2, isBonded: false, keySize: Int(size)))
    }

    /// Decodes the events whose parameters begin with a device's address.
    private static func about(
        _ address: BluetoothAddress, _ code: UInt16, _ reader: inout ByteReader
    ) throws(Malformed) -> ManagementEvent {
        switch code {
        case 0x000B:
            _ = try reader.u32("flags of Device Connected")
            return .connected(address, advertisement: try reader.advertisement())
        case 0x000C: return .disconnected(address, DisconnectCause(rawValue: try reader.u8("disconnect reason")))
        case 0x000D:
            return .connectFailed(address, ManagementStatus(rawValue: try reader.u8("status of Connect Failed")))
        case 0x000F: return .confirmationRequested(address)
        case 0x0010: return .passkeyRequested(address)
        case 0x0011:
            let status = ManagementStatus(rawValue: try reader.u8("status of Authentication Failed"))
            return .authenticationFailed(address, status)
        case 0x0012:
            let rssi = Int8(bitPattern: try reader.u8("RSSI of Device Found"))
            let flags = try reader.u32("flags of Device Found")
            let notConnectable: UInt32 = 1 << 2
            return .found(
                address, rssi: rssi == 127 ? nil : rssi, connectable: flags & notConnectable == 0,
                advertisement: try reader.advertisement())
        default: return .other(code)
        }
    }
}

/// The management's reason for the end of a link (Device Disconnected, 0x000C).
struct DisconnectCause: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt8

    static let unspecified = DisconnectCause(rawValue: 0)
    static let timeout = DisconnectCause(rawValue: 1)
    static let local = DisconnectCause(rawValue: 2)
    static let remote = DisconnectCause(rawValue: 3)
    static let authentication = DisconnectCause(rawValue: 4)
    static let suspend = DisconnectCause(rawValue: 5)
}

/// A controller's answer to Read Info, with the details that the rig needs.
struct ControllerInfo: Hashable, Sendable {
    let address: BluetoothAddress
    let supported: ControllerSettings
    let current: ControllerSettings

    /// Decodes the return parameters of Read Info (0x0004).
    init(decoding parameters: [UInt8]) throws(Malformed) {
        var reader = ByteReader(parameters)
        let octets = try reader.take(6, "controller address")
        _ = try reader.take(3, "controller version and manufacturer")
        supported = ControllerSettings(rawValue: try reader.u32("supported settings"))
        current = ControllerSettings(rawValue: try reader.u32("current settings"))
        guard let address = BluetoothAddress(wire: octets) else { throw Malformed(at: 0, "no controller address") }
        self.address = address
    }

    /// Decodes the return parameters of Read Index List (0x0003).
    static func indices(decoding parameters: [UInt8]) throws(Malformed) -> [UInt16] {
        var reader = ByteReader(parameters)
        var indices: [UInt16] = []
        for _ in 0..<(try reader.u16("number of controllers")) { indices.append(try reader.u16("controller index")) }
        return indices
    }
}

extension ByteReader {
    /// Reads six octets and a type; returns nil for a BR/EDR address or an unknown type.
    fileprivate mutating func address() throws(Malformed) -> BluetoothAddress? {
        let octets = try take(6, "device address")
        guard let kind = BluetoothAddress.Kind(management: try u8("type of device address")) else { return nil }
        return BluetoothAddress(wire: octets, kind: kind)
    }

    fileprivate mutating func advertisement() throws(Malformed) -> [UInt8] {
        try take(Int(try u16("length of advertising data")), "advertising data")
    }

    fileprivate mutating func connectionParameters() throws(Malformed) -> ConnectionParameters {
        ConnectionParameters(
            minimumInterval: try u16("least interval"), maximumInterval: try u16("greatest interval"),
            latency: try u16("latency"), supervisionTimeout: try u16("supervision timeout"))
    }
}
