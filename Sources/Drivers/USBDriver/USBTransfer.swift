internal import CLibUSB
import Ground

/// A bulk transfer with its buffer; freed by its owner once it is no longer in flight.
@safe
struct USBTransfer: @unchecked Sendable, Equatable {
    // Handed between threads; only one touches it at a time: its owner, or libusb while it is in flight.
    let pointer: UnsafeMutablePointer<libusb_transfer>

    /// Takes over a transfer that libusb hands to a callback.
    init(_ pointer: UnsafeMutablePointer<libusb_transfer>) { unsafe self.pointer = pointer }

    /// A transfer with a buffer of `bytes`; `callback` gets `context` unretained. Nil when there is no memory.
    init?(
        _ port: USBSerialPort, endpoint: UInt8, _ bytes: [UInt8], timeout: UInt32, callback: libusb_transfer_cb_fn,
        context: AnyObject
    ) {
        guard let pointer = unsafe libusb_alloc_transfer(0) else { return nil }
        unsafe self.pointer = pointer
        let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
        unsafe bytes.withUnsafeBufferPointer { bytes in
            if let base = bytes.baseAddress { unsafe buffer.initialize(from: base, count: bytes.count) }
        }
        unsafe libusb_fill_bulk_transfer(
            pointer, port.device.handle, endpoint, buffer, Int32(bytes.count), callback,
            Unmanaged.passUnretained(context).toOpaque(), timeout)
    }

    static func == (lhs: USBTransfer, rhs: USBTransfer) -> Bool { unsafe lhs.pointer == rhs.pointer }

    func submit() -> Int32 { unsafe libusb_submit_transfer(pointer) }

    func cancel() { _ = unsafe libusb_cancel_transfer(pointer) }

    func free() {
        unsafe pointer.pointee.buffer?.deallocate()
        unsafe libusb_free_transfer(pointer)
    }

    var status: libusb_transfer_status { unsafe pointer.pointee.status }

    /// How many octets it was made for.
    var length: Int { Int(unsafe pointer.pointee.length) }

    /// What has arrived.
    var received: [UInt8] {
        guard let buffer = unsafe pointer.pointee.buffer else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: buffer, count: Int(pointer.pointee.actual_length)))
    }
}
