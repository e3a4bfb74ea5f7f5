public import Ground

// Every port has a text form (PortText.swift), on the command line as in files.

/// The adapter that the phone talks through. On a virtual rig `simulated` is an adapter that the bench makes itself.
public enum BluetoothPort: Hashable, Sendable {
    case simulated
    /// The kernel's adapter with this number: 1 is `hci1`.
    case adapter(Int)
    case none
}

/// The UWB kit that measures. On a virtual rig `simulated` is a kit simulator behind the real USB stack.
public enum UWBPort: Hashable, Sendable {
    case simulated
    /// As `simulated`, with the text dialect of Qorvo's CLI firmware in place of UCI.
    case simulatedCLI
    /// A kit found by its USB ids, and by its serial number where several are plugged in.
    case usb(vendor: UInt16, product: UInt16, serial: String?)
    /// A kit behind a serial device: `/dev/ttyACM0`.
    case serial(path: String)
    /// A kit with Qorvo's CLI firmware behind a serial device.
    case cli(path: String)
    case none

    /// Whether it is a simulator, whatever it speaks.
    public var isSimulated: Bool { self == .simulated || self == .simulatedCLI }
}

/// The tag reader. On a virtual rig `simulated` is a reader simulator behind the real libnfc.
public enum NFCPort: Hashable, Sendable {
    case simulated
    /// A reader by libnfc's connection string: `pn532_uart:/dev/ttyUSB0`.
    case libnfc(String)
    case none
}

/// How an accessory is reached.
public enum AccessoryPort: Hashable, Sendable {
    case simulated(AccessoryModel)
    /// A real one, over Bluetooth LE.
    case le(AccessorySelector)
}

/// Who presents a tag.
public enum TagPort: Hashable, Sendable {
    case simulated(TagModel)
    /// A person, when the program asks for it.
    case hand
}

/// Who moves the phone.
public enum MotionPort: Hashable, Sendable, CaseIterable {
    case simulated
    /// A person, when the program asks for it.
    case hand
    /// Nobody: scenarios that walk are skipped.
    case none
}
