/// The place of a USB device: the bus, and the ports of the hubs on the way to it, as `1-1.4`.
public struct USBLocation: Hashable, Sendable, CustomStringConvertible {
    /// The bus; the kernel counts from 1.
    public let bus: Int
    /// The ports, from that of the root hub to the device's own.
    private let ports: [Int]

    /// USB allows five hubs between a root hub and a device.
    private static let deepest = 6

    /// Reads `1-4` or `1-1.4`, as dmesg and `lsusb -t` show it; nil if the text is no location.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let bus = Self.number(parts[0], upTo: 999) else { return nil }
        let ports = parts[1].split(separator: ".", omittingEmptySubsequences: false).map { Self.number($0, upTo: 255) }
        guard ports.count <= Self.deepest, !ports.contains(nil) else { return nil }
        (self.bus, self.ports) = (bus, ports.compactMap(\.self))
    }

    /// The number of the hub's port.
    public var port: Int { ports.last ?? 0 }

    /// The location of the hub; nil for a root hub.
    public var hub: String? {
        ports.count > 1 ? "\(bus)-\(ports.dropLast().map(\.description).joined(separator: "."))" : nil
    }

    /// The kernel's name of the hub: `1-1`, or `usb1` for a root hub.
    public var hubName: String { hub ?? "usb\(bus)" }

    /// The location as the kernel writes it: `1-1.4`.
    public var description: String { "\(bus)-\(ports.map(\.description).joined(separator: "."))" }

    private static func number(_ text: some StringProtocol, upTo limit: Int) -> Int? {
        guard let number = Int(text), (1...limit).contains(number), "\(number)" == text else { return nil }
        return number
    }
}

extension USBLocation: ExpressibleByStringLiteral {
    /// Creates the location that a rig in Swift names; the text must be one.
    public init(stringLiteral text: String) {
        guard let location = USBLocation(text) else {
            preconditionFailure("\(text) is no location of a USB device: write 1-1.4, as lsusb -t shows it")
        }
        self = location
    }
}
