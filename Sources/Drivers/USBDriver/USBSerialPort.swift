internal import CLibUSB
import Ground
import Links

/// The serial port of a USB device, claimed from the kernel and returned at the end.
///
/// libusb detaches the kernel's driver from an interface when claiming it and reattaches it when releasing it. The
/// data interface is released first, because the kernel's serial driver needs both when it is reattached to the
/// control interface.
@safe
final class USBSerialPort: Sendable {
    let device: USBDevice
    let function: CDCFunction

    private static let setLineCoding: UInt8 = 0x20
    private static let setControlLineState: UInt8 = 0x22
    /// 115200 baud, one stop bit, no parity, 8 data bits; nominal on USB.
    private static let lineCoding: [UInt8] = [0x00, 0xC2, 0x01, 0x00, 0x00, 0x00, 0x08]
    private static let raised: UInt16 = 0x0003

    init(_ identity: USBIdentity) throws(RigFault) {
        let device = try USBDevice.open(identity)
        let function = try Self.readFunction(of: device, identity)
        try Self.claim(function, of: device, identity)
        self.device = device
        self.function = function
        // The firmware opens its side on the rising edge of DTR (uwb.md 4.2).
        let control = function.control
        try check(identity, device.control(Self.setLineCoding, value: 0, interface: control, Self.lineCoding))
        try check(identity, device.control(Self.setControlLineState, value: 0, interface: control))
        try check(identity, device.control(Self.setControlLineState, value: Self.raised, interface: control))
    }

    private func check(_ identity: USBIdentity, _ code: Int32) throws(RigFault) {
        if code < 0 { throw identity.fault("set up", USBError(code: code)) }
    }

    private static func readFunction(of device: USBDevice, _ identity: USBIdentity) throws(RigFault) -> CDCFunction {
        do { return try CDCFunction(configuration: try device.activeConfiguration()) } catch {
            switch error {
            case let error as USBError: throw identity.fault("read", error)
            case let error as Malformed: throw identity.notSerial(error.meaning)
            default: throw identity.notSerial("\(error)")
            }
        }
    }

    /// Claims both interfaces or none.
    private static func claim(
        _ function: CDCFunction, of device: USBDevice, _ identity: USBIdentity
    ) throws(RigFault) {
        let (control, data) = (Int32(function.control), Int32(function.data))
        _ = unsafe libusb_set_auto_detach_kernel_driver(device.handle, 1)
        var code = unsafe libusb_claim_interface(device.handle, control)
        guard code == 0 else { throw identity.fault("claimed", USBError(code: code)) }
        if data != control { code = unsafe libusb_claim_interface(device.handle, data) }
        if code == 0, function.alternate != 0 {
            code = unsafe libusb_set_interface_alt_setting(device.handle, data, Int32(function.alternate))
        }
        guard code == 0 else {
            if data != control { _ = unsafe libusb_release_interface(device.handle, data) }
            _ = unsafe libusb_release_interface(device.handle, control)
            throw identity.fault("claimed", USBError(code: code))
        }
    }

    deinit {
        device.control(Self.setControlLineState, value: 0, interface: function.control)
        if function.data != function.control {
            _ = unsafe libusb_release_interface(device.handle, Int32(function.data))
        }
        _ = unsafe libusb_release_interface(device.handle, Int32(function.control))
    }
}
