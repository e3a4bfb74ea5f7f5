import Ground
import Links
import NearbyInteraction
import Phone
import Simulators
import UWB

extension PhoneSetup {
    /// Returns a phone whose zones follow measurements immediately.
    static func quick(
        zones: [Zone] = [], window: Int = 3, features: [Feature] = [], retry: RetryPolicy = .standard,
        rangingTimeout: Lapse = .seconds(3), suspension: SuspensionPolicy = .stopAndInitialize,
        system: SystemVersion = .iOS17, permission: NearbyPermission = .allowed, backgroundModes: Bool = false,
        apps: [App] = []
    ) -> PhoneSetup {
        PhoneSetup(
            zones: zones, smoothing: Smoothing(window: window, confirmations: 1), features: features, retry: retry,
            rangingTimeout: rangingTimeout, suspension: suspension, link: LinkSetup(subscribesToBoth: true),
            system: system, permission: permission, backgroundModes: backgroundModes, apps: apps)
    }
}

/// A phone on a simulated bench, played in virtual time.
struct PhoneBench {
    var phone: Phone
    let links: SimulatedLinks
    var events: [PhoneEvent] = []
    var outbound: [Outbound] = []
    /// Changes events from the world before the phone sees them; nil drops one.
    var onArrival: ((Inbound) -> Inbound?)?

    init(
        _ names: [AccessoryName] = ["door"], defects: Set<Defect> = [],
        retry: RetryPolicy = RetryPolicy(attempts: 1, cycle: .full),
        zones: [Zone] = [], hasKit: Bool = true, seed: UInt64 = 1
    ) {
        self.init(names, as: .quick(zones: zones, retry: retry), defects: defects, hasKit: hasKit, seed: seed)
    }

    init(
        _ names: [AccessoryName] = ["door"], as setup: PhoneSetup, defects: Set<Defect> = [],
        hasKit: Bool = true, seed: UInt64 = 1
    ) {
        let model = EnvironmentModel(
            accessories: names.enumerated().map { index, name in
                (name, AccessoryBuild(role: index.isMultiple(of: 2) ? .initiator : .responder, defects: defects))
            })
        links = SimulatedLinks(model, seed: seed)
        phone = Phone(
            setup, accessories: names, host: hasKit ? UCIHost() : nil, hasReader: false,
            generator: SeededGenerator(seed: seed))
        carryOut(phone.begin(at: links.now))
    }

    mutating func carryOut(_ effects: [PhoneEffect]) {
        for effect in effects {
            switch effect {
            case .send(let request):
                outbound.append(request)
                _ = links.send(request)
            case .event(let event): events.append(event)
            }
        }
    }

    mutating func turn(until limit: Instant) {
        if case .arrival(let arrival) = links.receive(until: min(limit, phone.deadline ?? .never)) {
            let inbound = onArrival.map { $0(arrival.inbound) } ?? arrival.inbound
            if let inbound { carryOut(phone.receive(inbound, at: arrival.instant)) }
        }
        carryOut(phone.advance(to: links.now))
    }

    /// Plays until a condition holds; returns false if it does not in time.
    @discardableResult
    mutating func play(_ span: Lapse, until condition: (PhoneBench) -> Bool = { _ in false }) -> Bool {
        let end = links.now + span
        while links.now < end {
            if condition(self) { return true }
            turn(until: end)
        }
        return condition(self)
    }

    mutating func connect(_ name: AccessoryName = "door") {
        carryOut(phone.connect(to: name, within: .seconds(5), at: links.now))
    }

    mutating func start(_ name: AccessoryName = "door") {
        carryOut(phone.startSession(with: name, at: links.now))
    }

    mutating func stop(_ name: AccessoryName = "door") {
        carryOut(phone.stopSession(with: name, at: links.now))
    }

    mutating func stage(_ request: StageRequest) { _ = links.send(.stage(request)) }

    /// Connects all accessories and ranges until each has some distances.
    mutating func range(_ names: [AccessoryName] = ["door"]) -> Bool {
        for name in names { connect(name) }
        guard play(.seconds(5), until: { bench in names.allSatisfy { bench.isReady($0) } }) else { return false }
        for name in names { start(name) }
        return play(.seconds(5), until: { bench in names.allSatisfy { bench.distances($0).count > 4 } })
    }

    func isReady(_ name: AccessoryName) -> Bool {
        events.contains { if case .channel(name, .ready) = $0 { true } else { false } }
    }

    func distances(_ name: AccessoryName) -> [Distance] {
        events.compactMap { if case .distance(name, let measured, _) = $0 { measured } else { nil } }
    }

    func nearby(_ name: AccessoryName = "door") -> [NearbyEvent] {
        events.compactMap { if case .nearby(name, let event) = $0 { event } else { nil } }
    }

    func sent(_ kind: MessageKind) -> Int {
        events.filter { if case .sent(_, kind) = $0 { true } else { false } }.count
    }

    var faults: [RigFault] {
        events.compactMap { if case .fault(_, let fault) = $0 { fault } else { nil } }
    }

    /// All findings against an accessory.
    var accusations: [Finding] {
        events.compactMap { event in
            switch event {
            case .finding(.bluetooth, let finding), .nearby(_, .finding(let finding)): finding
            default: nil
            }
        }
    }
}
