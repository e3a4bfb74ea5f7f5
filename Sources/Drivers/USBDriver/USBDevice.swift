internal import CLibUSB
import Glibc
import Ground
import Links

/// A separate libusb context, so that no two kits share state.
@safe
final class USBContext: @unchecked Sendable {
    // libusb's contexts may be used from any thread.
    let pointer: OpaquePointer

    init(for identity: USBIdentity) throws(RigFault) {
        var context: OpaquePointer?
        guard unsafe libusb_init(&context) == 0, let context = unsafe context else { throw identity.noUSB }
        unsafe pointer = context
    }

    deinit { unsafe libusb_exit(pointer) }
}

/// An open USB device.
@safe
final class USBDevice: @unchecked Sendable {
    // libusb's handles may be used from any thread.
    let handle: OpaquePointer
    let context: USBContext
    /// The serial number; empty if the device has none or does not report it.
    let serial: String
    /// The name for people: product, serial number and location on the bus.
    let name: String

    /// The timeout of each control transfer in milliseconds.
    private static let patience: UInt32 = 1000

    fileprivate init(_ device: OpaquePointer, _ descriptor: libusb_device_descriptor, in context: USBContext) throws {
        var opened: OpaquePointer?
        let code = unsafe libusb_open(device, &opened)
        guard code == 0, let opened = unsafe opened else { throw USBError(code: code) }
        unsafe handle = opened
        self.context = context
        serial = unsafe USBDevice.string(descriptor.iSerialNumber, of: opened)
        let product = unsafe USBDevice.string(descriptor.iProduct, of: opened)
        let bus = unsafe libusb_get_bus_number(device)
        let address = unsafe libusb_get_device_address(device)
        let parts = [product, serial].filter { !$0.isEmpty }.map(\.escapedForDisplay)
        name = (parts + ["on USB bus \(bus) device \(address)"]).joined(separator: " ")
    }

    deinit { unsafe libusb_close(handle) }

    private static func string(_ index: UInt8, of handle: OpaquePointer) -> String {
        guard index != 0 else { return "" }
        var text = [UInt8](repeating: 0, count: 256)
        let count = unsafe libusb_get_string_descriptor_ascii(handle, index, &text, Int32(text.count))
        return count > 0 ? String(decoding: text.prefix(Int(count)), as: UTF8.self) : ""
    }

    /// Sends a class request to an interface and returns libusb's code.
    @discardableResult
    func control(_ request: UInt8, value: UInt16, interface: UInt8, _ data: [UInt8] = []) -> Int32 {
        var data = data
        let count = UInt16(data.count)
        return unsafe libusb_control_transfer(
            handle, 0x21, request, value, UInt16(interface), &data, count, USBDevice.patience)
    }

    /// Returns the bytes of the active configuration, with all its interfaces and endpoints.
    func activeConfiguration() throws(USBError) -> [UInt8] {
        var value: Int32 = 0
        let code = unsafe libusb_get_configuration(handle, &value)
        guard code == 0 else { throw USBError(code: code) }
        for index in UInt8(0)..<8 {
            let head = try descriptor(index, count: 9)
            guard head.count == 9, Int32(head[5]) == value else { continue }
            return try descriptor(index, count: Int(head[2]) | Int(head[3]) << 8)
        }
        throw USBError(code: Int32(LIBUSB_ERROR_NOT_FOUND.rawValue))
    }

    private func descriptor(_ index: UInt8, count: Int) throws(USBError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let type = UInt8(LIBUSB_DT_CONFIG.rawValue)
        let got = unsafe libusb_get_descriptor(handle, type, index, &bytes, Int32(count))
        guard got >= 0 else { throw USBError(code: got) }
        return Array(bytes.prefix(Int(got)))
    }
}

extension USBDevice {
    /// Finds and opens the only device that matches an identity.
    static func open(_ identity: USBIdentity) throws(RigFault) -> USBDevice {
        guard unsafe access("/sys/bus/usb/devices", F_OK) == 0 else { throw identity.noUSB }
        let context = try USBContext(for: identity)
        let (opened, refusals) = try candidates(for: identity, in: context)
        let matching = opened.filter { identity.serial == nil || $0.serial == identity.serial }
        if matching.count > 1 { throw identity.ambiguous(matching.map(\.serial)) }
        if let device = matching.first { return device }
        if let refusal = refusals.first { throw identity.fault("opened", refusal) }
        throw opened.isEmpty ? identity.missing : identity.otherSerials(opened.map(\.serial))
    }

    /// Returns all devices with matching ids: those that opened, and the errors of the others.
    private static func candidates(
        for identity: USBIdentity, in context: USBContext
    ) throws(RigFault) -> ([USBDevice], [USBError]) {
        var list: UnsafeMutablePointer<OpaquePointer?>?
        let count = unsafe libusb_get_device_list(context.pointer, &list)
        guard count >= 0, let list = unsafe list else {
            throw identity.fault("looked for", USBError(code: Int32(truncatingIfNeeded: count)))  // an error code
        }
        defer { unsafe libusb_free_device_list(list, 1) }
        var opened: [USBDevice] = []
        var refusals: [USBError] = []
        for index in 0..<count {
            guard let device = unsafe list[index] else { continue }
            var descriptor = libusb_device_descriptor()
            guard unsafe libusb_get_device_descriptor(device, &descriptor) == 0,
                descriptor.idVendor == identity.vendor, descriptor.idProduct == identity.product
            else { continue }
            do { opened.append(try unsafe USBDevice(device, descriptor, in: context)) } catch let error as USBError {
                refusals.append(error)
            } catch {}
        }
        return (opened, refusals)
    }
}

/// An error code from libusb.
struct USBError: Error {
    let code: Int32

    var reason: String {
        guard let text = unsafe libusb_strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}

extension USBIdentity {
    func fault(_ action: String, _ error: USBError) -> RigFault {
        switch error.code {
        case LIBUSB_ERROR_ACCESS.rawValue: forbidden
        case LIBUSB_ERROR_BUSY.rawValue: busy
        case LIBUSB_ERROR_NO_DEVICE.rawValue: unplugged
        default: failed(action, error.reason)
        }
    }
}
