import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Wording

/// Any act that completes as soon as it is requested: `Forget`, `Lock`, `Pause` and so on.
struct CommandStep: StepMachine {
    let asks: [DirectorEffect]
    let need: StepNeed

    init(_ effects: [DirectorEffect], need: StepNeed = .nothing) { (asks, self.need) = (effects, need) }

    init(_ effect: DirectorEffect, need: StepNeed = .nothing) { self.init([effect], need: need) }

    func bringsAbout(_ event: PhoneEvent) -> Bool { asks.contains { $0.bringsAbout(event) } }

    func recount(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress { .done() }
}

extension DirectorEffect {
    /// Whether an immediate command causes an event. Answers to raw messages are for the scenario to expect.
    fileprivate func bringsAbout(_ event: PhoneEvent) -> Bool {
        switch self {
        case .command(.session(_, let name)):
            event.isMessage([.configuration, .didStart, .didStop, .token], from: name)
                || event.isOne(
                    of: [
                        .prompted, .encrypted, .sessionWasSuspended, .sessionSuspensionEnded, .didInvalidate,
                        .configurationThrew, .zone, .feature,
                    ], about: name)
        case .command(.system): event.kind != .stillRanges && event.kind != .addressClash
        case .command(.followLink): event.isOfTag
        case .stage(.peer(let name, _)):
            event.isMessage([.token], from: name)
                || event.isOne(of: [.lost, .didRemove, .retry, .gaveUp, .zone, .feature], about: name)
        case .command(.companion(_, let name)): event.isOf(companion: name)
        case .command, .stage, .journal, .end: false
        }
    }
}

/// `Simulate`: a momentary fault of the air. Only a program needs time for it and says when it is over.
struct SimulateStep: StepMachine {
    let trouble: InjectedFault
    let name: AccessoryName

    var asks: [DirectorEffect] { trouble.effects(for: name, isOver: false) }
    func longest(_ patience: Lapse) -> Lapse { patience + Patience.silence }
    func endsLink(to name: AccessoryName) -> Bool { name == self.name && trouble == .linkLoss }
    func bringsAbout(_ event: PhoneEvent) -> Bool { trouble.bringsAbout(event, of: name) }

    func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        if isByProgram(seen) { step.deadline = now + seen.setting.stagePatience + Patience.silence }
        return asks
    }

    func receive(
        _ event: StageEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress { event == .radio(trouble.radio, of: name, isBlocked: false) ? .done() : .goesOn() }

    func recount(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress {
        isByProgram(seen) ? .goesOn() : .done()
    }

    func expire(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress {
        .error(.stage(.stageDidNot(step.text, in: step.elapsed(at: now))))
    }

    private func isByProgram(_ seen: Observations) -> Bool {
        seen.setting.blockedByProgram[trouble.radio]?.contains(name) == true
    }
}

/// `SimulateReader`: a momentary failure of the reader.
struct SimulateReaderStep: StepMachine {
    let trouble: ReaderFailure

    func longest(_ patience: Lapse) -> Lapse { Patience.readerReturn }
    func bringsAbout(_ event: PhoneEvent) -> Bool { event.link == .reader }

    func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        seen.note(trouble)
        return [.stage(.readerTrouble(trouble, true))]
    }

    func recount(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress { .done() }
}

/// `Send` with pauses: raw messages that bypass the app and its session, at a fixed interval.
struct SendStep: StepMachine {
    let messages: [RawMessage]
    let name: AccessoryName
    let apart: Lapse
    /// The index of the next write.
    private var next = 1

    init(messages: [RawMessage], name: AccessoryName, apart: Lapse) {
        (self.messages, self.name, self.apart) = (messages, name, apart)
    }

    private var writes: Int { messages.reduce(0) { $0 + $1.writesAtMost } }
    func longest(_ patience: Lapse) -> Lapse { apart * writes }

    func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        step.deadline = now + apart
        return [.command(.send(messages, to: name, only: 0))]
    }

    mutating func expire(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress {
        guard next < writes else { return .done() }
        defer { next += 1 }
        step.deadline = now + apart
        return .goesOn([.command(.send(messages, to: name, only: next))])
    }
}

/// `Together`: plays its lanes.
struct TogetherStep: StepMachine {
    let lanes: [ScenarioKit.Lane]
}
