import Ground
import NFCDriver
import OperatingSystem
public import RigKit

/// The devices of a bench that are plugged in, found by looking at the kernel's files; nothing is opened.
public struct BenchDetection {
    /// A device, and the port that names it.
    public struct Device: Hashable, Sendable {
        /// The role in a rig: `bluetooth`, `uwb`, `nfc` or `serial`. A serial line may be a console, a kit with CLI
        /// firmware or a reader.
        public let role: String
        /// The port's text form.
        public let port: String
        /// The device in words: `1-1.4, serial number 4711`.
        public let details: String
    }

    public let devices: [Device]
    /// The choices that only a person can make, such as between two kits, as sentences without a final full stop.
    public let doubts: [String]
    private let bluetooth: BluetoothPort
    private let uwb: UWBPort
    private let nfc: NFCPort
    private let console: ConsolePort

    /// The ids of a DWM3001CDK with UCI firmware (uwb.md 4.2).
    private static let kit = (vendor: UInt16(0x1915), product: UInt16(0x520F))

    /// Looks at this machine, or at copies of its files below `root`.
    public init(below root: String = "") {
        var (devices, doubts): ([Device], [String]) = ([], [])
        let listed = ListedUSBDevice.all(in: root + ListedUSBDevice.list) ?? []
        func note(_ role: String, _ port: some PortText, _ details: String) {
            devices.append(Device(role: role, port: port.description, details: details))
        }

        let adapters = Self.names(in: root + "/sys/class/bluetooth").compactMap { try? BluetoothPort($0) }
        for adapter in adapters { note("bluetooth", adapter, "a Bluetooth adapter") }
        if adapters.count > 1 { doubts.append("\(adapters.count) adapters fit bluetooth: the first is taken") }

        let kits = listed.filter { ($0.vendor, $0.product) == Self.kit }
        let ports = kits.map { kit in
            UWBPort.usb(vendor: kit.vendor, product: kit.product, serial: kit.serial.isEmpty ? nil : kit.serial)
        }
        for (kit, port) in zip(kits, ports) { note("uwb", port, Self.place(of: kit)) }
        if kits.count > 1 { doubts.append("\(kits.count) kits fit uwb: the first is taken") }
        if Set(ports).count < ports.count {
            doubts.append("kits without a serial number are alike: plug in only one")
        }

        let readers = listed.compactMap { device in USBReader.driver(of: device).map { (device, NFCPort.libnfc($0)) } }
        for (reader, port) in readers { note("nfc", port, Self.place(of: reader)) }
        if readers.count > 1 { doubts.append("\(readers.count) readers fit nfc: name one by bus and device") }

        let folder = "/dev/serial/by-id"
        let taken = kits + readers.map(\.0)
        let lines = Self.names(in: root + folder).filter { link in
            guard let device = ListedUSBDevice.behind(line: "\(folder)/\(link)", below: root) else { return true }
            return !taken.contains(device)
        }.map { ConsolePort.serial(path: "\(folder)/\($0)", baud: 115_200) }
        for line in lines { note("serial", line, "a serial line") }
        if !lines.isEmpty {
            doubts.append(
                "a serial line may be the door's console, a kit with CLI firmware (uwb=cli:PATH) or a reader "
                    + "(nfc=pn532_uart:PATH): "
                    + (lines.count == 1 ? "it is taken for the console" : "none of the \(lines.count) is taken"))
        }
        doubts.append("an accessory cannot be seen from here: the rig takes one that advertises the name Door")
        (self.devices, self.doubts) = (devices, doubts)
        bluetooth = adapters.first ?? .none
        uwb = ports.first ?? .none
        nfc = readers.count == 1 ? readers[0].1 : .none
        console = lines.count == 1 ? lines[0] : .none
    }

    /// The rig with these devices, with an accessory `door`; people do what no device does.
    public var rig: Rig {
        Rig(
            name: "detected", summary: "what was plugged in", kind: .hardware, bluetooth: bluetooth, uwb: uwb, nfc: nfc,
            accessories: bluetooth == .none
                ? [] : [AccessoryEntry("door", .le(.name("Door")), console: console, power: .hand)],
            tags: nfc == .none ? [] : [TagEntry("doorTag", .hand)], motion: .hand)
    }

    private static func place(of device: ListedUSBDevice) -> String {
        "USB \(device.name)" + (device.serial.isEmpty ? "" : ", serial number \(device.serial)")
    }

    private static func names(in folder: String) -> [String] {
        (ListedUSBDevice.names(in: folder) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }
}
