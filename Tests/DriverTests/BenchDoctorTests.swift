import Foundation
import Glibc
import RigKit
import Rigs
import TestSupport
import Testing

@testable import Benches

/// Machines with one thing wrong each, as their files show it.
@Suite struct BenchDoctorTests {
    private static let rig = Rig(
        name: "desk", summary: "a desk", kind: .hardware, bluetooth: .adapter(0),
        uwb: .usb(vendor: 0x1915, product: 0x520F, serial: nil), nfc: .libnfc("acr122_usb"),
        accessories: [
            AccessoryEntry("door", .le(.name("Door")), console: .serial(path: "/dev/ttyUSB1", baud: 115_200))
        ], tags: [], motion: .none)

    private static let kit = "/sys/bus/usb/devices/1-2"

    /// The files of a machine without anything wrong.
    private static let healthy = [
        "/proc/pressure/cpu": "some avg10=0.53 avg60=0.12 avg300=0.00 total=5\nfull avg10=0.00",
        "/proc/self/status": "Name:\ttrammel\nCapEff:\t0000000000003000\nNoNewPrivs:\t0",
        "/proc/1/comm": "systemd", "/proc/1/stat": "1 (systemd) S 0",
        "/sys/module/bluetooth/refcnt": "1",
        "/sys/class/rfkill/rfkill0/name": "hci0", "/sys/class/rfkill/rfkill0/soft": "0",
        "/sys/class/rfkill/rfkill0/hard": "0", "/sys/class/rfkill/rfkill1/name": "hci1",
        "/sys/class/rfkill/rfkill1/soft": "1", "/sys/class/bluetooth/hci0/device/name": "",
        "/sys/class/bluetooth/hci0/power/control": "on", "/sys/class/bluetooth/hci0/idVendor": "2357",
        "/sys/class/bluetooth/hci0/idProduct": "0604",
        "/dev/kmsg": "6,1,5,-;bluetooth hci1: Direct firmware load for rtl_bt/rtl8761bu_fw.bin failed with error -2\n"
            + "6,2,9,-;Bluetooth: hci0: RTL: fw version 0x0d6e8a3b", "\(kit)/idVendor": "1915",
        "\(kit)/idProduct": "520f",
        "\(kit)/busnum": "1", "\(kit)/devnum": "4", "\(kit)/power/control": "on",
        "/sys/bus/usb/devices/1-0:1.0/usb1-port1/over_current_count": "0",
        "/etc/nfc/libnfc.conf": "# allow_intrusive_scan = true\nallow_autoscan = true",
    ]

    private static func items(
        _ changes: [String: String?] = [:], rig: Rig = rig, _ answers: KernelAnswers = .usual
    ) throws -> [BenchDoctor.Item] {
        let root = try Scratch()
        for (path, text) in healthy.merging(changes.mapValues { $0 ?? "" }, uniquingKeysWith: { $1 }) {
            if let change = changes[path], change == nil { continue }
            let folder = root(
                String(path.dropFirst().prefix(upTo: path.dropFirst().lastIndex(of: "/") ?? path.endIndex)))
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Scratch.write(text + "\n", to: root(String(path.dropFirst())))
        }
        return BenchDoctor.examineBeforeRun(on: rig, below: root.path, answers)
    }

    @Test("a machine without anything wrong has only the warning about a device's number")
    func healthy() throws {
        let items = try Self.items()
        #expect(items.filter { $0.state == .problem } == [])
        #expect(items.filter { $0.state == .warning }.map(\.name) == ["serial.name"])
        #expect(items.count > 10 && Set(items.map(\.name)).count == items.count, "\(items.map(\.name))")
        #expect(items.allSatisfy { ($0.state == .ok) == ($0.remedy == nil && $0.consequence == nil) })
    }

