import Glibc
import Ground
import OperatingSystem
import RigKit

extension BenchDoctor {
    // MARK: Serial lines

    /// The paths of the serial devices that the rig names, each once.
    private var lines: [String] {
        var paths: [String] = []
        switch rig.uwb {
        case .serial(let path), .cli(let path): paths.append(path)
        case .usb, .simulated, .simulatedCLI, .none: break
        }
        if case .libnfc(let connection) = rig.nfc {
            let parts = connection.split(separator: ":").map(String.init)
            if parts.count > 1, parts[1].hasPrefix("/") { paths.append(parts[1]) }
        }
        for console in rig.accessories.map(\.console) + rig.screens.map(\.console) {
            if case .serial(let path, _) = console { paths.append(path) }
        }
        return paths.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    mutating func lookAtLines() {
        for path in lines {
            lookAtName(of: path)
            lookAtGroup(of: path)
            lookAtHolder(of: path)
        }
        guard !lines.isEmpty || rig.uwb != .none else { return }
        if let process = files.process(named: "ModemManager") {
            report(
                .warning, "serial.modemManager", "ModemManager (process \(process)) is running",
                so: "for up to 30 s after a device is plugged in, it writes modem commands to kits and consoles",
                remedy: .command("systemctl stop ModemManager"))
        } else {
            fine("serial.modemManager", "ModemManager is not running")
        }
        if let process = files.process(named: "brltty") {
            report(
                .warning, "serial.braille", "brltty (process \(process)) is running",
                so: "it takes serial converters for Braille displays, and their devices disappear",
                remedy: .command("systemctl stop brltty"))
        } else {
            fine("serial.braille", "brltty is not running")
        }
    }

    /// Returns whether a path is numbered in the order of plugging, such as `/dev/ttyUSB0`.
    static func isNumbered(_ path: String) -> Bool {
        path.hasPrefix("/dev/ttyUSB") || path.hasPrefix("/dev/ttyACM")
    }

    /// A number such as `ttyUSB0` may be another device's after the next plug.
    private mutating func lookAtName(of path: String) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard Self.isNumbered(path) else {
            return fine("serial.name", "\(path) keeps its name")
        }
        let folder = "/dev/serial/by-id"
        let stable = files.names(in: folder).first { link in
            files.target(of: "\(folder)/\(link)")?.split(separator: "/").last.map(String.init) == name
        }
        report(
            .warning, "serial.name", "\(path) is numbered in the order in which devices were plugged in",
            so: "after a power cycle it may be another device's",
            remedy: .act(
                stable.map { "Name it \(folder)/\($0) in the rig" }
                    ?? "Name it by its link in \(folder), which needs udev"))
    }

    /// Returns the process that has a serial line open; nil if none is known to.
    ///
    /// The maker of a pseudo-terminal may keep both ends of it open, so it does not count.
    func holder(ofLine path: String) -> (process: Int32, name: String)? {
        let device = unsafe realpath(files.root + path, nil).map { pointer in
            defer { unsafe free(pointer) }
            return String(unsafe String(cString: pointer).dropFirst(files.root.count))
        }
        return (device ?? path).hasPrefix("/dev/pts/") ? nil : files.holder(of: device ?? path)
    }

    /// Two readers of one line each get a part of it. Another run of this program has locked what it reads.
    private mutating func lookAtHolder(of path: String) {
        guard let holder = holder(ofLine: path), holder.name != files.text("/proc/self/comm") else { return }
        report(
            .problem, "serial.holder", "\(holder.name) (process \(holder.process)) has \(path) open",
            so: "it takes some of what the device sends", remedy: .act("End it: kill \(holder.process)"))
    }

    /// A group that the user was added to counts only from the next login on.
    private mutating func lookAtGroup(of path: String) {
        var status = stat()
        // Rights may also come from the mode, or from a rule for the user at the computer.
        guard access(files.root + path, R_OK | W_OK) != 0, unsafe stat(files.root + path, &status) == 0 else { return }
        var groups = [gid_t](repeating: 0, count: 1024)
        let count = unsafe getgroups(Int32(groups.count), &groups)
        guard !groups.prefix(max(0, Int(count))).contains(status.st_gid), getegid() != status.st_gid else { return }
        let user = unsafe getpwuid(geteuid()).map { unsafe String(cString: $0.pointee.pw_name) } ?? ""
        for line in (files.text("/etc/group") ?? "").split(separator: "\n") {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count == 4, fields[2] == "\(status.st_gid)",
                fields[3].split(separator: ",").contains(user[...])
            else { continue }
            report(
                .problem, "serial.group",
                "\(user) was added to the group \(fields[0]), but this session does not have it",
                so: "\(path) cannot be opened", remedy: .act("Log out and in again"))
        }
    }

