import Ground
import Links
import NearbyInteraction
import Phone
import UWB

/// Two phones with a kit each in the same air: the parameters of both kits must match, or neither hears the other.
struct PhonePair {
    static let latency = Lapse.milliseconds(1)

    private enum Due: Sendable {
        case toKit(Int, [UInt8])
        case toPhone(Int, [UInt8])
        case opened(Int)
        /// A ranging round of a kit's session, repeated at the interval in its parameters.
        case round(Int, RangingParameters)
    }

    var phones: [Phone]
    private var kits = [UCIDevice(generation: .fira2), UCIDevice(generation: .fira1)]
    private var active: [[RangingParameters]] = [[], []]
    private var agenda = Agenda<Due>()
    var now = Instant.start
    var distance = Distance.metres(3)
    var events: [[PhoneEvent]] = [[], []]

    init(_ setups: [PhoneSetup] = [.quick(), .quick()]) {
        phones = setups.enumerated().map { index, setup in
            Phone(
                setup, accessories: [], phones: ["other"], host: UCIHost(), hasReader: false,
                generator: SeededGenerator(seed: UInt64(index) + 1))
        }
        for index in phones.indices { carryOut(phones[index].begin(at: now), of: index) }
        play(.seconds(1))
    }

    /// Exchanges the apps' tokens, as apps do over a channel of their choice.
    mutating func exchange() -> [DiscoveryToken] {
        phones.indices.map { phones[$0].discoveryToken(forPeer: "other", at: now) }
    }

    mutating func run(_ index: Int, _ token: DiscoveryToken) {
        carryOut(phones[index].run(peer: "other", token: token, at: now), of: index)
    }

    mutating func act(_ index: Int, _ body: (inout Phone, Instant) -> [PhoneEffect]) {
        carryOut(body(&phones[index], now), of: index)
    }

    mutating func play(_ span: Lapse) {
        let end = now + span
        while true {
            let due = [agenda.next, phones[0].deadline, phones[1].deadline].compactMap { $0 }.min() ?? .never
            guard due <= end else { break }
            now = max(now, due)
            while let (_, item) = agenda.popDue(at: now) { happen(item) }
            for index in phones.indices { carryOut(phones[index].advance(to: now), of: index) }
        }
        now = end
    }

    func distances(_ index: Int) -> [Distance] {
        events[index].compactMap { if case .distance(_, let measured, _) = $0 { measured } else { nil } }
    }

    func nearby(_ index: Int) -> [NearbyEvent] {
        events[index].compactMap { if case .nearby(_, let event) = $0 { event } else { nil } }
    }

    private mutating func happen(_ due: Due) {
        switch due {
        case .opened(let index):
            carryOut(kits[index].powerUp(at: now), ofKit: index)
            carryOut(phones[index].receive(.kit(.opened("a kit")), at: now), of: index)
        case .toKit(let index, let bytes): carryOut(kits[index].receive(bytes, at: now), ofKit: index)
        case .toPhone(let index, let bytes):
            carryOut(phones[index].receive(.kit(.bytes(bytes)), at: now), of: index)
        case .round(let index, let parameters):
            guard active[index].contains(parameters), let peer = parameters.peers.first else { return }
            let hears = active[1 - index].contains { Self.fit(parameters, $0) }
            let measurement =
                hears
                ? TWRMeasurement(peer: peer, distance: distance)
                : TWRMeasurement(peer: peer, failure: .rangingRxTimeout, slotIndex: 1)
            let reported = kits[index].report(session: parameters.sessionID, measurements: [measurement], at: now)
            carryOut(reported, ofKit: index)
            plan(.round(index, parameters), after: .milliseconds(Int(parameters.rangingIntervalMilliseconds)))
        }
    }

    /// Returns whether everything matches except roles and addresses, which must mirror each other.
    private static func fit(_ one: RangingParameters, _ other: RangingParameters) -> Bool {
        var mirrored = other
        mirrored.deviceType = other.deviceType.opposite
        mirrored.role = other.role.opposite
        guard let address = other.peers.first else { return false }
        mirrored.peers = [other.address]
        mirrored.address = address
        return one == mirrored
    }

    private mutating func carryOut(_ effects: [PhoneEffect], of index: Int) {
        for effect in effects {
            switch effect {
            case .send(.kit(.open)): plan(.opened(index), after: Self.latency)
            case .send(.kit(.bytes(let bytes))): plan(.toKit(index, bytes), after: Self.latency)
            case .send: break
            case .event(let event): events[index].append(event)
            }
        }
    }

    private mutating func carryOut(_ effects: [UCIDeviceEffect], ofKit index: Int) {
        for effect in effects {
            switch effect {
            case .send(let bytes): plan(.toPhone(index, bytes), after: Self.latency)
            case .sessionActive(_, let parameters):
                active[index].append(parameters)
                plan(.round(index, parameters), after: .milliseconds(Int(parameters.rangingIntervalMilliseconds)))
            case .sessionInactive(let id): active[index].removeAll { $0.sessionID == id }
            case .finding: break
            }
        }
    }

    private mutating func plan(_ due: Due, after span: Lapse) { agenda.add(due, at: now + span) }
}
