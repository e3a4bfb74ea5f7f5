import Ground
import NearbyInteraction
import UWB

extension NearbyController {
    mutating func carryOut(_ effects: [AccessoryAppEffect], for index: Int, at now: Instant) -> [PeerSessionEffect] {
        let name = peers[index].name
        var result: [PeerSessionEffect] = []
        for effect in effects {
            switch effect {
            case .write(let message): result.append(PeerSessionEffect(name, .write(message)))
            case .event(let event):
                result.append(PeerSessionEffect(name, .event(event)))
                if !settings.hasKit { peers[index].session.presume(by: event, at: now) }
            case .renewSession(let lingers): result += renewSession(of: index, lingers: lingers, at: now)
            case .run(let data):
                let isForBackground = system.settings.backgroundModes && system.settings.version >= .iOS16
                result += run(.accessory(data, isForBackground: isForBackground), for: index, at: now)
            }
        }
        return result
    }

    mutating func carryOut(_ effects: [PhoneAppEffect], for index: Int, at now: Instant) -> [PeerSessionEffect] {
        let name = peers[index].name
        return effects.flatMap { effect -> [PeerSessionEffect] in
            switch effect {
            case .tell(let message): [PeerSessionEffect(name, .tell(message))]
            case .event(let event): [PeerSessionEffect(name, .event(event))]
            case .run(let token):
                run(.phone(token, isExtendedDistance: settings.extendedDistance), for: index, at: now)
            }
        }
    }

    /// Passes callbacks to the app, and carries out its reactions.
    mutating func carryOut(
        _ effects: [NISessionEffect], for index: Int, lingers: Bool, at now: Instant
    ) -> [PeerSessionEffect] {
        let name = peers[index].name
        var result: [PeerSessionEffect] = []
        for effect in effects {
            switch effect {
            case .startRanging(let parameters): result.append(PeerSessionEffect(name, .startRanging(parameters)))
            case .stopRanging:
                peers[index].generator.release()
                result.append(PeerSessionEffect(name, .stopRanging(after: lingers ? settings.lingering : .zero)))
            case .doubt(let finding): result.append(PeerSessionEffect(name, .doubt(finding)))
            case .callback(let callback):
                result.append(PeerSessionEffect(name, .event(callback)))
                if let reaction = peers[index].app?.hear(callback, at: now) {
                    result += carryOut(reaction, for: index, at: now)
                } else {
                    result += phoneApp(index, at: now) { $0.hear(callback, at: now) }
                }
            }
        }
        return result
    }

    /// Replaces the session with a new one.
    mutating func renewSession(of index: Int, lingers: Bool, at now: Instant) -> [PeerSessionEffect] {
        let ended = carryOut(peers[index].session.abandon(), for: index, lingers: lingers, at: now)
        peers[index].generator.others = uses(besides: index)
        peers[index].session = NISession(
            settings: system.settings, rangingTimeout: settings.rangingTimeout,
            token: peers[index].generator.drawToken(), causes: peers[index].session.causes)
        return ended
    }

    /// The ids and addresses used by the phone's other sessions.
    func uses(besides index: Int) -> [ShareableDataGenerator.Use] {
        peers.indices.compactMap { $0 == index ? nil : peers[$0].use }
    }

    /// Runs a session, if the system admits it.
    mutating func run(_ configuration: NIConfiguration, for index: Int, at now: Instant) -> [PeerSessionEffect] {
        let wasAsking = system.isAsking
        let admission = system.admit(request(configuration, for: index), at: now)
        let prompt: [PeerSessionEffect] =
            system.isAsking && !wasAsking ? [PeerSessionEffect(peers[index].name, .event(.prompted))] : []
        return prompt + run(configuration, admission, for: index, at: now)
    }

    private mutating func run(
        _ configuration: NIConfiguration, _ admission: Admission, for index: Int, at now: Instant
    ) -> [PeerSessionEffect] {
        tokens.keep(configuration.token, for: peers[index].name)
        let effects = peers[index].run(configuration, admission, others: uses(besides: index), at: now)
        return carryOut(effects, for: index, lingers: false, at: now) + clashes(of: configuration, for: index)
    }

    private func request(_ configuration: NIConfiguration, for index: Int) -> NearbySystem.Request {
        let others = peers.indices.filter { $0 != index && peers[$0].session.isActive }
        let extended = others.filter { peers[$0].session.configuration?.isExtendedDistance == true }
        return NearbySystem.Request(
            configuration, others: others.count, extendedOthers: extended.count,
            isPeerAvailable: peers[index].isPaired && peers[index].app?.isLinked == true)
    }

    /// Records the user's answer: sessions that waited for it continue, in the order of their peers.
    mutating func answered(_ answer: PermissionAnswer, at now: Instant) -> [PeerSessionEffect] {
        peers.indices.flatMap { index -> [PeerSessionEffect] in
            guard case .awaitingPermission(let configuration) = peers[index].session.state else { return [] }
            let admission = system.admit(request(configuration, for: index), at: now)
            return [PeerSessionEffect(peers[index].name, .event(.answered(answer: answer)))]
                + run(configuration, admission, for: index, at: now)
        }
    }

    /// Reports accessories with the same short address, which UWB cannot distinguish (nearby-interaction.md, section
    /// 3.3).
    private func clashes(of configuration: NIConfiguration, for index: Int) -> [PeerSessionEffect] {
        guard case .accessory(let own, _) = configuration, peers[index].session.isRunning else { return [] }
        return peers.indices.flatMap { other -> [PeerSessionEffect] in
            guard other != index, case .accessory(let data, _) = peers[other].session.run?.configuration,
                data.address == own.address
            else { return [] }
            let isSame = tokens.names(of: configuration.token).contains(peers[other].name)
            let addition = isSame ? ", and with the same discovery token" : ""
            let meaning = "\(peers[other].name) ranges under the same short MAC address \(own.address)\(addition)"
            let name = peers[index].name
            return [
                PeerSessionEffect(name, .event(.addressClash(with: peers[other].name))),
                PeerSessionEffect(name, .event(.finding(finding: Finding("session.addressClash", .warning, meaning)))),
            ]
        }
    }
}
