import GATT
import Ground
import Links
import NearbyInteraction
import Phone
import UWB

/// Another phone in bytes and instants: a GATT server with the channel between apps, and a session like this phone's.
///
/// The session, its system and the app are the stand-in's own (`NearbyController`): both phones run the same code.
struct SimulatedPhone: PlayedAccessory {
    private enum Due: Sendable {
        case notify([UInt8])
    }

    /// The time from a message of the other phone to the answer; Trammel's own choice.
    private static let answerDelay = Lapse.milliseconds(5)
    /// The time after which a phone with that defect goes silent.
    private static let silence = Lapse.seconds(2)
    /// The largest ATT_MTU that it accepts, as newer phones do.
    private static let ownMTU: UInt16 = 527
    /// Its name for the phone at the other end.
    private static let other: AccessoryName = "phone"

    private let model: PeerBuild
    private var server: GATTServer
    private var nearby: NearbyController
    private var agenda = Agenda<Due>()
    private var noise: SeededGenerator
    private var isConnected = false
    /// The parameters it ranges with, and since when; nil while it does not range.
    private var ranging: (parameters: RangingParameters, since: Instant)?
    /// The first token it sent, for a defect that keeps using it.
    private var firstToken: [UInt8]?
    private let written: AttributeHandle?
    private let transmit: AttributeHandle?

    init(model: PeerBuild, generator: SeededGenerator) {
        var generator = generator
        self.model = model
        let profile = DataChannelProfile.betweenPhones
        server = GATTServer(
            ownMTU: Self.ownMTU,
            services: [
                ServiceDefinition(
                    .genericAccess,
                    characteristics: [
                        CharacteristicDefinition(.deviceName, .read, value: Array(model.advertisedName.utf8))
                    ]),
                ServiceDefinition(
                    AccessoryServices.uuid(profile.service),
                    characteristics: [
                        CharacteristicDefinition(AccessoryServices.uuid(profile.rx), [.write, .writeWithoutResponse]),
                        CharacteristicDefinition(AccessoryServices.uuid(profile.tx), .notify),
                    ]),
            ])
        written = server.responder.handle(of: AccessoryServices.uuid(profile.rx))
        transmit = server.responder.handle(of: AccessoryServices.uuid(profile.tx))
        nearby = NearbyController(
            settings: model.settings, system: model.systemSettings, accessories: [], phones: [Self.other],
            generator: generator.fork())
        noise = generator.fork()
    }

    var build: AccessoryBuild? { nil }
    var deadline: Instant? {
        [agenda.next, isConnected ? server.deadline : nil, nearby.deadline, silentFrom].compactMap(\.self).min()
    }
    var advertisement: AdvertisedContent? {
        isConnected
            ? nil
            : AdvertisedContent(
                name: model.advertisedName, services: [DataChannelProfile.betweenPhones.service],
                interval: .milliseconds(100))
    }
    var keepsBond: Bool { false }
    var acceptsPairing: Bool { false }

    mutating func connected(at now: Instant) -> [SimulatedAccessoryEffect] {
        server.linkLost()
        isConnected = true
        return []
    }

    mutating func disconnected(at now: Instant) -> [SimulatedAccessoryEffect] {
        guard isConnected else { return [] }
        isConnected = false
        server.linkLost()
        agenda = Agenda()
        let effects = carryOut(nearby.channelLost(to: Self.other, at: now), at: now)
        return effects + (advertisement.map { [.advertise($0)] } ?? [])
    }

    mutating func encryptionChanged(
        isEncrypted: Bool, isBonded: Bool, at now: Instant
    ) -> [SimulatedAccessoryEffect] {
        server.isEncrypted = isEncrypted
        return []
    }

    /// Relaunches the app: on a bench a phone is never switched off.
    mutating func power(_ act: PowerAct, at now: Instant) -> [SimulatedAccessoryEffect] { perform(.relaunch, at: now) }

    mutating func receive(_ frame: [UInt8], at now: Instant) -> [SimulatedAccessoryEffect] {
        isConnected ? carryOut(server.receive(frame, at: now), at: now) : []
    }

    mutating func advance(to now: Instant) -> [SimulatedAccessoryEffect] {
        var effects = isConnected ? carryOut(server.advance(to: now), at: now) : []
        effects += carryOut(nearby.advance(to: now), at: now)
        if let silentFrom, silentFrom <= now { effects += fallSilent() }
        while let (_, due) = agenda.popDue(at: now) {
            switch due {
            case .notify(let message): effects += notify(message, at: now)
            }
        }
        return effects
    }

    /// Performs an act of its user or its system.
    mutating func perform(_ act: PeerAct, at now: Instant) -> [SimulatedAccessoryEffect] {
        switch act {
        case .endSession:
            let ended = ranging?.parameters.sessionID
            let effects = carryOut(nearby.invalidate(Self.other, at: now), at: now)
            return effects + (ended.map { [.endRanging(session: $0)] } ?? [])
        case .enterBackground: return carryOut(nearby.setBackground(true, at: now), at: now)
        case .enterForeground: return carryOut(nearby.setBackground(false, at: now), at: now)
        case .denyPermission: return carryOut(nearby.setPermission(.denied, at: now), at: now)
        case .allowPermission: return carryOut(nearby.setPermission(.allowed, at: now), at: now)
        case .relaunch:
            let effects = carryOut(nearby.relaunch(at: now), at: now)
            return effects + (isConnected ? [.hangUp] : [])
        }
    }

