import Ground
import Journal
import Links
import NearbyInteraction
import Phone
import ScenarioKit
import Wording

/// `Exchange`: from initialize until the accessory reports that ranging started.
struct ExchangeStep: StepMachine {
    let name: AccessoryName
    let within: Lapse
    private var progress = ExchangeProgress()

    init(name: AccessoryName, within: Lapse) { (self.name, self.within) = (name, within) }

    var need: StepNeed { .kit }
    var limit: Lapse? { within }
    func waits(for name: AccessoryName) -> Bool { name == self.name }
    func bringsAbout(_ event: PhoneEvent) -> Bool {
        event.isMessage([.configuration, .didStart], from: name)
            || event.isOne(of: [.prompted, .encrypted, .zone, .feature], about: name)
    }
    mutating func noteTurnAround(_ span: Lapse) { progress.turnAround = span }

    var asks: [DirectorEffect] { [.command(.startSession(name))] }

    mutating func receive(
        _ event: PhoneEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        switch event {
        case .sent(name, let message): progress.noteSent(message)
        case .tampered(name, let message, .withhold): progress.withheld = message
        case .nearby(name, let event): return try receive(event, step, &seen, at: now)
        case .channel, .nearby, .sent, .tampered, .distance, .zone, .feature, .kitReady, .kitRanging, .kitRound,
            .blindProbe, .tag, .companion, .finding, .fault, .waits:
            break
        }
        return .goesOn()
    }

    private mutating func receive(
        _ event: NearbyEvent, _ step: PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        switch event {
        case .received(.configuration): progress.hasConfiguration = true
        case .didGenerateShareableConfigurationData(let data, _):
            progress.answer = (data.encoded.count, "\(data.version)")
        case .didRemove: progress.remove()
        case .gaveUp(let attempts, _):
            throw failure(
                step, progress.code, .gaveUp(progress.whatIsMissing, after: attempts), seen)
        case .didInvalidate(let code):
            throw failure(step, "session.invalidated", .invalidated(code), seen)
        case .configurationThrew(let code):
            throw failure(step, "configuration.refused", .configurationThrew(code), seen)
        // An event left over from the previous step does not end this exchange.
        case .accessoryDidStart:
            guard progress.hasConfiguration else { break }
            seen.noteCheck()
            let turnAround = progress.turnAround.map { [Measured(Measured.turnAround, .span($0))] } ?? []
            return .done([step.measured("exchange", at: now)] + turnAround)
        case .received, .told, .prompted, .answered, .sessionDidStartRunning, .accessoryDidStop, .didUpdate,
            .peerStillRanges, .sessionWasSuspended, .sessionSuspensionEnded, .paused, .invalidatedByApp, .retry,
            .addressClash, .ranWithPeer, .peerMeasured, .finding:
            break
        }
        return .goesOn()
    }

    func expire(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        let small = smallMTU(seen)
        var late = failure(
            step, small == nil ? progress.code : "exchange.smallMTU",
            .missing(progress.whatIsMissing, in: step.elapsed(at: now)).and(small), seen)
        late.awaited = progress.awaited(from: name, since: step.startedAt)
        throw late
    }

    /// Returns a possible reason for missing configuration data: the accessory agreed to an MTU too small for it.
    private func smallMTU(_ seen: Observations) -> Sentence? {
        guard !progress.hasConfiguration, let mtu = seen.record(of: name)?.mtu, mtu < AccessoryRecord.leastUsefulMTU
        else { return nil }
        return .smallMTU(mtu, least: AccessoryRecord.leastUsefulMTU)
    }

    private func failure(
        _ step: PlayedStep, _ code: FailureCode, _ what: Sentence, _ seen: Observations
    ) -> StepFailure {
        var failure = step.failure(code, seen: what.and(seen.remarks(of: name)), .bluetooth(name))
        if let message = progress.withheld {
            let isMeasured = seen.record(of: name).map { $0.measurements > 0 } ?? false
            failure.doubt = .withheld(message, whileMeasuring: isMeasured ? name : nil)
        }
        return failure
    }
}

/// `Stop`: lasts until the accessory reports that ranging stopped.
struct StopStep: StepMachine {
    let name: AccessoryName
    let within: Lapse

    var limit: Lapse? { within }
    func waits(for name: AccessoryName) -> Bool { name == self.name }
    func bringsAbout(_ event: PhoneEvent) -> Bool {
        event.isMessage([.didStop], from: name) || event.isOne(of: [.zone, .feature], about: name)
    }

    var asks: [DirectorEffect] { [.command(.stopSession(name))] }

    func receive(
        _ event: PhoneEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress {
        guard case .nearby(name, .accessoryDidStop) = event else { return .goesOn() }
        seen.noteCheck()
        return .done([step.measured("stop", at: now)])
    }

    func expire(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        let what = Sentence.stopUnanswered(after: step.elapsed(at: now)).and(seen.remarks(of: name))
        var late = step.failure("session.stopUnanswered", seen: what, .bluetooth(name))
        late.awaited = StepFailure.Awaited(
            outcome: .received(.didStop, from: name), missing: 1, since: step.startedAt, late: "session.slowStop")
        throw late
    }
}

/// The progress of a configuration exchange, which says what is missing if it does not complete.
struct ExchangeProgress: Sendable {
    var hasConfiguration = false
    var hasAnswered = false
    var turnAround: Lapse?
    /// The message that the rig withheld on behalf of the scenario; nil once another one left that the accessory can
    /// answer.
    var withheld: MessageKind?
    /// The shareable configuration data that the accessory was sent.
    var answer: (bytes: Int, version: String)?
    private(set) var removals = 0
    /// The missing message of the previous attempt, which remains the answer as long as this attempt made no progress.
    private var missingBefore: Sentence?
    private var codeBefore: FailureCode?

    var whatIsMissing: Sentence { missing.and(removals == 0 ? nil : .removed(times: removals)) }

    /// The code for the missing message.
    var code: FailureCode {
        if let codeBefore, !hasConfiguration { return codeBefore }
        if !hasConfiguration { return "exchange.noConfiguration" }
        return hasAnswered ? "session.neverStarted" : "exchange.notAnswered"
    }

    /// Returns the accessory's message that is missing; nil if it is the phone's turn, or if an earlier attempt already
    /// ended without the message.
    func awaited(from name: AccessoryName, since start: Instant) -> StepFailure.Awaited? {
        guard hasConfiguration else {
            guard codeBefore == nil else { return nil }
            return StepFailure.Awaited(
                outcome: .received(.configuration, from: name), missing: 1, since: start,
                late: "exchange.slowConfiguration")
        }
        guard hasAnswered else { return nil }
        return StepFailure.Awaited(
            outcome: .received(.didStart, from: name), missing: 1, since: start, late: "session.slowStart")
    }

    /// Records a message that left; shareable configuration data implies configuration data from this attempt or an
    /// earlier one.
    mutating func noteSent(_ message: MessageKind) {
        withheld = nil
        if message == .shareableConfiguration { (hasConfiguration, hasAnswered) = (true, true) }
    }

    /// Ends an attempt; the next one starts over.
    mutating func remove() {
        // An attempt in which the phone's own message never left says nothing about the accessory.
        (missingBefore, codeBefore) = hasConfiguration && !hasAnswered ? (nil, nil) : (missing, code)
        (hasConfiguration, hasAnswered) = (false, false)
        removals += 1
    }

    private var missing: Sentence {
        if let missingBefore, !hasConfiguration { return missingBefore }
        if !hasConfiguration { return .noConfiguration }
        if !hasAnswered { return .neverAnswered }
        return .neverStarted(upon: answer)
    }
}
