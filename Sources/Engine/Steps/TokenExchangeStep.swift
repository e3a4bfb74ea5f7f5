import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Wording

/// `Exchange(.tokens)`: from this phone's token until its session runs with the other phone's token.
struct TokenExchangeStep: StepMachine {
    let name: AccessoryName
    let within: Lapse
    private var hasToken = false

    init(name: AccessoryName, within: Lapse) { (self.name, self.within) = (name, within) }

    var need: StepNeed { .kit }
    var limit: Lapse? { within }
    func waits(for name: AccessoryName) -> Bool { name == self.name }
    func bringsAbout(_ event: PhoneEvent) -> Bool {
        event.isMessage([.token], from: name) || event.isOne(of: [.prompted, .zone, .feature], about: name)
    }

    var asks: [DirectorEffect] { [.command(.startSession(name))] }

    mutating func receive(
        _ event: PhoneEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        guard case .nearby(name, let event) = event else { return .goesOn() }
        switch event {
        case .received(.token): hasToken = true
        // A retry runs with the previous token, but this step asks for a new one.
        case .ranWithPeer:
            guard hasToken else { break }
            seen.noteCheck()
            return .done([step.measured("exchange", at: now)])
        case .didInvalidate(let code): throw failure(step, "session.invalidated", .invalidated(code), seen)
        case .finding(let finding) where finding.weight == .fault:
            var failure = failure(step, finding.code, .about(LinkID.bluetooth(name), finding), seen)
            failure.isOfBytes = true
            throw failure
        case .received, .told, .prompted, .answered, .sessionDidStartRunning, .didGenerateShareableConfigurationData,
            .configurationThrew, .accessoryDidStart, .accessoryDidStop, .didUpdate, .peerStillRanges, .didRemove,
            .sessionWasSuspended, .sessionSuspensionEnded, .paused, .invalidatedByApp, .retry, .gaveUp, .addressClash,
            .peerMeasured, .finding:
            break
        }
        return .goesOn()
    }

    func expire(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        let what = hasToken ? Sentence.tokenNotRun : .noToken
        throw failure(
            step, hasToken ? "token.notRun" : "token.none", .missing(what, in: step.elapsed(at: now)), seen)
    }

    private func failure(
        _ step: PlayedStep, _ code: FailureCode, _ what: Sentence, _ seen: Observations
    ) -> StepFailure {
        step.failure(code, seen: what.and(seen.remarks(of: name)), .bluetooth(name))
    }
}