    // MARK: Ranging

    func wasTold(_ session: UInt32) -> Bool { false }
    mutating func joinsRound(using generator: inout SeededGenerator) -> Bool { ranging != nil }
    mutating func roundEnded(_ measured: WorldModel.Outcome, at now: Instant) {}
    func bend(_ ranging: WorldModel) -> WorldModel { ranging }

    /// Measures in a round as well, in the same way with a separate error.
    mutating func measure(_ truth: Distance, through world: WorldModel, at now: Instant) -> [SimulatedAccessoryEffect] {
        guard let peer = ranging?.parameters.peers.first else { return [] }
        // The round was heard, and therefore by both sides.
        var world = world
        world.lossPermille = 0
        world.nonLineOfSightLossPermille = 0
        guard case .measured(let centimetres, let isFree) = world.measure(truth, using: &noise) else { return [] }
        let measurement = RangingMeasurement(
            peer: peer, distance: .millimetres(Int32(clamping: centimetres * 10)),
            lineOfSight: isFree ? .free : .blocked)
        return carryOut(nearby.measured([measurement], with: Self.other, at: now), at: now)
    }

    private var silentFrom: Instant? { model.has(.goesSilent) ? ranging.map { $0.since + Self.silence } : nil }

    /// Turns the radio off without the session noticing.
    private mutating func fallSilent() -> [SimulatedAccessoryEffect] {
        ranging = nil
        return [.range([])]
    }

    // MARK: Parts

    private mutating func carryOut(_ effects: [GATTServerEffect], at now: Instant) -> [SimulatedAccessoryEffect] {
        var result: [SimulatedAccessoryEffect] = []
        for effect in effects {
            switch effect {
            case .send(let bytes): result.append(.frame(bytes))
            case .event(.written(let reference, let value, _)) where reference.handle == written:
                result += hear(value, at: now)
            case .event(.subscribed(let reference, let subscription))
            where reference.handle == transmit && !subscription.isEmpty:
                nearby.channelOpened(to: Self.other)
            case .dead: result.append(.hangUp)
            case .event, .confirmed, .settledMTU, .finding: break
            }
        }
        return result
    }

    private mutating func hear(_ message: [UInt8], at now: Instant) -> [SimulatedAccessoryEffect] {
        if model.has(.echoesToken), message.first == PeerMessage.tokenID {
            agenda.add(.notify(message), at: now + Self.answerDelay)
            return []
        }
        return carryOut(nearby.receive(message, from: Self.other, at: now), at: now)
    }

    private mutating func carryOut(_ effects: [PeerSessionEffect], at now: Instant) -> [SimulatedAccessoryEffect] {
        var result: [SimulatedAccessoryEffect] = []
        for effect in effects {
            switch effect.effect {
            case .tell(let message):
                for (place, bytes) in spoilt(message).enumerated() {
                    agenda.add(.notify(bytes), at: now + Self.answerDelay * (1 + place * 20))
                }
            case .startRanging(let parameters) where !model.has(.neverRuns) && !hasFallenSilent:
                ranging = (parameters, now)
                result.append(.range([parameters]))
            case .stopRanging:
                ranging = nil
                result.append(.range([]))
            case .startRanging, .write, .event, .doubt: break
            }
        }
        if model.has(.goesSilent), ranging != nil { hasFallenSilent = true }
        return result
    }

    /// Whether it fell silent, which lasts even if its session is run again.
    private var hasFallenSilent = false

    /// Returns a message as sent: unchanged, or altered by a defect.
    private mutating func spoilt(_ message: PeerMessage) -> [[UInt8]] {
        switch message {
        case .token(let archive): return spoilt(token: archive)
        case .distance(let distance) where model.has(.tellsCentimetres):
            return [PeerMessage.distance(.millimetres(distance.millimetres / 10)).encoded]
        case .distance, .other: return [message.encoded]
        }
    }

    private mutating func spoilt(token archive: [UInt8]) -> [[UInt8]] {
        var archive = archive
        if var token = try? TokenArchive(decoding: archive) {
            token.generation = model.generation
            if model.has(.swapsAddress) { token.address = ShortAddress(rawValue: token.address.rawValue.byteSwapped) }
            archive = token.encoded
        }
        if firstToken == nil { firstToken = archive }
        if model.has(.staleToken), let firstToken { archive = firstToken }
        if model.has(.neverSendsToken) { return [] }
        if model.has(.emptyToken) { archive = [] }
        if model.has(.cutToken) { archive = Array(archive.dropLast(4)) }
        if model.has(.doubledToken) { archive += archive }
        let sent = PeerMessage.token(archive).encoded
        if model.has(.sendsTokenTwice) { return [sent, sent] }
        if model.has(.changesToken), var token = try? TokenArchive(decoding: archive) {
            token.number ^= 1
            return [sent, PeerMessage.token(token.encoded).encoded]
        }
        return [sent]
    }

    private mutating func notify(_ message: [UInt8], at now: Instant) -> [SimulatedAccessoryEffect] {
        guard isConnected, let transmit else { return [] }
        // A notification that does not fit, or has no subscription, is not delivered.
        guard let effects = try? server.notify(transmit, message, at: now) else { return [] }
        return carryOut(effects, at: now)
    }
}
