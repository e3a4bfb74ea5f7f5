import Ground
import Links

/// The opcode of a management command; unknown ones keep their number.
struct ManagementOpcode: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt16

    static let readIndexList = ManagementOpcode(rawValue: 0x0003)
    static let readInfo = ManagementOpcode(rawValue: 0x0004)
    static let setPowered = ManagementOpcode(rawValue: 0x0005)
    static let setConnectable = ManagementOpcode(rawValue: 0x0007)
    static let setBondable = ManagementOpcode(rawValue: 0x0009)
    static let setLowEnergy = ManagementOpcode(rawValue: 0x000D)
    static let loadLongTermKeys = ManagementOpcode(rawValue: 0x0013)
    static let disconnect = ManagementOpcode(rawValue: 0x0014)
    static let setIOCapability = ManagementOpcode(rawValue: 0x0018)
    static let pair = ManagementOpcode(rawValue: 0x0019)
    static let unpair = ManagementOpcode(rawValue: 0x001B)
    static let confirm = ManagementOpcode(rawValue: 0x001C)
    static let refusePasskey = ManagementOpcode(rawValue: 0x001F)
    static let startDiscovery = ManagementOpcode(rawValue: 0x0023)
    static let stopDiscovery = ManagementOpcode(rawValue: 0x0024)
    static let setBREDR = ManagementOpcode(rawValue: 0x002A)
    static let setSecureConnections = ManagementOpcode(rawValue: 0x002D)
    static let loadIdentityKeys = ManagementOpcode(rawValue: 0x0030)
    static let addAdvertising = ManagementOpcode(rawValue: 0x003E)
    static let removeAdvertising = ManagementOpcode(rawValue: 0x003F)
    static let setDefaultConfiguration = ManagementOpcode(rawValue: 0x004C)

    private static let names: [ManagementOpcode: String] = [
        .readIndexList: "Read Index List", .readInfo: "Read Info", .setPowered: "Set Powered",
        .setConnectable: "Set Connectable", .setBondable: "Set Bondable", .setLowEnergy: "Set Low Energy",
        .loadLongTermKeys: "Load Long Term Keys", .disconnect: "Disconnect", .setIOCapability: "Set IO Capability",
        .pair: "Pair Device", .unpair: "Unpair Device", .confirm: "User Confirmation Reply",
        .refusePasskey: "User Passkey Negative Reply",
        .startDiscovery: "Start Discovery", .stopDiscovery: "Stop Discovery", .setBREDR: "Set BR/EDR",
        .setSecureConnections: "Set Secure Connections", .loadIdentityKeys: "Load Identity Resolving Keys",
        .addAdvertising: "Add Advertising", .removeAdvertising: "Remove Advertising",
        .setDefaultConfiguration: "Set Default System Configuration",
    ]
}

extension ManagementOpcode: CustomStringConvertible {
    var description: String { ManagementOpcode.names[self] ?? "management command \(rawValue.hexadecimal)" }
}

/// The kernel's answer to a management command; unknown codes keep their number.
struct ManagementStatus: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt8

    static let success = ManagementStatus(rawValue: 0x00)
    static let notConnected = ManagementStatus(rawValue: 0x02)
    static let notPaired = ManagementStatus(rawValue: 0x06)
    static let busy = ManagementStatus(rawValue: 0x0A)
    static let rejected = ManagementStatus(rawValue: 0x0B)
    static let notSupported = ManagementStatus(rawValue: 0x0C)
    static let disconnected = ManagementStatus(rawValue: 0x0E)
    static let notPowered = ManagementStatus(rawValue: 0x0F)
    static let invalidIndex = ManagementStatus(rawValue: 0x11)
    static let radioKilled = ManagementStatus(rawValue: 0x12)
    static let permissionDenied = ManagementStatus(rawValue: 0x14)

    private static let names = [
        "success", "unknown command", "not connected", "failed", "connect failed", "authentication failed",
        "not paired", "no resources", "timeout", "already connected", "busy", "rejected", "not supported",
        "invalid parameters", "disconnected", "not powered", "cancelled", "invalid index", "radio switched off",
        "already paired", "permission denied",
    ]
}

extension ManagementStatus: CustomStringConvertible {
    var description: String {
        let number = Int(rawValue)
        guard ManagementStatus.names.indices.contains(number) else { return "status \(rawValue.hexadecimal)" }
        return "\(ManagementStatus.names[number]) (\(rawValue.hexadecimal))"
    }
}

/// The features that a controller supports or has enabled.
struct ControllerSettings: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    static let powered = ControllerSettings(rawValue: 1 << 0)
    static let connectable = ControllerSettings(rawValue: 1 << 1)
    static let bondable = ControllerSettings(rawValue: 1 << 4)
    static let bredr = ControllerSettings(rawValue: 1 << 7)
    static let lowEnergy = ControllerSettings(rawValue: 1 << 9)
    static let advertising = ControllerSettings(rawValue: 1 << 10)
    static let secureConnections = ControllerSettings(rawValue: 1 << 11)
}

extension ConnectionParameters {
    /// The parameters as the management's list of type, length and value: types 0x17 to 0x1A.
    var defaultConfiguration: [UInt8] {
        var bytes: [UInt8] = []
        for (type, value) in zip(UInt16(0x17)..., [minimumInterval, maximumInterval, latency, supervisionTimeout]) {
            bytes.append(little: type)
            bytes.append(2)
            bytes.append(little: value)
        }
        return bytes
    }
}