    @Test(
        "each thing that is wrong is found and named, and nothing else is",
        arguments: [
            (["/sys/class/rfkill/rfkill0/soft": "1"], "bluetooth.switch", "rfkill unblock bluetooth"),
            (["/sys/class/rfkill/rfkill0/hard": "1"], "bluetooth.switch", "at the machine"),
            (["/sys/module/bluetooth/refcnt": nil], "bluetooth.module", "modprobe bluetooth"),
            (["/proc/self/status": "CapEff:\t0000000000000000"], "bluetooth.rights", "sudo setcap"),
            (["/proc/self/status": "CapEff:\t0000000000001000\nNoNewPrivs:\t1"], "bluetooth.rights", "AmbientCap"),
            (["/proc/77/comm": "bluetoothd", "/proc/77/stat": "77 (bluetoothd) S 1"], "bluetooth.daemon", "systemctl"),
            (["/sys/class/bluetooth/hci0/power/control": "auto"], "bluetooth.autosuspend", "echo on > "),
            (["/proc/78/comm": "ModemManager"], "serial.modemManager", "systemctl stop ModemManager"),
            (["\(kit)/power/control": "auto"], "uwb.autosuspend", "echo on > \(kit)/power/control"),
            (["/sys/bus/usb/devices/1-0:1.0/usb1-port1/over_current_count": "3"], "usb.current", "power supply"),
            (
                ["/sys/module/pn533_usb/refcnt": "0", "/sys/module/nfc/refcnt": "1"], "nfc.kernel",
                "modprobe -r pn533_usb nfc"
            ),
            (["/proc/79/comm": "pcscd"], "nfc.smartCards", "systemctl stop pcscd.socket pcscd"),
            (["/etc/nfc/libnfc.conf": "allow_intrusive_scan = true"], "nfc.scan", "false"),
            (["/proc/pressure/cpu": "some avg10=61.20 avg60=1"], "machine.load", "End what else runs"),
            (["/proc/80/comm": "brltty"], "serial.braille", "systemctl stop brltty"),
            (["/run/.containerenv": ""], "machine.container", "--net=host"),
            (
                ["/sys/class/bluetooth/hci0/idVendor": "0a12", "/sys/class/bluetooth/hci0/idProduct": "0001"],
                "bluetooth.adapter", "another adapter"
            ),
            (
                [
                    "/dev/kmsg": "6,1,5,-;Bluetooth: hci0: RTL: fw version 0x0d6e8a3b\n"
                        + "3,2,9,-;bluetooth hci0: Direct firmware load for rtl_bt/rtl8761bu_fw.bin failed"
                ],
                "bluetooth.firmware", "firmware-realtek"
            ),
            (["/dev/kmsg": "6,1,5,-;Bluetooth: hci0: RTL: fw version 0xdfc6d922"], "bluetooth.firmware", "newer"),
            (["/dev/kmsg": nil], "bluetooth.firmware", "sudo trammel doctor"),
            (
                ["/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "powersave"], "machine.governor",
                "performance"
            ),
        ] as [([String: String?], String, String)])
    func wrong(changes: [String: String?], name: String, remedy: String) throws {
        let healthy = Set(try Self.items().filter { $0.state != .ok }.map(\.name))
        let found = try Self.items(changes).filter { $0.state != .ok && !healthy.contains($0.name) }
        #expect(found.map(\.name) == [name], "\(found)")
        let item = try #require(found.first)
        #expect(item.remedy?.text.contains(remedy) == true, "\(item)")
    }

    @Test(
        "a socket that the kernel refuses has its cause, and a clock on its own is found",
        arguments: [
            ("0", KernelAnswers(bluetoothSocket: EAFNOSUPPORT), "bluetooth.sockets", "PrivateNetwork"),
            ("2", KernelAnswers(bluetoothSocket: EAFNOSUPPORT), "bluetooth.sockets", "seccomp"),
            ("0", KernelAnswers(isClockSynchronised: false), "machine.clock", "timedatectl"),
        ])
    func refused(seccomp: String, answers: KernelAnswers, name: String, remedy: String) throws {
        let status = try #require(Self.healthy["/proc/self/status"]) + "\nSeccomp:\t\(seccomp)"
        let found = try Self.items(["/proc/self/status": status], answers)
            .filter { $0.state != .ok && $0.name != "serial.name" }
        #expect(found.map(\.name) == [name])
        #expect(found.first?.remedy?.text.contains(remedy) == true, "\(found)")
    }

    @Test("a kit that shows only its debugger has no UCI firmware, or the wrong socket is plugged in")
    func firmware() throws {
        let found = try Self.items(["\(Self.kit)/idVendor": "1366", "\(Self.kit)/idProduct": "0105"])
        #expect(found.first { $0.name == "uwb.debugger" }?.state == .problem, "\(found)")
    }

    @Test(
        "the last word of the kernel's log on an adapter's firmware counts",
        arguments: [
            (["hci0: Failed to load Intel firmware file intel/ibt-17.sfi (-2)"], false),
            (["hci0: Failed to load Intel firmware file x", "hci0: Found device firmware: intel/ibt-17.sfi"], true),
            (["hci0: Found device firmware: x", "hci0: Failed to send firmware data (-38)"], false),
            (["hci1: Failed to load Intel firmware file x"], true), ([], true),
        ] as [([String], Bool)])
    func kernelLog(entries: [String], isFine: Bool) throws {
        let log = entries.map { "6,1,5,-;Bluetooth: \($0)" }.joined(separator: "\n")
        let item = try #require(try Self.items(["/dev/kmsg": log]).first { $0.name == "bluetooth.firmware" })
        #expect((item.state == .ok) == isFine, "\(item)")
    }

    @Test("a program that has the console open is named")
    func holder() throws {
        let root = try Scratch()
        for folder in ["proc/81/fd", "dev"] {
            try FileManager.default.createDirectory(atPath: root(folder), withIntermediateDirectories: true)
        }
        try Scratch.write("", to: root("dev/ttyUSB1"))
        try Scratch.write("minicom\n", to: root("proc/81/comm"))
        try FileManager.default.createSymbolicLink(atPath: root("proc/81/fd/3"), withDestinationPath: "/dev/ttyUSB1")
        let items = BenchDoctor.examineBeforeRun(on: Self.rig, below: root.path, .usual)
        let item = try #require(items.first { $0.name == "serial.holder" })
        #expect(item.state == .problem && item.found.contains("minicom (process 81) has /dev/ttyUSB1 open"), "\(item)")
    }

    @Test("a simulated rig is examined for nothing that it does not need")
    func simulated() throws {
        let items = try Self.items(["/proc/79/comm": "pcscd", "/proc/78/comm": "ModemManager"], rig: .simulated)
        #expect(items.allSatisfy { $0.state == .ok && $0.name.hasPrefix("machine.") }, "\(items)")
    }
}
