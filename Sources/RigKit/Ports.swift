public import Ground

// Every port has a text form (PortText.swift), on the command line as in files.

/// The adapter that the phone talks through. On a virtual rig `simulated` is an adapter that the bench creates.
public enum BluetoothPort: Hashable, Sendable {
    case simulated
    /// The kernel's adapter with this number: 1 is `hci1`.
    case adapter(Int)
    case none
}

/// The UWB kit that measures. On a virtual rig `simulated` is a kit simulator behind the real USB stack.
public enum UWBPort: Hashable, Sendable {
    case simulated
    /// Like `simulated`, with the text dialect of Qorvo's CLI firmware instead of UCI.
    case simulatedCLI
    /// A kit found by its USB ids, and by its serial number if several are plugged in.
    case usb(vendor: UInt16, product: UInt16, serial: String?)
    /// A kit behind a serial device: `/dev/ttyACM0`.
    case serial(path: String)
    /// A kit with Qorvo's CLI firmware behind a serial device.
    case cli(path: String)
    case none

    /// Whether it is a simulator, in either dialect.
    public var isSimulated: Bool { self == .simulated || self == .simulatedCLI }

    /// Whether it uses the text of Qorvo's CLI firmware.
    public var speaksCLI: Bool {
        switch self {
        case .simulatedCLI, .cli: true
        case .simulated, .usb, .serial, .none: false
        }
    }
}

/// The tag reader. On a virtual rig `simulated` is a reader simulator behind the real libnfc.
public enum NFCPort: Hashable, Sendable {
    case simulated
    /// A reader by libnfc's connection string: `pn532_uart:/dev/ttyUSB0`.
    case libnfc(String)
    case none
}

/// The way to pull the tag reader's cable and put it back.
public enum CablePort: Hashable, Sendable {
    /// The USB port of the reader at this location, and others of the same socket, which are off at the same time.
    case usb(USBLocation, and: [USBLocation] = [])
    /// None but the person who holds the tags, if one does.
    case none
}

/// The way to reach an accessory.
public enum AccessoryPort: Hashable, Sendable {
    case simulated(AccessoryModel)
    /// A real one, over Bluetooth LE, with a vendor-specific data channel if it has one.
    case le(AccessorySelector, channel: DataChannelProfile? = nil)
    /// A real one, over a network connection, which carries only its data channel.
    case lan(NetworkSelector)

    /// Whether the phone reaches it over the network instead of Bluetooth LE.
    public var isOnNetwork: Bool {
        switch self {
        case .simulated(let model): model.link == .lan
        case .le: false
        case .lan: true
        }
    }

    /// The vendor-specific data channel: neither the variant's nor one that phones look for anyway.
    public var ownChannel: DataChannelProfile? {
        switch self {
        case .simulated(let model): model.profile.flatMap { $0.preset == nil ? $0 : nil }
        case .le(_, let channel): channel
        case .lan: nil
        }
    }
}

/// The presenter of a tag.
public enum TagPort: Hashable, Sendable {
    case simulated(TagModel)
    /// A person, when the program asks for it.
    case hand
    /// A program on this machine, called with `present` or `remove` and the tag's name; it prints the tag's state.
    case program(path: String)

    /// Whether it is simulated, like the reader that it needs.
    public var isSimulated: Bool {
        switch self {
        case .simulated: true
        case .hand, .program: false
        }
    }
}

/// The mover of the phone.
public enum MotionPort: Hashable, Sendable {
    case simulated
    /// A person, when the program asks for it, who stops within this distance of each place.
    case person(within: Distance)
    /// A program on this machine, called with `place` or `move`, which moves one accessory relative to the phone and no
    /// other; it prints the position that it read back.
    case program(path: String)
    /// None: scenarios that walk are skipped.
    case none

    /// A person with the error that is usual for one who walks, 30 cm (bench.md 9.1).
    public static var hand: MotionPort { .person(within: handError) }

    static let handError = Distance.millimetres(300)
    /// The largest error that still says where something is.
    public static let largestError = Distance.metres(1)
}

/// The ways to block an accessory's radios without touching it; nothing blocks those of a simulated accessory but its
/// simulator.
public struct AirPorts: Codable, Hashable, Sendable {
    /// The way to block its Bluetooth.
    public var ble: AirPort
    /// The way to block its UWB.
    public var uwb: AirPort

    /// Creates the ways to block the radios, by default none.
    public init(ble: AirPort = .none, uwb: AirPort = .none) { (self.ble, self.uwb) = (ble, uwb) }

    /// The way to block one of the radios.
    public subscript(radio: Radio) -> AirPort {
        get {
            switch radio {
            case .ble: ble
            case .uwb: uwb
            }
        }
        set {
            switch radio {
            case .ble: ble = newValue
            case .uwb: uwb = newValue
            }
        }
    }
}

/// The way to block one radio of an accessory and no other.
public enum AirPort: Hashable, Sendable {
    /// A program on this machine, called with `block` or `unblock`, the radio and the accessory's name; it prints the
    /// radio's state.
    case program(path: String)
    /// None: scenarios that block the radio are skipped.
    case none
}

/// The switch of an accessory's power.
public enum PowerPort: Hashable, Sendable {
    case simulated
    /// A person, when the program asks for it.
    case hand
    /// A program on this machine, called with one word, `cycle` or `factory-reset`; it prints `off on` if it read back
    /// that the power was off and then on.
    case program(path: String)
    /// The USB port of the device at this location, and others that feed the accessory: the other half of a USB 3
    /// socket, or its debugger's. All are off at the same time.
    case usb(USBLocation, and: [USBLocation] = [])
    /// None: scenarios that need it are skipped.
    case none
}

extension PowerPort: PortText {
    /// Reads `program:/usr/local/bin/door-power`, `usb:1-1.4+2-1.4`, `hand`, `simulated` or `none`.
    public init(_ text: String) throws(PortError) {
        switch text {
        case "simulated": self = .simulated
        case "hand": self = .hand
        case "none": self = .none
        default:
            if text.hasPrefix("usb:") {
                let ports = try USBLocation.ports(in: text)
                self = .usb(ports.first, and: ports.others)
                return
            }
            guard let path = programPath(in: text) else {
                throw PortError(
                    text,
                    "write what switches the power: hand, program:/path/of/a/program, usb:1-1.4, simulated or none")
            }
            self = .program(path: path)
        }
    }

    /// The port as text: `program:/usr/local/bin/door-power`, `usb:1-1.4+2-1.4`, `hand`, `simulated` or `none`.
    public var description: String {
        switch self {
        case .simulated: "simulated"
        case .hand: "hand"
        case .program(let path): "program:\(path)"
        case .usb(let first, let others): USBLocation.text(of: [first] + others)
        case .none: "none"
        }
    }
}
