internal import CLibUSB
import Ground
import Links

/// The serial port of a USB device, claimed from the kernel and given back at its end.
///
/// libusb takes the kernel's driver off an interface as it is claimed and puts it back as it is released. The data
/// interface is released first: the kernel's serial driver needs both when it comes back for the control interface.
@safe
final class USBSerialPort: Sendable {
    let device: USBDevice
    let function: CDCFunction

    private static let setLineCoding: UInt8 = 0x20
    private static let setControlLineState: UInt8 = 0x22
    /// 115200 baud, one stop bit, no parity, 8 data bits: nominal on USB.
    private static let lineCoding: [UInt8] = [0x00, 0xC2, 0x01, 0x00, 0x00, 0x00, 0x08]
    private static let raised: UInt16 = 0x0003

    init(_ identity: USBIdentity) throws(RigFault) {
        let device = try USBDevice.open(identity)
        self.device = device
        do { function = try CDCFunction(configuration: try device.activeConfiguration()) } catch {
            switch error {
            case let error as USBError: throw identity.fault("read", error)
            case let error as Malformed: throw identity.notSerial(error.meaning)
            default: throw identity.notSerial("\(error)")
            }
        }
        try claim(identity)
    }

    private func claim(_ identity: USBIdentity) throws(RigFault) {
        func check(_ action: String, _ code: Int32) throws(RigFault) {
            if code < 0 { throw identity.fault(action, USBError(code: code)) }
        }
        _ = unsafe libusb_set_auto_detach_kernel_driver(device.handle, 1)
        try check("claimed", unsafe libusb_claim_interface(device.handle, Int32(function.control)))
        if function.data != function.control {
            try check("claimed", unsafe libusb_claim_interface(device.handle, Int32(function.data)))
        }
        if function.alternate != 0 {
            let (data, alternate) = (Int32(function.data), Int32(function.alternate))
            try check("set up", unsafe libusb_set_interface_alt_setting(device.handle, data, alternate))
        }
        // The firmware opens its side on the rising edge of DTR (uwb.md 4.2).
        let control = function.control
        try check("set up", device.control(Self.setLineCoding, value: 0, interface: control, Self.lineCoding))
        try check("set up", device.control(Self.setControlLineState, value: 0, interface: control))
        try check("set up", device.control(Self.setControlLineState, value: Self.raised, interface: control))
    }

    deinit {
        device.control(Self.setControlLineState, value: 0, interface: function.control)
        if function.data != function.control {
            _ = unsafe libusb_release_interface(device.handle, Int32(function.data))
        }
        _ = unsafe libusb_release_interface(device.handle, Int32(function.control))
    }
}
