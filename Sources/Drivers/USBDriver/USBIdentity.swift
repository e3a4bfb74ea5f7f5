import Ground
public import Links

/// The identity of a USB device.
public struct USBIdentity: Hashable, Sendable {
    public let vendor: UInt16
    public let product: UInt16
    /// The serial number; required only if several devices have the same ids.
    public let serial: String?

    public init(vendor: UInt16, product: UInt16, serial: String? = nil) {
        self.vendor = vendor
        self.product = product
        self.serial = serial
    }
}

extension USBIdentity: CustomStringConvertible {
    /// For example `1915:520f` or `1915:520f with serial number E6A1`.
    public var description: String {
        let ids = String(vendor.hexadecimal.dropFirst(2)) + ":" + String(product.hexadecimal.dropFirst(2))
        return ids + (serial.map { " with serial number \($0.escapedForDisplay)" } ?? "")
    }
}

/// The faults of a USB kit, each with its remedy.
extension USBIdentity {
    public var missing: RigFault {
        RigFault(
            "no USB device \(self) is connected",
            remedy: "Plug the kit in (a DWM3001CDK by its connector J20), see that it is listed by lsusb, or name "
                + "another with uwb=usb:VENDOR:PRODUCT")
    }

    public var noUSB: RigFault {
        RigFault(
            "this machine has no USB, so the kit \(self) cannot be reached",
            remedy: "Run on a machine with USB, or pass /dev/bus/usb and /sys into the container")
    }

    /// Returns the fault for another device with the same ids; `serials` are those that could be read.
    public func otherSerials(_ serials: [String]) -> RigFault {
        RigFault(
            "no USB device \(self) is connected, only \(USBIdentity.list(serials))",
            remedy: "Name one of these serial numbers, or none when only one kit is connected")
    }

    public func ambiguous(_ serials: [String]) -> RigFault {
        RigFault(
            "\(serials.count) USB devices \(self) are connected: \(USBIdentity.list(serials))",
            remedy: "Name one by its serial number, as in uwb=usb:\(ids):\(serials.first ?? "SERIAL")")
    }

    public var forbidden: RigFault {
        let rule =
            "SUBSYSTEM==\"usb\", ATTR{idVendor}==\"\(hex(vendor))\", ATTR{idProduct}==\"\(hex(product))\", "
            + "MODE=\"0660\", GROUP=\"plugdev\", TAG+=\"uaccess\", ENV{ID_MM_DEVICE_IGNORE}=\"1\""
        return RigFault(
            "the USB device \(self) may not be opened by this user",
            remedy:
                "Write this line to /etc/udev/rules.d/70-trammel.rules, run udevadm control --reload, and plug the kit "
                + "in again: \(rule)")
    }

    public var busy: RigFault {
        RigFault(
            "the USB device \(self) is in use by another program",
            remedy: "End that program (lsof /dev/bus/usb/*/* names it), or use a different kit for this run")
    }

    public var unplugged: RigFault {
        RigFault(
            "the USB device \(self) was unplugged or has reset itself",
            remedy: "Check its cable and its power supply, and start the run again")
    }

    /// Returns the fault for failing transmissions, as after pulling the cable: the bus reports only later that a
    /// device left.
    public func broken(_ action: String, times: Int) -> RigFault {
        let often = times > 1 ? "\(times) transmissions in a row" : "a transmission"
        return RigFault(
            "the USB device \(self) was unplugged, or could not be \(action): \(often) failed",
            remedy: "Check its cable and its power supply, plug it in again, on another port where there is one, and "
                + "start the run again")
    }

    public var stuck: RigFault {
        RigFault(
            "the USB device \(self) accepts no more bytes",
            remedy: "Press the kit's reset button or plug it in again; check that its firmware speaks UCI over USB")
    }

    public var notOpen: RigFault {
        RigFault(
            "bytes were sent to the USB device \(self), which is not open",
            remedy: "This is a defect of the rig; report it with the trace")
    }

    public func notSerial(_ reason: String) -> RigFault {
        RigFault(
            "the USB device \(self) is no serial port (\(reason))",
            remedy: "Check that the kit runs UCI firmware over USB, and that the right device was named")
    }

    /// Returns the fault for any other libusb failure, in libusb's own words.
    public func failed(_ action: String, _ reason: String) -> RigFault {
        RigFault(
            "the USB device \(self) could not be \(action): \(reason)",
            remedy: "Plug the kit in again, on another port where there is one")
    }

    private var ids: String { hex(vendor) + ":" + hex(product) }

    private func hex(_ id: UInt16) -> String { String(id.hexadecimal.dropFirst(2)) }

    private static func list(_ serials: [String]) -> String {
        serials.map { $0.isEmpty ? "one without a serial number" : $0.escapedForDisplay }.joined(separator: ", ")
    }
}
