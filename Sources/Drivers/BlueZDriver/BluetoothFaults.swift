import Glibc
import Ground
import Links
import OperatingSystem

/// The rig's own Bluetooth faults, each with its remedy.
extension RigFault {
    /// Creates the fault for a failure to open the monitor channel.
    static func monitor(_ error: SystemError) -> RigFault {
        switch error.code {
        case EPERM, EACCES:
            RigFault(
                "the kernel does not let this user see its Bluetooth packets (\(error))",
                remedy: "Run as root, or give the program CAP_NET_RAW")
        default: .bluetoothSocket(error)
        }
    }

    /// Creates the fault for a failure to open a Bluetooth socket.
    static func bluetoothSocket(_ error: SystemError) -> RigFault {
        switch error.code {
        case EAFNOSUPPORT:
            RigFault(
                "this kernel offers no Bluetooth sockets (\(error))",
                remedy: "Load the module `bluetooth`, leave a container's own network namespace, "
                    + "or use the virtual bench, which boots a kernel with Bluetooth")
        case EPROTONOSUPPORT:
            RigFault(
                "this kernel lacks a part of Bluetooth (\(error))",
                remedy: "Use a kernel with Bluetooth LE and L2CAP, or the virtual bench")
        case EPERM, EACCES: .bluetoothPermission("\(error)")
        default: RigFault("a Bluetooth socket failed: \(error)", remedy: "Look into the kernel's log (dmesg)")
        }
    }

    static func bluetoothPermission(_ what: String) -> RigFault {
        RigFault(
            "the rig may not set up Bluetooth adapters: \(what)",
            remedy: "Run it as root, or give the program the capabilities CAP_NET_ADMIN and CAP_NET_RAW (setcap)")
    }

    static let noAdapter = RigFault(
        "there is no Bluetooth adapter",
        remedy: "Plug one in and look for it in /sys/class/bluetooth, or use the virtual bench")

    static func missingAdapter(_ index: UInt16, there: [UInt16]) -> RigFault {
        let others = there.map { "hci\($0)" }.joined(separator: ", ")
        return RigFault(
            "there is no Bluetooth adapter hci\(index)",
            remedy: others.isEmpty ? "Plug one in, or use the virtual bench" : "Use one of those there are: \(others)")
    }

    static func adapterWithoutLowEnergy(_ adapter: String) -> RigFault {
        RigFault("\(adapter) cannot do Bluetooth LE", remedy: "Use an adapter of Bluetooth 4.0 or later")
    }

    /// Creates the fault for a management command that the kernel refused during set-up or use of an adapter.
    static func refused(_ opcode: ManagementOpcode, on adapter: String, _ status: ManagementStatus) -> RigFault {
        switch status {
        case .permissionDenied: .bluetoothPermission("\(opcode) on \(adapter) was denied")
        case .radioKilled:
            RigFault("the radio of \(adapter) is switched off (rfkill)", remedy: "Run `rfkill unblock bluetooth`")
        case .invalidIndex, .notPowered: .adapterLost(adapter)
        default:
            RigFault(
                "\(opcode) on \(adapter) failed: \(status)",
                remedy: "Stop bluetoothd, plug the adapter in again, and look into the kernel's log (dmesg)")
        }
    }

    static func noAnswer(_ opcode: ManagementOpcode, on adapter: String, within limit: Lapse) -> RigFault {
        RigFault(
            "the kernel did not answer \(opcode) on \(adapter) within \(limit)",
            remedy: "Plug the adapter in again and look into the kernel's log (dmesg) for HCI command timeouts")
    }

    /// Creates the fault for a lost adapter. The kernel first reports an unplugged adapter as powered off, so the two
    /// are indistinguishable.
    static func adapterLost(_ adapter: String) -> RigFault {
        RigFault(
            "the Bluetooth adapter \(adapter) disappeared, or another program powered it off",
            remedy: "Plug it in again, or stop bluetoothd while the rig runs: systemctl disable --now bluetooth")
    }

    static func linkHeldByOthers(_ address: BluetoothAddress, _ adapter: String) -> RigFault {
        RigFault(
            "another process on this host holds the ATT channel to \(address) on \(adapter) (EBUSY)",
            remedy: "Stop bluetoothd while the rig runs: systemctl disable --now bluetooth")
    }

    static func linkGivenUp(_ address: BluetoothAddress, _ adapter: String) -> RigFault {
        RigFault(
            "\(adapter) ended the link to \(address) on this side, although the rig had not requested it",
            remedy: "Stop other programs that use Bluetooth, and look into the kernel's log (dmesg)")
    }

    static func hostSlept(_ address: BluetoothAddress, _ adapter: String) -> RigFault {
        RigFault(
            "\(adapter) ended the link to \(address) because the host went to sleep",
            remedy: "Keep the host awake while the rig runs: systemd-inhibit --what=sleep")
    }

    static func controllerSilent(_ adapter: String, _ limit: Lapse) -> RigFault {
        RigFault(
            "\(adapter) did not answer within \(limit) to a request for its version",
            remedy: "Plug the adapter in again and look into the kernel's log (dmesg) for HCI command timeouts")
    }

    static func linkDoesNotEnd(_ address: BluetoothAddress, _ adapter: String) -> RigFault {
        RigFault(
            "\(adapter) did not end the link to \(address) on request",
            remedy: "Plug the adapter in again and check the kernel log (dmesg) for HCI command timeouts")
    }

    /// Creates the fault for an immediate refusal to connect an ATT socket.
    static func connecting(to address: BluetoothAddress, on adapter: String, code: Int32) -> RigFault {
        switch code {
        case EBUSY: .linkHeldByOthers(address, adapter)
        case EHOSTUNREACH, ENETDOWN, ENODEV: .adapterLost(adapter)
        default: .bluetoothSocket(SystemError("connect to \(address) on \(adapter)", code: code))
        }
    }
}
