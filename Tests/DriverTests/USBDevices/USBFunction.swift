import Ground

/// A simulated USB device: its descriptors and the data on its endpoints.
///
/// `USBIPConversation` handles enumeration, which is the same for all devices.
protocol USBFunction: Sendable {
    /// The device descriptor, 18 bytes.
    var device: [UInt8] { get }
    /// The one configuration with its interfaces and endpoints.
    var configuration: [UInt8] { get }
    /// The strings that descriptors name, from 1.
    var strings: [String] { get }
    /// The time at which `advance(to:)` has something to do.
    var deadline: Instant? { get }

    /// Resets the device when the host selects its configuration.
    mutating func configure()
    /// Receives bytes of the host for an OUT endpoint, one transfer.
    mutating func receive(_ bytes: [UInt8], on endpoint: UInt8, at now: Instant)
    /// Returns the answer to a class or vendor request; nil for one that stalls.
    mutating func answer(_ request: USBControlRequest, _ bytes: [UInt8], at now: Instant) -> [UInt8]?
    /// Returns the next transfer for the host on an IN endpoint; nil while there is none.
    mutating func next(on endpoint: UInt8) -> [UInt8]?
    mutating func advance(to now: Instant)
}

/// The eight bytes at the start of a control transfer.
struct USBControlRequest: Hashable, Sendable {
    let type: UInt8
    let code: UInt8
    let value: UInt16
    let index: UInt16
    let length: UInt16

    init(_ bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes.prefix(8)) + [UInt8](repeating: 0, count: max(0, 8 - bytes.count))
        func word(_ place: Int) -> UInt16 { UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8 }
        (type, code, value, index, length) = (bytes[0], bytes[1], word(2), word(4), word(6))
    }

    /// Whether it is a standard request, which every device answers the same way.
    var isStandard: Bool { type & 0x60 == 0 }
}
