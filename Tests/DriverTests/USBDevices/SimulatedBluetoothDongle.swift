import Ground

/// The USB side of a Bluetooth dongle: HCI packets on the endpoints of the USB transport (Core specification, volume
/// 4, part B). The controller behind it is reached over H4, in which a byte in front of each packet gives its type.
///
/// Commands arrive as control requests, ACL data on the bulk endpoints; events leave on the interrupt endpoint. There
/// is no audio.
struct SimulatedBluetoothDongle: USBFunction {
    private let toController: @Sendable ([UInt8]) -> Void
    private var fromController: [UInt8] = []
    private var events: [[UInt8]] = []
    private var data: [[UInt8]] = []
    /// Set by the first byte of the controller that is not an H4 packet type; the dongle is silent from then on.
    private(set) var trouble: Malformed?

    private static let event: UInt8 = 1
    private static let bulk: UInt8 = 2
    /// wMaxPacketSize of both types of endpoints, the most at full speed.
    private static let packetSize = 64

    /// Creates a dongle; `toController` receives each packet of the host, in H4.
    init(toController: @escaping @Sendable ([UInt8]) -> Void) { self.toController = toController }

    /// A wireless controller of the Bluetooth subclass, with a number of pid.codes for tests.
    var device: [UInt8] {
        [18, 0x01, 0x10, 0x01, 0xE0, 0x01, 0x01, 64, 0x09, 0x12, 0x01, 0x00, 0x00, 0x01, 1, 2, 0, 1]
    }

    var configuration: [UInt8] {
        let size = UInt8(Self.packetSize)
        let endpoints: [UInt8] =
            [7, 0x05, 0x81, 3, size, 0, 1] + [7, 0x05, 0x82, 2, size, 0, 0] + [7, 0x05, 0x02, 2, size, 0, 0]
        let interface: [UInt8] = [9, 0x04, 0, 0, 3, 0xE0, 0x01, 0x01, 0]
        return [9, 0x02, UInt8(9 + interface.count + endpoints.count), 0, 1, 1, 0, 0x80, 50] + interface + endpoints
    }

    var strings: [String] { ["Trammel", "Bluetooth dongle"] }

    var deadline: Instant? { nil }

    mutating func configure() { (events, data) = ([], []) }

    mutating func answer(_ request: USBControlRequest, _ bytes: [UInt8], at now: Instant) -> [UInt8]? {
        guard request.type == 0x20, request.code == 0 else { return nil }
        toController([H4.command.rawValue] + bytes)
        return []
    }

    mutating func receive(_ bytes: [UInt8], on endpoint: UInt8, at now: Instant) {
        if endpoint == Self.bulk { toController([H4.data.rawValue] + bytes) }
    }

    mutating func next(on endpoint: UInt8) -> [UInt8]? {
        switch endpoint {
        case Self.event: events.isEmpty ? nil : events.removeFirst()
        case Self.bulk: data.isEmpty ? nil : data.removeFirst()
        default: nil
        }
    }

    mutating func advance(to now: Instant) {}

    /// Receives bytes of the controller, in pieces of any size.
    mutating func receive(fromController bytes: [UInt8]) {
        guard trouble == nil else { return }
        fromController += bytes
        while let first = fromController.first {
            guard let kind = H4(rawValue: first), let header = kind.header else {
                trouble = Malformed(at: 0, "\(first) is no kind of packet that a controller sends over H4")
                return
            }
            guard fromController.count >= header.size else { return }
            let length = header.lengths.reversed().reduce(0) { $0 << 8 | Int(fromController[$1]) }
            guard fromController.count >= header.size + length else { return }
            let packet = Array(fromController[1..<header.size + length])
            fromController.removeFirst(header.size + length)
            if kind == .event {
                // The host's buffer for a transfer of this endpoint has room for one USB packet.
                events += stride(from: 0, to: packet.count, by: Self.packetSize).map {
                    Array(packet[$0..<min($0 + Self.packetSize, packet.count)])
                }
            } else {
                data.append(packet)
            }
        }
    }
}

/// The byte in front of a packet on H4 (Core specification, volume 4, part A).
private enum H4: UInt8 {
    case command = 1
    case data = 2
    case event = 4

    /// The size of the header with this byte, and the bytes in it that give the length of the rest, lowest first; nil
    /// for packets that only a host sends.
    var header: (size: Int, lengths: ClosedRange<Int>)? {
        switch self {
        case .command: nil
        case .data: (5, 3...4)
        case .event: (3, 2...2)
        }
    }
}
