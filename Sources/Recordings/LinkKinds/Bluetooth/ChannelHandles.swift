public import GATT
import Ground

/// The attributes that carry a data channel whose UUIDs are unknown, or are not those of a known profile.
public struct ChannelHandles: Hashable, Sendable {
    /// The attribute that the phone writes; nil if unknown.
    public let write: AttributeHandle?
    /// The attribute that the accessory notifies; nil if unknown.
    public let notify: AttributeHandle?

    public init(write: AttributeHandle?, notify: AttributeHandle?) { (self.write, self.notify) = (write, notify) }
}

extension ChannelHandles {
    /// Appends both handles, with 0 for an unknown one.
    func append(to bytes: inout [UInt8]) {
        bytes.append(little: write?.rawValue ?? 0)
        bytes.append(little: notify?.rawValue ?? 0)
    }

    init(_ reader: inout ByteReader) throws(Malformed) {
        func handle(_ value: UInt16) -> AttributeHandle? { value == 0 ? nil : AttributeHandle(value) }
        write = handle(try reader.u16("the handle that the phone writes"))
        notify = handle(try reader.u16("the handle that the accessory notifies"))
    }
}
