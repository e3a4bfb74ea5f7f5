public import Evidence
import Ground
import NetworkDriver
import OperatingSystem
public import RigKit

extension Rig {
    /// The claims for the UWB kit alone.
    public var kitDevices: [DeviceClaim] { kind == .hardware ? uwb.devices : [] }

    /// The parts of the rig that one command needs exclusively: its real devices, and the accessories and
    /// screens that they reach. A simulated or virtual rig has none, because the bench makes them itself.
    public var devices: [DeviceClaim] {
        guard kind == .hardware else { return [] }
        var claims = uwb.devices + nfc.devices
        if case .usb(let first, let others) = readerCable { claims += DeviceClaim.ports([first] + others) }
        if case .adapter(let number) = bluetooth { claims.append(.adapter(number)) }
        for entry in accessories {
            claims += entry.port.devices + entry.console.devices + entry.power.devices
            for radio in Radio.allCases {
                guard case .program(let path) = entry.air[radio] else { continue }
                claims += DeviceClaim.program(path, acting: "\(radio.rawValue) \(entry.name)")
            }
        }
        if case .program(let path) = motion {
            claims += accessories.flatMap { DeviceClaim.program(path, acting: $0.name.rawValue) }
        }
        for case (let name, .program(let path)) in tags.map({ ($0.name, $0.port) }) {
            claims += DeviceClaim.program(path, acting: name.rawValue)
        }
        for entry in screens {
            claims += entry.console.devices
            if case .network(let interface) = entry.port { claims.append(DeviceClaim("interface \(interface)")) }
        }
        return claims
    }
}

extension DeviceClaim {
    /// Returns the claim for the kernel's Bluetooth adapter with a number.
    public static func adapter(_ number: Int) -> DeviceClaim { DeviceClaim("hci\(number)") }

    /// Returns the claim for a device by its path, with symbolic links resolved.
    ///
    /// A pseudo-terminal keeps the name by which it is reached: its number goes to the next one as soon as it is
    /// closed, which may be another bench's.
    fileprivate static func path(_ path: String) -> DeviceClaim {
        let device = Files.absolute(path) ?? path
        return DeviceClaim(device.hasPrefix("/dev/pts/") ? path : device)
    }

    fileprivate static func ports(_ locations: [USBLocation]) -> [DeviceClaim] {
        locations.map { DeviceClaim("USB port \($0)") }
    }

    /// Returns the claims for what a program moves or blocks. One program may serve several benches, as it is called
    /// with the name; on two benches, the same name means the same device.
    fileprivate static func program(_ path: String, acting name: String) -> [DeviceClaim] {
        let program = DeviceClaim.path(path).name
        return one(of: program, name)
    }

    /// Returns the claims for a device of a kind by its name. Without a name it may be any of them, so the whole kind
    /// is claimed.
    fileprivate static func one(of kind: String, _ name: String?) -> [DeviceClaim] {
        guard let name else { return [DeviceClaim(kind)] }
        return [DeviceClaim(kind, isShared: true), DeviceClaim("\(kind) \(name)")]
    }
}

extension UWBPort {
    fileprivate var devices: [DeviceClaim] {
        switch self {
        case .usb(_, _, let serial):
            DeviceClaim.one(of: String(description.split(separator: ":").prefix(3).joined(separator: ":")), serial)
        case .serial(let path), .cli(let path):
            // A kit may also be named by its USB ids.
            [.path(path)] + (ListedUSBDevice.behind(line: path)?.kit.devices ?? [])
        case .simulated, .simulatedCLI, .none: []
        }
    }
}

extension ListedUSBDevice {
    /// The device as a kit.
    fileprivate var kit: UWBPort { .usb(vendor: vendor, product: product, serial: serial.isEmpty ? nil : serial) }
}

extension NFCPort {
    /// The claims according to libnfc's connection string: `pn532_uart:/dev/ttyUSB0:115200`, `acr122_usb:001:004`,
    /// `usb`.
    fileprivate var devices: [DeviceClaim] {
        guard case .libnfc(let connection) = self else { return [] }
        let fields = connection.split(separator: ":").dropFirst().map(String.init)
        if let path = fields.first, path.hasPrefix("/") { return [.path(path)] }
        let numbers = fields.compactMap { UInt16($0) }
        return DeviceClaim.one(of: "a USB reader", numbers.count == 2 ? "\(numbers[0]):\(numbers[1])" : nil)
    }
}

extension AccessoryPort {
    fileprivate var devices: [DeviceClaim] {
        switch self {
        case .simulated: []
        case .le(.address(let address), _): [DeviceClaim("accessory \(AccessorySelector.octets(address.value))")]
        case .le(let selector, _): [DeviceClaim("accessory \(selector)")]
        case .lan(.service(let type, let name)): DeviceClaim.one(of: "accessory \(type)", name)
        case .lan(.endpoint(let host, let port)):
            // Under its name as well, because that may get other addresses between two commands.
            Set([host] + ((try? NetworkWay.addresses(of: host, port: port)) ?? []).map(\.host)).map { host in
                DeviceClaim("accessory \(NetworkSelector.endpoint(host: host, port: port))")
            }
        }
    }
}

extension ConsolePort {
    fileprivate var devices: [DeviceClaim] {
        switch self {
        case .serial(let path, _), .pipe(let path): [.path(path)]
        case .rfc2217(let host, let port, _): [DeviceClaim("serial line \(host.lowercased()):\(port)")]
        case .simulated, .none: []
        }
    }
}

extension PowerPort {
    /// The claims for a switch. A program does not know whose power it switches, so it is a device in itself.
    fileprivate var devices: [DeviceClaim] {
        switch self {
        case .program(let path): [.path(path)]
        case .usb(let first, let others): DeviceClaim.ports([first] + others)
        case .simulated, .hand, .none: []
        }
    }
}
