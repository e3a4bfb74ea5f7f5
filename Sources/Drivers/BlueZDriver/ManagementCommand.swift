import Ground
import Links

/// A command to the kernel's Bluetooth management, with its encoded parameters.
enum ManagementCommand: Hashable, Sendable {
    case readIndexList
    case readInfo
    case setPowered(Bool)
    case setConnectable(Bool)
    case setBondable(Bool)
    case setLowEnergy(Bool)
    case setBREDR(Bool)
    case setSecureConnections(Bool)
    /// An empty list, which deletes all keys: the rig keeps none between runs.
    case loadNoLongTermKeys
    /// An empty list, which also makes the kernel resolve private addresses.
    case loadNoIdentityKeys
    case setIOCapability(IOCapability)
    case setDefaultConfiguration(ConnectionParameters)
    case disconnect(BluetoothAddress)
    /// Pairs over an established link; answered when pairing has ended.
    case pair(BluetoothAddress)
    /// Deletes the kernel's keys for a device without affecting an established link.
    case unpair(BluetoothAddress)
    case confirm(BluetoothAddress)
    case refusePasskey(BluetoothAddress)
    /// Discovers both kinds of LE address.
    case startDiscovery
    case stopDiscovery
    /// Instance 1, connectable and generally discoverable, until removed.
    case addAdvertising(AdvertisingPackets)
    case removeAdvertising

    /// The input and output capability during pairing: there is no person to compare numbers.
    enum IOCapability: UInt8 {
        case noInputNoOutput = 3
    }

    var opcode: ManagementOpcode {
        switch self {
        case .readIndexList: .readIndexList
        case .readInfo: .readInfo
        case .setPowered: .setPowered
        case .setConnectable: .setConnectable
        case .setBondable: .setBondable
        case .setLowEnergy: .setLowEnergy
        case .setBREDR: .setBREDR
        case .setSecureConnections: .setSecureConnections
        case .loadNoLongTermKeys: .loadLongTermKeys
        case .loadNoIdentityKeys: .loadIdentityKeys
        case .setIOCapability: .setIOCapability
        case .setDefaultConfiguration: .setDefaultConfiguration
        case .disconnect: .disconnect
        case .pair: .pair
        case .unpair: .unpair
        case .confirm: .confirm
        case .refusePasskey: .refusePasskey
        case .startDiscovery: .startDiscovery
        case .stopDiscovery: .stopDiscovery
        case .addAdvertising: .addAdvertising
        case .removeAdvertising: .removeAdvertising
        }
    }

    /// Returns the datagram for the management socket; commands that do not concern a controller ignore `index`.
    func packet(for index: UInt16) -> ManagementPacket {
        let index = self == .readIndexList ? ManagementPacket.noIndex : index
        return ManagementPacket(code: opcode.rawValue, index: index, parameters: parameters)
    }

    private static let instance: UInt8 = 1
    private static let bothAddressKinds: UInt8 = 0b110

    private var parameters: [UInt8] {
        switch self {
        case .readIndexList, .readInfo: []
        case .setPowered(let on), .setConnectable(let on), .setBondable(let on), .setLowEnergy(let on),
            .setBREDR(let on), .setSecureConnections(let on):
            [on ? 1 : 0]
        case .loadNoLongTermKeys, .loadNoIdentityKeys: [0, 0]
        case .setIOCapability(let capability): [capability.rawValue]
        case .setDefaultConfiguration(let parameters): parameters.defaultConfiguration
        case .disconnect(let address), .confirm(let address), .refusePasskey(let address): address.management
        case .pair(let address): address.management + [IOCapability.noInputNoOutput.rawValue]
        case .unpair(let address): address.management + [0]
        case .startDiscovery, .stopDiscovery: [ManagementCommand.bothAddressKinds]
        case .addAdvertising(let packets): advertising(packets)
        case .removeAdvertising: [ManagementCommand.instance]
        }
    }

    private func advertising(_ packets: AdvertisingPackets) -> [UInt8] {
        let connectableAndDiscoverable: UInt32 = 0b11
        var bytes: [UInt8] = [ManagementCommand.instance]
        bytes.append(little: connectableAndDiscoverable)
        bytes.append(little: UInt16(0))  // duration: the kernel's own
        bytes.append(little: UInt16(0))  // timeout: none
        bytes.append(UInt8(packets.advertisement.count))
        bytes.append(UInt8(packets.scanResponse.count))
        return bytes + packets.advertisement + packets.scanResponse
    }
}

extension BluetoothAddress {
    /// Six octets of address and one of type, as in management parameters.
    var management: [UInt8] { wire + [kind.management] }
}

extension BluetoothAddress.Kind {
    /// 1 for LE public, 2 for LE random.
    var management: UInt8 { self == .public ? 1 : 2 }

    /// Returns nil for BR/EDR addresses and unknown types.
    init?(management type: UInt8) {
        switch type {
        case 1: self = .public
        case 2: self = .random
        default: return nil
        }
    }
}
