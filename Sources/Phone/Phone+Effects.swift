import Ground
import Links
import NearbyInteraction
import UCI

extension Phone {
    mutating func carryOut(_ effects: [ChannelEffect], for index: Int, at now: Instant) -> [PhoneEffect] {
        let name = companions[index].name
        var result: [PhoneEffect] = []
        for effect in effects {
            switch effect {
            case .request(let request): result.append(.send(.bluetooth(name, request)))
            case .sent(let kind): result.append(.event(.sent(name, kind)))
            case .finding(let finding): result.append(.event(.finding(.bluetooth(name), finding)))
            case .message(let bytes):
                result += carryOut(companions[index].session.receive(bytes, at: now), for: index, at: now)
            case .event(let event):
                result.append(.event(.channel(name, event)))
                if case .lost = event {
                    companions[index].isToldToDisconnect = false
                    result += carryOut(companions[index].session.loseChannel(), for: index, at: now)
                }
            }
        }
        return result
    }

    mutating func carryOut(_ effects: [NearbyEffect], for index: Int, at now: Instant) -> [PhoneEffect] {
        let name = companions[index].name
        var result: [PhoneEffect] = []
        for effect in effects {
            switch effect {
            case .write(let message): result += write(message, for: index, at: now)
            case .event(let event): result.append(.event(.nearby(name, event)))
            case .startRanging(let accessory, let shareable):
                companions[index].rangingToStart = RangingOrder(accessory: accessory, shareable: shareable)
            case .stopRanging:
                companions[index].rangingToStart = nil
                companions[index].zones.reset()
                guard let session = companions[index].rangingSession else { continue }
                if let stopping = host?.stopSession(session, at: now) { result += carryOut(stopping, at: now) }
            }
        }
        return result
    }

    private mutating func write(_ message: PhoneMessage, for index: Int, at now: Instant) -> [PhoneEffect] {
        let kind = message.kind
        if let place = withholding.firstIndex(where: { $0.kind == kind && $0.timesLeft > 0 }) {
            withholding[place].timesLeft -= 1
            if withholding[place].timesLeft == 0 { withholding.remove(at: place) }
            return [.event(.withheld(companions[index].name, kind))]
        }
        let bytes = message.encoded(using: configuration.nearby.identifiers)
        return carryOut(companions[index].channel.send(bytes, kind, at: now), for: index, at: now)
    }

    /// Tells the kit of a session that was begun since the last turn.
    mutating func startRanging(for index: Int, at now: Instant) -> [PhoneEffect] {
        guard let order = companions[index].rangingToStart else { return [] }
        companions[index].rangingToStart = nil
        companions[index].zones.reset()
        guard host != nil, let parameters = RangingParameters(order.accessory, order.shareable) else { return [] }
        companions[index].rangingSession = parameters.sessionID
        guard let effects = host?.startSession(parameters, at: now) else { return [] }
        return carryOut(effects, at: now) + addressClashes(of: order.accessory, for: index)
    }

    /// Two accessories with one short address cannot be told apart over UWB (nearby-interaction.md, section 3.3).
    private func addressClashes(of accessory: AccessoryConfigurationData, for index: Int) -> [PhoneEffect] {
        companions.indices.filter { $0 != index && companions[$0].session.peer == accessory.address }.map { other in
            let meaning = "\(companions[other].name) ranges under the same short MAC address \(accessory.address)"
            return .event(.finding(.bluetooth(companions[index].name), Finding(.warning, meaning)))
        }
    }

    mutating func carryOut(_ effects: [UCIHostEffect], at now: Instant) -> [PhoneEffect] {
        effects.flatMap { carryOut($0, at: now) }
    }

    private mutating func carryOut(_ effect: UCIHostEffect, at now: Instant) -> [PhoneEffect] {
        switch effect {
        case .send(let bytes):
            return [.send(.kit(.bytes(bytes)))]
        case .ready(let info):
            kitIsReady()
            return [.event(.kitReady("\(info)"))]
        case .finding(let finding):
            return [.event(.finding(.kit, finding))]
        case .failed(let reason):
            for index in companions.indices { companions[index].rangingSession = nil }
            let fault = RigFault("the UWB kit failed: \(reason)", remedy: "Reset the kit and check its firmware")
            return [.event(.fault(.kit, fault))]
        case .sessionStarted(let session):
            return companion(ranging: session).map { [.event(.kitRanging(companions[$0].name))] } ?? []
        case .sessionFailed(let session, let what):
            guard let index = companion(ranging: session) else { return [] }
            companions[index].rangingSession = nil
            let fault = RigFault(
                "the UWB kit refused the ranging session: \(what)",
                remedy: "Look at the last UCI frames; the kit may not support these parameters")
            return [.event(.fault(.kit, fault))]
        case .sessionStopped(let session, let reason):
            guard let index = companion(ranging: session) else { return [] }
            companions[index].rangingSession = nil
            guard reason == .stoppedByPeer else { return [] }
            return carryOut(companions[index].session.peerEnded(at: now), for: index, at: now)
        case .measurements(let session, let measurements):
            guard let index = companion(ranging: session) else { return [] }
            return measured(measurements, for: index, at: now)
        }
    }

    private func companion(ranging session: UInt32) -> Int? {
        companions.firstIndex { $0.rangingSession == session }
    }

    private mutating func measured(_ round: [TWRMeasurement], for index: Int, at now: Instant) -> [PhoneEffect] {
        let name = companions[index].name
        let distance = round.first?.distance
        var effects = carryOut(companions[index].session.measured(distance, at: now), for: index, at: now)
        // A round that comes after the session ended is nobody's.
        guard let distance, companions[index].session.isRunning else { return effects }
        let (smoothed, changes) = companions[index].zones.add(distance)
        effects.append(.event(.distance(name, measured: distance, smoothed: smoothed)))
        for change in changes { effects.append(.event(.zone(name, change))) }
        return effects
    }

    mutating func carryOut(_ effects: [TagDeskEffect]) -> [PhoneEffect] {
        effects.map { effect in
            switch effect {
            case .request(let request): .send(.reader(request))
            case .event(let event): .event(.tag(event))
            case .finding(let finding): .event(.finding(.reader, finding))
            }
        }
    }
}

extension PhoneMessage {
    var kind: MessageKind {
        switch self {
        case .initialize: .initialize
        case .configureAndStart: .configureAndStart
        case .stop: .stop
        case .getDeviceStructure, .setDeviceStructure, .other: .other
        }
    }
}