    // MARK: USB

    mutating func lookAtUSB() {
        let listed = ListedUSBDevice.all(in: files.root + ListedUSBDevice.list) ?? []
        if case .usb(let vendor, let product, let serial) = rig.uwb {
            let kits = listed.filter { kit in
                kit.vendor == vendor && kit.product == product && (serial == nil || serial == kit.serial)
            }
            for kit in kits { lookAtSuspension(of: kit.name, called: "the UWB kit", as: "uwb.autosuspend") }
            if kits.isEmpty { lookAtDebugger(listed) }
        }
        let hubs = files.names(in: ListedUSBDevice.list).filter { $0.contains(":") }
        var tripped: [String] = []
        for hub in hubs {
            let folder = "\(ListedUSBDevice.list)/\(hub)"
            for port in files.names(in: folder) where port.contains("-port") {
                guard let count = files.text("\(folder)/\(port)/over_current_count"), count != "0" else { continue }
                tripped.append("\(port) (\(count) times)")
            }
        }
        if tripped.isEmpty {
            fine("usb.current", "no USB port was switched off because of its current")
        } else {
            report(
                .warning, "usb.current",
                "since the start, too much current flowed at \(tripped.joined(separator: ", "))",
                so: "devices at such a port disappear for moments", remedy: .act("Use a hub with its own power supply"))
        }
    }

    /// SEGGER's vendor id, which the probe on a DWM3001CDK has (uwb.md 4.2).
    private static let probeVendor: UInt16 = 0x1366

    /// The kit appears on USB only with UCI firmware; with CLI or QANI firmware, or none, the board shows only its
    /// debugger.
    private mutating func lookAtDebugger(_ listed: [ListedUSBDevice]) {
        guard let probe = listed.first(where: { $0.vendor == Self.probeVendor }) else { return }
        report(
            .problem, "uwb.debugger",
            "there is a debugger (USB \(probe.name), serial number \(probe.serial)), and no UWB kit",
            so: "the kit has CLI or QANI firmware or none, or only its debugger's socket is plugged in",
            remedy: .act(
                "Plug in the kit's own USB socket; if nothing appears, flash its UCI firmware, or name CLI firmware as "
                    + "uwb=cli:PATH"))
    }

    private mutating func lookAtSuspension(of device: String, called words: String, as name: String) {
        let path = "\(ListedUSBDevice.list)/\(device)/power/control"
        guard let text = files.text(path) else { return }
        guard text == "auto" else { return fine(name, "the kernel does not suspend \(words)") }
        report(
            .warning, name, "the kernel may suspend \(words) (USB \(device))",
            so: "it answers late after a pause", remedy: .command("echo on > \(path)"))
    }

    // MARK: The reader

    mutating func lookAtReader(_ connection: String) {
        let isOnUSB = !connection.contains("/")
        let drivers = ["pn533_usb", "pn533", "nfc"].filter { files.exists("/sys/module/\($0)") }
        if isOnUSB, drivers.contains("pn533_usb") {
            report(
                .problem, "nfc.kernel", "the kernel's own NFC driver is loaded (\(drivers.joined(separator: ", ")))",
                so: "it has the reader, and libnfc cannot open it",
                remedy: .command("modprobe -r \(drivers.joined(separator: " "))"))
        } else {
            fine("nfc.kernel", "no NFC driver of the kernel holds the reader")
        }
        if isOnUSB, let process = files.process(named: "pcscd") {
            report(
                connection.hasPrefix("acr122_usb") ? .problem : .warning, "nfc.smartCards",
                "pcscd (process \(process)) is running",
                so: "it holds readers for smart cards, such as an ACR122U, so libnfc cannot open them",
                remedy: .command("systemctl stop pcscd.socket pcscd"))
        } else {
            fine("nfc.smartCards", "pcscd does not hold the reader")
        }
        let configuration = "/etc/nfc/libnfc.conf"
        let settings = (files.text(configuration) ?? "").split(separator: "\n").map { line in
            line.filter { !$0.isWhitespace }
        }
        if settings.contains("allow_intrusive_scan=true") {
            report(
                .warning, "nfc.scan", "\(configuration) allows intrusive scans",
                so: "other programs with libnfc write to every serial line, the kit and consoles included",
                remedy: .act("Set allow_intrusive_scan = false there"))
        } else {
            fine("nfc.scan", "libnfc scans no serial lines")
        }
    }
}
