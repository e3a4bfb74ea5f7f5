import BlueZDriver
import Glibc
import Ground
import RigKit

extension BenchDoctor {
    mutating func lookAtBluetooth(_ number: Int) {
        lookAtKernel()
        lookAtRights()
        lookAtSwitch(of: "hci\(number)")
        lookAtAdapter(number)
        if let daemon = BluetoothDaemon.running(in: files.root + "/proc") {
            report(
                .problem, "bluetooth.daemon", "bluetoothd (process \(daemon.process)) is running",
                so: "it holds the adapters too, answers pairings and changes keys, so nothing can be judged",
                remedy: .command("systemctl stop bluetooth"))
        } else {
            fine("bluetooth.daemon", "bluetoothd is not running")
        }
        let control = "/sys/class/bluetooth/hci\(number)/device/../power/control"
        if let text = files.text(control) {
            if text == "auto" {
                report(
                    .warning, "bluetooth.autosuspend", "the kernel may suspend the adapter hci\(number)",
                    so: "an adapter that wakes late finds accessories late, or not at all",
                    remedy: .command("echo on > \(control)"))
            } else {
                fine("bluetooth.autosuspend", "the kernel does not suspend the adapter hci\(number)")
            }
        }
    }

    private mutating func lookAtKernel() {
        guard !files.exists("/sys/module/bluetooth") else {
            fine("bluetooth.module", "the kernel has Bluetooth")
            return lookAtSockets()
        }
        report(
            .problem, "bluetooth.module", "the kernel's module bluetooth is not loaded",
            so: "there are no Bluetooth sockets", remedy: .command("modprobe bluetooth"))
    }

    /// The kernel refuses Bluetooth sockets in every network namespace but the first, and a filter of system calls may
    /// refuse them anywhere, with the same error.
    private mutating func lookAtSockets() {
        guard answers.bluetoothSocket == EAFNOSUPPORT else {
            return fine("bluetooth.sockets", "the kernel opens Bluetooth sockets for this process")
        }
        let isFiltered = files.field("Seccomp", of: "/proc/self/status").map { $0 != "0" } ?? false
        report(
            .problem, "bluetooth.sockets",
            isFiltered
                ? "no Bluetooth socket can be opened: this process is in another network namespace, or its filter of "
                    + "system calls (seccomp) refuses them"
                : "no Bluetooth socket can be opened: this process is in another network namespace than the adapter",
            so: "no accessory can be reached",
            remedy: .act(
                isFiltered
                    ? "Start the container with --net=host and a seccomp profile that allows AF_BLUETOOTH, or let the "
                        + "unit's RestrictAddressFamilies= allow it"
                    : "Start the container with --net=host, or let the unit omit PrivateNetwork="))
    }

    /// CAP_NET_ADMIN and CAP_NET_RAW.
    private static let capabilities: UInt64 = 1 << 12 | 1 << 13

    private mutating func lookAtRights() {
        let status = "/proc/self/status"
        guard let text = files.field("CapEff", of: status), let effective = UInt64(text, radix: 16) else { return }
        guard effective & Self.capabilities != Self.capabilities else {
            return fine("bluetooth.rights", "the program may set up Bluetooth adapters")
        }
        let program = unsafe realpath("/proc/self/exe", nil).map { path in
            defer { unsafe free(path) }
            return unsafe String(cString: path)
        }
        let isBarred = files.field("NoNewPrivs", of: status) == "1"
        report(
            .problem, "bluetooth.rights",
            "the program lacks CAP_NET_ADMIN or CAP_NET_RAW"
                + (isBarred ? ", and this process may not gain them (NoNewPrivs)" : ""),
            so: "it can neither set up an adapter nor see the kernel's packets; a new build loses its capabilities",
            remedy: isBarred
                ? .act("Run it as root, or give its unit AmbientCapabilities=CAP_NET_ADMIN CAP_NET_RAW")
                : .act("sudo setcap cap_net_admin,cap_net_raw+ep \(program ?? "PROGRAM")"))
    }

