import GATT
import Ground
import Links
import NearbyInteraction
import Simulators
import UWB

/// An accessory with a phone and a kit played by the test, which records its acts with their instants.
struct AccessoryBench {
    enum Event: Hashable {
        case message([UInt8])
        case console(String)
        case hungUp
        case lost
        case advertises(AdvertisedContent)
        case silent
        case asksForSecurity
        case asksFor(RequestedParameters)
    }

    static let name: AccessoryName = "door"

    let model: AccessoryBuild
    var surroundings: SimulatedEnvironment
    var now = Instant.start
    /// The accessory's acts, in order.
    var log: [(event: Event, at: Instant)] = []
    var services: [Service] = []
    var characteristics: [Characteristic] = []
    var isConnected = false
    /// The attributes whose values arrived.
    var handles: [AttributeHandle] = []
    private var host = UCIHost()
    private var client = GATTClient(ownMTU: 247)
    private var outcomes: [ProcedureID: GATTOutcome] = [:]
    private var measurements: [(session: UInt32, measurement: RangingMeasurement)] = []

    init(_ model: AccessoryBuild = AccessoryBuild(), ranging: WorldModel = WorldModel(noise: .zero)) {
        self.model = model
        surroundings = SimulatedEnvironment(
            EnvironmentModel(accessories: [(Self.name, model)], ranging: ranging), seed: 1)
        carryOut(surroundings.kitOpened(at: now))
        carryOut(host.begin(at: now))
        pass(.seconds(1))
    }

    // MARK: Time and bytes

    mutating func pass(_ span: Lapse) {
        let end = now + span
        while true {
            let due = [surroundings.deadline, host.deadline].compactMap(\.self).min() ?? .never
            guard due <= end else { break }
            now = max(now, due)
            carryOut(surroundings.advance(to: now))
            carryOut(host.advance(to: now))
        }
        now = end
    }

    private mutating func carryOut(_ outputs: [EnvironmentOutput]) {
        for output in outputs {
            switch output {
            case .kit(let bytes): carryOut(host.receive(bytes, at: now))
            case .frame(_, let bytes): if isConnected { carryOut(client.receive(bytes, at: now)) }
            case .hangUp:
                log.append((.hungUp, now))
                leave()
            case .loseLink:
                log.append((.lost, now))
                leave()
            case .console(_, let line): log.append((.console(line), now))
            case .advertise(_, let content): log.append((.advertises(content), now))
            case .stopAdvertising: log.append((.silent, now))
            case .requestSecurity: log.append((.asksForSecurity, now))
            case .requestParameters(_, let wanted): log.append((.asksFor(wanted), now))
            case .stage: break
            }
        }
    }

    private mutating func carryOut(_ effects: [UWBHostEffect]) {
        for effect in effects {
            switch effect {
            case .send(let bytes): carryOut(surroundings.kitReceives(bytes, at: now))
            case .measurements(let session, let list): measurements += list.map { (session, $0) }
            default: break
            }
        }
    }

    private mutating func carryOut(_ effects: [GATTClientEffect]) {
        for effect in effects {
            switch effect {
            case .send(let bytes): carryOut(surroundings.receive(bytes, for: Self.name, at: now))
            case .notified(let handle, let value), .indicated(let handle, let value):
                handles.append(handle)
                log.append((.message(value), now))
            case .completed(let id, let outcome): outcomes[id] = outcome
            default: break
            }
        }
    }

    // MARK: The link

    /// Connects and discovers; does nothing if the accessory does not advertise.
    mutating func connect(subscribing: Bool = true, mtu: UInt16 = 247) {
        guard surroundings.advertisement(of: Self.name) != nil else { return }
        client = GATTClient(ownMTU: mtu)
        isConnected = true
        carryOut(surroundings.connected(Self.name, at: now))
        _ = run { $0.exchangeMTU(at: $1) }
        (services, characteristics) = ([], [])
        guard case .services(let found) = run({ $0.discoverServices(at: $1) }) else { return }
        services = found
        for service in services {
            guard case .characteristics(let found) = run({ $0.discoverCharacteristics(in: service, at: $1) }) else {
                continue
            }
            characteristics += found
        }
        if subscribing { subscribe() }
    }

    mutating func subscribe() {
        guard let transmit = characteristic(model.profile.tx) else { return }
        let kind: Subscription = transmit.properties.contains(.notify) ? .notifications : .indications
        _ = run { $0.subscribe(kind, to: transmit, at: $1) }
    }

    /// Ends the link from the phone's side.
    mutating func leave() {
        guard isConnected else { return }
        isConnected = false
        carryOut(surroundings.disconnected(Self.name, at: now))
    }

    /// Encrypts the link with a key that both kept, or otherwise by pairing; returns false if neither is possible.
    @discardableResult mutating func encrypt(phoneHasKey: Bool = false) -> Bool {
        let isBonded = phoneHasKey && surroundings.keepsBond(Self.name)
        guard isBonded || (!phoneHasKey && surroundings.acceptsPairing(Self.name)) else { return false }
        carryOut(surroundings.encryptionChanged(Self.name, isEncrypted: true, isBonded: isBonded, at: now))
        return true
    }

    mutating func power(_ act: PowerAct) {
        carryOut(surroundings.power(act, of: Self.name, at: now))
        pass(.seconds(1))
    }

    // MARK: GATT

    func characteristic(_ uuid: String) -> Characteristic? {
        characteristics.first { $0.uuid == AttributeUUID(uuid) }
    }

