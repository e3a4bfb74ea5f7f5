import Benches
import Foundation
import RigKit
import TestSupport
import Testing

/// The devices of a bench, as the kernel's files show them.
@Suite struct BenchDetectionTests {
    private let root: Scratch

    init() throws { root = try Scratch() }

    private func addUSB(_ name: String, _ vendor: String, _ product: String, serial: String? = nil) throws {
        let folder = root("sys/bus/usb/devices/\(name)")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (file, text) in [("idVendor", vendor), ("idProduct", product), ("busnum", "1"), ("devnum", "4")] {
            try Scratch.write(text + "\n", to: "\(folder)/\(file)")
        }
        if let serial { try Scratch.write(serial + "\n", to: "\(folder)/serial") }
    }

    private func add(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: root(path), withIntermediateDirectories: true)
    }

    @Test("a machine without devices has none, and one doubt about the accessory")
    func none() {
        let found = BenchDetection(below: root.path)
        #expect(found.devices.isEmpty)
        #expect(found.rig.uwb == .none && found.rig.accessories.isEmpty && found.rig.problems() == [])
    }

    @Test("one device of each kind gives a rig with their stable names")
    func one() throws {
        try add("sys/class/bluetooth/hci1")
        try add("dev/serial/by-id/usb-FTDI_UART_A1-if00")
        try addUSB("1-2", "1915", "520f", serial: "KIT1")
        // The kit's own line is no console.
        try add("sys/bus/usb/devices/1-2/1-2:1.1/tty")
        try add("sys/class/tty/ttyACM0")
        try add("dev")
        try Scratch.write("", to: root("dev/ttyACM0"))
        let links = [
            ("dev/serial/by-id/usb-Qorvo_KIT1-if00", "../../ttyACM0"),
            ("sys/class/tty/ttyACM0/device", "../../../bus/usb/devices/1-2/1-2:1.1"),
        ]
        for (link, target) in links {
            try FileManager.default.createSymbolicLink(atPath: root(link), withDestinationPath: target)
        }
        try addUSB("1-3", "072f", "2200")
        try addUSB("usb1", "1d6b", "0002")
        let found = BenchDetection(below: root.path)
        #expect(found.devices.map(\.role) == ["bluetooth", "uwb", "nfc", "serial"])
        let rig = found.rig
        #expect(rig.bluetooth == .adapter(1) && rig.nfc == .libnfc("acr122_usb"))
        #expect(rig.uwb == .usb(vendor: 0x1915, product: 0x520F, serial: "KIT1"))
        let console = try #require(rig.accessories.first?.console)
        #expect(console == .serial(path: "/dev/serial/by-id/usb-FTDI_UART_A1-if00", baud: 115_200))
        #expect(rig.problems() == [])
        #expect(try RigFile.rig(from: RigFile.text(of: rig), named: rig.name) == rig)
    }

    @Test("two devices that fit are a doubt, and no line is guessed among several")
    func several() throws {
        for adapter in ["hci0", "hci1", "hci0:64"] { try add("sys/class/bluetooth/\(adapter)") }
        for line in ["usb-A", "usb-B"] { try add("dev/serial/by-id/\(line)") }
        try addUSB("1-2", "1915", "520f")
        try addUSB("1-4", "1915", "520f")
        try addUSB("1-3", "04e6", "5591")
        try addUSB("1-5", "072f", "2200")
        let found = BenchDetection(below: root.path)
        #expect(found.devices.count == 8, "\(found.devices)")
        for word in ["adapters", "2 kits fit", "are alike", "readers", "serial line"] {
            #expect(found.doubts.contains { $0.contains(word) }, "\(word): \(found.doubts)")
        }
        #expect(found.rig.nfc == .none && found.rig.accessories.first?.console == ConsolePort.none)
        #expect(found.rig.bluetooth == .adapter(0))
    }
}