    private mutating func lookAtSwitch(of adapter: String) {
        let folder = "/sys/class/rfkill"
        let switches = files.names(in: folder).filter { files.text("\(folder)/\($0)/name") == adapter }
        let hard = switches.first { files.text("\(folder)/\($0)/hard") == "1" }
        let soft = switches.first { files.text("\(folder)/\($0)/soft") == "1" }
        let consequence = "the adapter cannot be switched on"
        if hard != nil {
            report(
                .problem, "bluetooth.switch", "\(adapter) is blocked by a switch of the machine", so: consequence,
                remedy: .act("Switch the radio on at the machine"))
        } else if soft != nil {
            report(
                .problem, "bluetooth.switch", "\(adapter) is blocked by software", so: consequence,
                remedy: .command("rfkill unblock bluetooth"))
        } else {
            fine("bluetooth.switch", "no switch blocks \(adapter)")
        }
    }

    // MARK: The adapter itself

    /// Adapters that are known to spoil runs (bench.md 6.2), by their USB ids.
    private static let known = [
        "0a12:0001": (
            "a CSR8510, or one of its many copies",
            "copies have Bluetooth 4.0, claim features that they do not have, and stop after a suspension"
        ),
        "14b0:047a": (
            "an RTL8761BUE that the kernel gives no firmware",
            "it reports nothing in passive scans, so connections time out without an error"
        ),
    ]
    /// A version of Realtek's firmware that reconnects often (bench.md 6.2).
    private static let weakFirmware = "0xdfc6d922"
    /// Returns whether an adapter has a chip of Realtek's, which gets its firmware from the kernel.
    private static func needsFirmware(_ ids: String) -> Bool { ids.hasPrefix("0bda:") || ids == "2357:0604" }

    private mutating func lookAtAdapter(_ number: Int) {
        let folder = "/sys/class/bluetooth/hci\(number)/device/.."
        guard let vendor = files.text("\(folder)/idVendor"), let product = files.text("\(folder)/idProduct") else {
            return
        }
        let ids = "\(vendor):\(product)"
        if let (what, consequence) = Self.known[ids] {
            report(
                .warning, "bluetooth.adapter", "hci\(number) is \(what) (USB \(ids))", so: consequence,
                remedy: .act("Use another adapter, such as an internal one by Intel"))
        } else {
            fine("bluetooth.adapter", "no problems are known with adapters such as hci\(number) (USB \(ids))")
        }
        lookAtFirmware(of: "hci\(number)", ids)
    }

    private static func isFailure(_ entry: Substring) -> Bool {
        let entry = entry.lowercased()
        return entry.contains("firmware") && entry.contains("fail")
    }

    /// Returns whether an entry names firmware that was loaded, of Realtek's or Intel's.
    private static func isLoading(_ entry: Substring) -> Bool {
        ["fw version", "Found device firmware", "Firmware timestamp", "Firmware loaded"].contains(where: entry.contains)
    }

    /// The kernel loads the firmware of some adapters, and logs how that went.
    private mutating func lookAtFirmware(of adapter: String, _ ids: String) {
        let name = "bluetooth.firmware"
        guard let log = files.kernelLog() else {
            guard Self.needsFirmware(ids) else { return }
            return report(
                .warning, name,
                "this user may not read the kernel's log, which says whether \(adapter) got its firmware",
                so: "without it, the adapter reports nothing in passive scans",
                remedy: .act("Look as root: sudo trammel doctor"))
        }
        // The last entry counts: the adapter may have been plugged in again, or another one may have its number now.
        let entry = log.last { line in
            line.contains("\(adapter):") && (Self.isFailure(line) || Self.isLoading(line))
        }
        guard let entry else {
            return fine(name, "the kernel's log, as far as it is kept, names no firmware missing from \(adapter)")
        }
        if Self.isFailure(entry) {
            report(
                .problem, name, "\(adapter) did not get its firmware: \(entry.split(separator: ";").last ?? entry)",
                so: "it works in part at most, such as without reports from passive scans",
                remedy: .act("Install the firmware's package, such as firmware-realtek, and plug the adapter in again"))
        } else if entry.contains(Self.weakFirmware) {
            report(
                .warning, name, "\(adapter) has Realtek's firmware \(Self.weakFirmware)",
                so: "links to it are lost and made again often",
                remedy: .act("Install a newer firmware-realtek, and plug the adapter in again"))
        } else {
            fine(name, "the kernel loaded the firmware of \(adapter)")
        }
    }
}
