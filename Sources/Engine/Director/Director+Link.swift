import ATT
import Ground
import Journal
import Links
import NearbyInteraction
import Phone
import ScenarioKit

// Steps that have to do with the link alone.
extension Director {
    mutating func linking(
        _ step: ActiveStep, _ event: ChannelEvent, at now: Instant
    ) throws(StepFailure) -> Progress {
        switch step.phase {
        case .finding: return try finding(step, event, at: now)
        case .connecting: return try connecting(step, event, at: now)
        case .pairing: return try pairing(step, event, at: now)
        case .reading(let expected): return try reading(step, expected, event, at: now)
        case .disconnecting:
            guard case .lost = event else { return .goesOn() }
            return done("disconnect", step, at: now)
        default: return .goesOn()
        }
    }

    private mutating func done(_ what: String, _ step: ActiveStep, _ more: Measured?..., at now: Instant) -> Progress {
        checks += 1
        return .done([measured(what, of: step, at: now)] + more.compactMap { $0 })
    }

    /// Phones scan by service alone: an accessory that was found otherwise, by its address or name, is not found.
    private mutating func finding(
        _ step: ActiveStep, _ event: ChannelEvent, at now: Instant
    ) throws(StepFailure) -> Progress {
        switch event {
        case .found(let advertisement):
            let wanted = scenario.phone.link.profiles.map(\.service)
            guard advertisement.services.contains(where: { wanted.contains($0) }) else {
                let offered =
                    advertisement.services.isEmpty ? "no service" : advertisement.services.joined(separator: ", ")
                let code: FailureCode =
                    advertisement.services.isEmpty ? "advertising.noService" : "advertising.otherService"
                throw ofBytes(
                    failure(code, "\(step.step.action)", seen: "its advertising names \(offered)", link(of: step)))
            }
            return done("find", step, at: now)
        case .connectFailed(let reason):
            throw failure("link.notFound", "\(step.step.action)", seen: reason, link(of: step))
        default: return .goesOn()
        }
    }

    private mutating func connecting(
        _ step: ActiveStep, _ event: ChannelEvent, at now: Instant
    ) throws(StepFailure) -> Progress {
        switch event {
        case .ready(let mtu, let profile):
            try compare(profile, step)
            return done("connect", step, Measured("ATT_MTU, \(profile)", .count(Int(mtu))), at: now)
        case .linked(let mtu):
            return done("connect", step, Measured("ATT_MTU", .count(Int(mtu))), at: now)
        case .connectFailed(let reason):
            throw failure(step.phase.connectCode, "\(step.step.action)", seen: reason, link(of: step))
        case .setUpFailed(let reason):
            throw failure("channel.notOffered", "\(step.step.action)", seen: reason, link(of: step))
        case .discovered: active?.phase = .connecting(.found)
        case .connected: active?.phase = .connecting(.connected)
        default: break
        }
        return .goesOn()
    }

    /// An accessory that was found by the service of another data channel than its own is not found by its own app.
    private func compare(_ profile: String, _ step: ActiveStep) throws(StepFailure) {
        guard let advertised = step.step.action.accessory.flatMap({ record(of: $0)?.advertised }) else { return }
        guard let own = DataChannelProfile.allCases.first(where: { $0.name == profile }) else { return }
        if !advertised.contains(own.service) {
            let named = advertised.isEmpty ? "no service" : advertised.joined(separator: ", ")
            let seen = "it advertises \(named), and its data channel is \(profile), \(own.service)"
            throw ofBytes(
                failure(
                    "advertising.otherService", "\(step.step.action) by the service that it advertises", seen: seen,
                    link(of: step)))
        }
    }

    /// The same failure, with bytes as its witness.
    private func ofBytes(_ failure: StepFailure) -> StepFailure {
        var failure = failure
        failure.isOfBytes = true
        return failure
    }

    private mutating func pairing(
        _ step: ActiveStep, _ event: ChannelEvent, at now: Instant
    ) throws(StepFailure) -> Progress {
        switch event {
        case .encrypted(let security):
            checks += 1
            let key = security.isBonded ? "with the stored key" : "with a new key"
            return .done([measured("encrypted \(key)", of: step, at: now)])
        case .pairingFailed(let reason):
            throw failure("pairing.failed", "\(step.step.action)", seen: reason, link(of: step))
        case .lost(let reason):
            throw failure("pairing.linkLost", "\(step.step.action)", seen: "the link went: \(reason)", link(of: step))
        default: return .goesOn()
        }
    }

    private mutating func reading(
        _ step: ActiveStep, _ expected: ReadExpectation, _ event: ChannelEvent, at now: Instant
    ) throws(StepFailure) -> Progress {
        let seen: String
        let isMet: Bool
        let code: FailureCode
        switch event {
        case .backgroundConfiguration(let bytes):
            let last = step.step.action.accessory.flatMap { record(of: $0)?.configuration }
            seen = bytes == last ? "it is what was sent last" : "it holds \(bytes.isEmpty ? "nothing" : bytes.hex)"
            code = expected == .refusal ? "background.unprotected" : "background.otherConfiguration"
            isMet = expected == .any || (expected == .lastConfiguration && bytes == last)
        case .backgroundRefused(let error):
            seen = "the read was refused: \(error)"
            code = "background.refused"
            isMet = expected == .any || (expected == .refusal && error.asksForPairing)
        case .noBackgroundService:
            seen = "it has no Nearby Interaction service"
            code = "background.noService"
            isMet = expected == .absence
        default: return .goesOn()
        }
        guard isMet else { throw failure(code, "\(step.step.action)", seen: seen, link(of: step)) }
        return done("read", step, at: now)
    }

    func linkRanOut(_ step: ActiveStep, after limit: Span) throws(StepFailure) -> Progress {
        let seen: String
        let code: FailureCode
        switch step.phase {
        case .finding: (code, seen) = ("link.notFound", "nothing that is it advertised within \(limit)")
        case .connecting(let progress):
            (code, seen) = (progress.code, "no open data channel after \(limit): \(progress.rawValue)")
        case .pairing: (code, seen) = ("pairing.unanswered", "the link was not encrypted after \(limit)")
        case .reading: (code, seen) = ("background.unanswered", "no answer after \(limit)")
        default:
            return .error(
                RunError("rig.fault", "\(step.step.spot): the link was still up \(limit) after the rig ended it"))
        }
        throw failure(code, "\(step.step.action)", seen: seen + besides(step), link(of: step))
    }
}
