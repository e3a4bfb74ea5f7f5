import Ground
import UWB

/// A host and a device joined in memory: what one sends, the other receives at once, in pieces of a chosen size.
struct Bench {
    var host = UCIHost()
    var device: UCIDevice
    var now = Instant.start
    /// The number of bytes that arrive at a time.
    var pieceSize = Int.max
    /// The host's effects, without what it sent.
    var told: [UWBHostEffect] = []
    /// The device's effects, without what it sent.
    var happened: [UCIDeviceEffect] = []
    /// The commands that went over the line.
    var commands: [[UInt8]] = []

    init(_ generation: FiRaGeneration = .fira2, deviceFirst: Bool = true) {
        device = UCIDevice(generation: generation, deviceFirst: deviceFirst)
    }

    static func parameters(_ id: UInt32, isInitiator: Bool = true) -> RangingParameters {
        RangingParameters(
            sessionID: id, deviceType: isInitiator ? .controller : .controlee,
            role: isInitiator ? .initiator : .responder, address: ShortMACAddress(rawValue: 0x7570),
            peers: [ShortMACAddress(rawValue: 0xD711)], staticSTSIV: StaticSTSIV([1, 2, 3, 4, 5, 6]))
    }

    static func round(_ millimetres: Int32) -> [TWRMeasurement] {
        [TWRMeasurement(peer: ShortMACAddress(rawValue: 0xD711), distance: .millimetres(millimetres))]
    }

    /// Opens the line and waits until the device is ready.
    mutating func open() {
        take(device.powerUp(at: now))
        take(host.begin(at: now))
        letPass(.milliseconds(300))
    }

    mutating func start(_ parameters: RangingParameters) { take(host.startSession(parameters, at: now)) }
    mutating func stop(_ id: UInt32) { take(host.stopSession(id, at: now)) }
    mutating func range(_ id: UInt32, _ measurements: [TWRMeasurement]) {
        take(device.report(session: id, measurements: measurements, at: now))
    }

    /// Lets time pass, deadline by deadline.
    mutating func letPass(_ span: Lapse) {
        let end = now + span
        while let due = [host.deadline, device.deadline].compactMap({ $0 }).min(), due <= end {
            now = max(now, due)
            take(host.advance(to: now))
            take(device.advance(to: now))
        }
        now = end
    }

    mutating func take(_ effects: [UWBHostEffect]) {
        for effect in effects {
            guard case .send(let bytes) = effect else {
                told.append(effect)
                continue
            }
            commands.append(bytes)
            for piece in pieces(bytes) { take(device.receive(piece, at: now)) }
        }
    }

    mutating func take(_ effects: [UCIDeviceEffect]) {
        for effect in effects {
            guard case .send(let bytes) = effect else {
                happened.append(effect)
                continue
            }
            for piece in pieces(bytes) { take(host.receive(piece, at: now)) }
        }
    }

    private func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: min(pieceSize, max(bytes.count, 1))).map { start in
            Array(bytes[start...].prefix(pieceSize))
        }
    }

    /// Returns and removes the host's effects so far.
    mutating func hear() -> [UWBHostEffect] {
        defer { told = [] }
        return told
    }
}
