internal import CLibUSB
import Ground

/// A bulk transfer with its buffer, freed by its owner once it is no longer in flight.
@safe
struct USBTransfer: @unchecked Sendable, Equatable {
    // Passed between threads; only one accesses it at a time: its owner, or libusb while it is in flight.
    let pointer: UnsafeMutablePointer<libusb_transfer>

    /// Wraps a transfer that libusb passes to a callback.
    init(_ pointer: UnsafeMutablePointer<libusb_transfer>) { unsafe self.pointer = pointer }

    /// Creates a transfer with a buffer of `bytes`; `callback` receives `context` unretained. Returns nil if out of
    /// memory.
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

    /// The size of its buffer in octets.
    var length: Int { Int(unsafe pointer.pointee.length) }

    /// The received bytes.
    var received: [UInt8] {
        guard let buffer = unsafe pointer.pointee.buffer else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: buffer, count: Int(pointer.pointee.actual_length)))
    }
}
