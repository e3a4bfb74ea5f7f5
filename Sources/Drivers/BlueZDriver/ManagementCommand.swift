import Ground
import Links

/// What the rig asks of the kernel's Bluetooth management, with the parameters as their layout demands.
enum ManagementCommand: Hashable, Sendable {
    case readIndexList
    case readInfo
    case setPowered(Bool)
    case setConnectable(Bool)
    case setBondable(Bool)
    case setLowEnergy(Bool)
    case setBREDR(Bool)
    case setSecureConnections(Bool)
    /// An empty list, which clears all keys: the rig keeps none from run to run.
    case loadNoLongTermKeys
    /// An empty list, which also switches the kernel's resolving of private addresses on.
    case loadNoIdentityKeys
    case setIOCapability(IOCapability)
    case setDefaultConfiguration(ConnectionParameters)
    case disconnect(BluetoothAddress)
    /// Pairs over a link that is up; answered when that has ended.
    case pair(BluetoothAddress)
    /// Drops the kernel's keys for a device and leaves a link that is up alone.
    case unpair(BluetoothAddress)
    case confirm(BluetoothAddress)
    case refusePasskey(BluetoothAddress)
    /// Both kinds of LE address.
    case startDiscovery
    case stopDiscovery
    /// Instance 1, connectable and generally discoverable, until removed.
    case addAdvertising(AdvertisingPackets)
    case removeAdvertising

    /// What the phone or accessory can show and take in while pairing: nobody is there to compare numbers.
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

    /// The datagram for the management socket; commands that concern no controller ignore `index`.
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
    /// Six octets of address and one of type, as management parameters have it.
    var management: [UInt8] { wire + [kind.management] }
}

extension BluetoothAddress.Kind {
    /// 1 LE public, 2 LE random.
    var management: UInt8 { self == .public ? 1 : 2 }

    /// Nil for BR/EDR addresses and unknown types.
    init?(management type: UInt8) {
        switch type {
        case 1: self = .public
        case 2: self = .random
        default: return nil
        }
    }
}
