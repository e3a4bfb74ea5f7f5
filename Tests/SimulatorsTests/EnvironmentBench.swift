import GATT
import Ground
import Links
import NearbyInteraction
import Simulators
import UWB

/// The accessory did not answer initialize with its configuration data.
struct NoAnswer: Error {}

/// SimulatedEnvironment operated by hand: a client for the data channels and a host for the kit.
struct EnvironmentBench {
    var surroundings: SimulatedEnvironment
    var now = Instant.start
    var host = UCIHost()
    var clients: [(name: AccessoryName, client: GATTClient)] = []
    var told: [UWBHostEffect] = []
    var messages: [(name: AccessoryName, bytes: [UInt8])] = []
    var arrived: [AccessoryName] = []
    var hungUp: [AccessoryName] = []
    var lost: [AccessoryName] = []
    var console: [(name: AccessoryName, line: String)] = []

    init(_ model: EnvironmentModel, seed: UInt64 = 1) {
        surroundings = SimulatedEnvironment(model, seed: seed)
        let opening = surroundings.kitOpened(at: now)
        carryOut(host.begin(at: now))
        carryOut(opening)
        pass(.seconds(1))
    }

    mutating func pass(_ span: Lapse) {
        let end = now + span
        while true {
            let due = [surroundings.deadline, host.deadline].compactMap { $0 }.min() ?? .never
            guard due <= end else { break }
            now = max(now, due)
            carryOut(surroundings.advance(to: now))
            carryOut(host.advance(to: now))
        }
        now = end
    }

    mutating func carryOut(_ outputs: [EnvironmentOutput]) {
        for output in outputs {
            switch output {
            case .kit(let bytes): carryOut(host.receive(bytes, at: now))
            case .frame(let name, let bytes):
                guard let index = clients.firstIndex(where: { $0.name == name }) else { continue }
                let effects = clients[index].client.receive(bytes, at: now)
                carryOut(effects, for: name)
            case .stage(.arrived(let name)): arrived.append(name)
            case .stage: break
            case .hangUp(let name): hungUp.append(name)
            case .loseLink(let name): lost.append(name)
            case .console(let name, let line): console.append((name, line))
            case .advertise, .stopAdvertising, .requestSecurity, .requestParameters: break
            }
        }
    }

    mutating func carryOut(_ effects: [UWBHostEffect]) {
        for effect in effects {
            if case .send(let bytes) = effect {
                carryOut(surroundings.kitReceives(bytes, at: now))
            } else {
                told.append(effect)
            }
        }
    }

    private mutating func carryOut(_ effects: [GATTClientEffect], for name: AccessoryName) {
        for effect in effects {
            switch effect {
            case .send(let bytes): carryOut(surroundings.receive(bytes, for: name, at: now))
            case .notified(_, let value), .indicated(_, let value): messages.append((name, value))
            default: break
            }
        }
    }

    /// Handles follow from the table: Generic Access takes 1 to 3, followed by the service, RX, TX and its CCCD.
    static let receiveHandle: AttributeHandle = 6
    static let configurationHandle: AttributeHandle = 9

    mutating func connect(_ name: AccessoryName) {
        clients.removeAll { $0.name == name }
        clients.append((name, GATTClient(ownMTU: 247)))
        carryOut(surroundings.connected(name, at: now))
        run(name) { $0.exchangeMTU(at: $1) }
        run(name) { $0.write([1, 0], to: Self.configurationHandle, mode: .withResponse, at: $1) }
    }

    mutating func write(_ message: PhoneMessage, to name: AccessoryName) {
        run(name) { $0.write(message.encoded(), to: Self.receiveHandle, mode: .withResponse, at: $1) }
        pass(.milliseconds(100))
    }

    private mutating func run(_ name: AccessoryName, _ begin: (inout GATTClient, Instant) -> GATTClient.Begun) {
        guard let index = clients.firstIndex(where: { $0.name == name }) else { return }
        let effects = begin(&clients[index].client, now).effects
        carryOut(effects, for: name)
    }

    /// Goes through the exchange and returns both halves.
    mutating func exchange(
        with name: AccessoryName, seed: UInt64 = 3
    ) throws -> (accessory: AccessoryConfigurationData, shareable: ShareableConfigurationData) {
        messages = []
        write(.initialize, to: name)
        guard let answer = messages.first?.bytes, answer.first == 0x01 else { throw NoAnswer() }
        let accessory = try AccessoryConfigurationData(decoding: Array(answer.dropFirst()))
        var generator = SeededGenerator(seed: seed)
        let shareable = ShareableConfigurationData.generate(for: accessory, using: &generator)
        write(.configureAndStart(shareable.encoded), to: name)
        return (accessory, shareable)
    }

    /// Returns the parameters that the phone gives its kit after an exchange.
    static func parameters(
        _ accessory: AccessoryConfigurationData, _ shareable: ShareableConfigurationData
    ) -> RangingParameters {
        let isInitiator = accessory.role == .responder
        var parameters = RangingParameters(
            sessionID: shareable.sessionID, deviceType: isInitiator ? .controller : .controlee,
            role: isInitiator ? .initiator : .responder, address: ShortMACAddress(rawValue: shareable.address.rawValue),
            peers: [ShortMACAddress(rawValue: accessory.address.rawValue)],
            staticSTSIV: StaticSTSIV(shareable.initialization.bytes))
        parameters.rangingIntervalMilliseconds = UInt32(shareable.intervalMilliseconds)
        return parameters
    }

    mutating func measurements(of session: UInt32, for span: Lapse) -> [RangingMeasurement] {
        told = []
        pass(span)
        return told.flatMap { effect -> [RangingMeasurement] in
            if case .measurements(session, let list) = effect { list } else { [] }
        }
    }
}
