import Ground
import UWB

/// A host and a device joined in memory: each receives what the other sends immediately, in pieces of a chosen size.
struct CLIBench {
    var host = CLIHost()
    var device = CLIDevice()
    var now = Instant.start
    /// The number of bytes per piece.
    var pieceSize = Int.max
    /// The host's effects except what it sent.
    var told: [UWBHostEffect] = []
    /// The lines that the host sent.
    var sent: [String] = []
    /// The sessions in which the device ranges.
    var active: [RangingParameters] = []
    private var onTheWay: [[UInt8]] = []
    private var isDelivering = false
    /// Changes the device's output; nil drops it.
    var onPrint: (String) -> String? = { $0 }

    static let door = ShortMACAddress(rawValue: 0xD711)

    static func parameters(_ id: UInt32 = 7, isInitiator: Bool = false) -> RangingParameters {
        RangingParameters(
            sessionID: id, deviceType: isInitiator ? .controller : .controlee,
            role: isInitiator ? .initiator : .responder, address: ShortMACAddress(rawValue: 0x7570),
            peers: [door], staticSTSIV: StaticSTSIV([0x17, 0x51, 0xEF, 0x27, 0xFB, 0xDD]))
    }

    /// Returns a bench whose kit is ready.
    static func ready(pieceSize: Int = .max) -> CLIBench {
        var bench = CLIBench()
        bench.pieceSize = pieceSize
        bench.open()
        return bench
    }

    /// Returns a bench whose kit ranges.
    static func ranging(pieceSize: Int = .max) -> CLIBench {
        var bench = ready(pieceSize: pieceSize)
        bench.start(parameters())
        bench.told = []
        return bench
    }

    mutating func open() {
        take(host.begin(at: now))
        letPass(.seconds(1))
    }

    mutating func start(_ parameters: RangingParameters) { take(host.startSession(parameters, at: now)) }
    mutating func stop(_ id: UInt32) { take(host.stopSession(id, at: now)) }

    /// Reports a round of the device.
    mutating func range(_ measurements: [CLIMessage.Measurement]) { take(device.report(measurements, at: now)) }

    /// Advances the time, deadline by deadline.
    mutating func letPass(_ span: Lapse) {
        let end = now + span
        while let due = [host.deadline, device.deadline].compactMap({ $0 }).min(), due <= end {
            now = max(now, due)
            take(device.advance(to: now))
            take(host.advance(to: now))
        }
        now = end
    }

    /// Supplies unsolicited output of the kit.
    mutating func hear(_ text: String) { hear(Array(text.utf8)) }

    mutating func hear(_ bytes: [UInt8]) {
        for start in stride(from: 0, to: bytes.count, by: min(pieceSize, max(1, bytes.count))) {
            take(host.receive(Array(bytes[start...].prefix(pieceSize)), at: now))
        }
    }

    mutating func take(_ effects: [UWBHostEffect]) {
        for effect in effects {
            guard case .send(let bytes) = effect else {
                told.append(effect)
                continue
            }
            sent.append(String(decoding: bytes.filter { $0 >= 0x20 }, as: UTF8.self))
            onTheWay.append(bytes)
        }
        // The device's output for one command is received before the next command is sent.
        guard !isDelivering else { return }
        isDelivering = true
        while !onTheWay.isEmpty { take(device.receive(onTheWay.removeFirst(), at: now)) }
        isDelivering = false
    }

    mutating func take(_ effects: [CLIDeviceEffect]) {
        for effect in effects {
            switch effect {
            case .print(let message): if let text = onPrint(message.text) { hear(text) }
            case .sessionActive(let parameters): active.append(parameters)
            case .sessionInactive(let id): active.removeAll { $0.sessionID == id }
            }
        }
    }
}

extension UWBHostEffect {
    var isFailure: Bool { if case .failed = self { true } else { false } }
    var refused: UInt32? { if case .sessionFailed(let id, _) = self { id } else { nil } }
    var finding: Finding? { if case .finding(let finding) = self { finding } else { nil } }
}