    private mutating func run(_ begin: (inout GATTClient, Instant) -> GATTClient.Begun) -> GATTOutcome? {
        let (id, effects) = begin(&client, now)
        carryOut(effects)
        return outcomes[id]
    }

    /// Returns the value of a characteristic or its refusal; nil if there is no such characteristic, or no answer.
    mutating func read(_ uuid: String) -> GATTOutcome? {
        guard let handle = characteristic(uuid)?.valueHandle else { return nil }
        return run { $0.read(handle, at: $1) }
    }

    /// Writes to the data channel, and lets some time pass.
    @discardableResult
    mutating func write(_ bytes: [UInt8], wait: Lapse = .milliseconds(100)) -> GATTOutcome? {
        guard isConnected, let handle = characteristic(model.profile.rx)?.valueHandle else { return nil }
        let outcome = run { $0.write(bytes, to: handle, mode: .withResponse, at: $1) }
        pass(wait)
        return outcome
    }

    // MARK: Sessions

    /// Both halves of an exchange.
    struct Exchange {
        var configuration: AccessoryConfigurationData
        var shareable: ShareableConfigurationData
    }

    /// Initializes the accessory; returns nil if it sent no configuration data.
    mutating func initialize(wait: Lapse = .milliseconds(150)) -> AccessoryConfigurationData? {
        let before = log.count
        write(PhoneMessage.initialize.encoded(), wait: wait)
        let answer = log[before...].lazy.compactMap { $0.event.message }.first { $0.first == 0x01 }
        return answer.flatMap { try? AccessoryConfigurationData(decoding: Array($0.dropFirst())) }
    }

    /// Sends configureAndStart for configuration data, modified by `change`.
    mutating func configure(
        _ configuration: AccessoryConfigurationData, seed: UInt64 = 3, wait: Lapse = .milliseconds(100),
        _ change: (inout ShareableConfigurationData) -> Void = { _ in }
    ) -> Exchange {
        var generator = SeededGenerator(seed: seed)
        var shareable = ShareableConfigurationData.generate(for: configuration, using: &generator)
        change(&shareable)
        write(PhoneMessage.configureAndStart(shareable.encoded).encoded(), wait: wait)
        return Exchange(configuration: configuration, shareable: shareable)
    }

    /// Initializes and starts; returns nil if the accessory sent no configuration data.
    @discardableResult
    mutating func start(
        seed: UInt64 = 3, _ change: (inout ShareableConfigurationData) -> Void = { _ in }
    ) -> Exchange? {
        guard let configuration = initialize() else { return nil }
        return configure(configuration, seed: seed, change)
    }

    mutating func stop(wait: Lapse = .milliseconds(100)) { write(PhoneMessage.stop.encoded(), wait: wait) }

    mutating func place(at distance: Distance) {
        carryOut(surroundings.stage(.place(Self.name, distance), at: now))
    }

    /// Ranges as the phone's kit does after an exchange.
    mutating func range(_ exchange: Exchange?, for span: Lapse = .seconds(2)) -> [RangingMeasurement] {
        guard let exchange else { return [] }
        let shareable = exchange.shareable
        let isInitiator = exchange.configuration.role == .responder
        var parameters = RangingParameters(
            sessionID: shareable.sessionID, deviceType: isInitiator ? .controller : .controlee,
            role: isInitiator ? .initiator : .responder,
            address: ShortMACAddress(rawValue: shareable.address.rawValue),
            peers: [ShortMACAddress(rawValue: exchange.configuration.address.rawValue)],
            staticSTSIV: StaticSTSIV(shareable.initialization.bytes))
        parameters.slotDurationRSTU = shareable.slotDurationRSTU
        parameters.rangingIntervalMilliseconds = UInt32(shareable.intervalMilliseconds)
        measurements = []
        carryOut(host.startSession(parameters, at: now))
        pass(span)
        carryOut(host.stopSession(shareable.sessionID, at: now))
        return measurements.filter { $0.session == shareable.sessionID }.map(\.measurement)
    }
}

extension AccessoryBench.Event {
    var message: [UInt8]? { if case .message(let bytes) = self { bytes } else { nil } }
    var line: String? { if case .console(let line) = self { line } else { nil } }
}

// The observations of tests, as text.
extension AccessoryBench {
    var messages: [[UInt8]] { log.compactMap { $0.event.message } }
    var console: [String] { log.compactMap { $0.event.line } }

    /// The identifiers of everything that was notified; `-` for an empty notification.
    var ids: String { messages.map { $0.first.map { String($0, radix: 16) } ?? "-" }.joined(separator: " ") }

    /// The events on the link other than messages.
    var linkEvents: String {
        log.compactMap { entry -> String? in
            switch entry.event {
            case .hungUp: "hung up"
            case .lost: "lost"
            case .advertises: "advertises"
            case .silent: "silent"
            case .asksForSecurity: "asks for security"
            case .asksFor, .message, .console: nil
            }
        }.joined(separator: ", ")
    }

    /// Returns `ranges`, `silent`, or what the kit saw instead.
    mutating func judge(_ exchange: Exchange?, for span: Lapse = .seconds(2)) -> String {
        let seen = range(exchange, for: span)
        let heard = seen.filter { $0.distance != nil }.count
        return heard == 0 ? "silent" : heard == seen.count ? "ranges" : "\(heard) of \(seen.count) rounds"
    }
}
