import Links
import ScenarioKit

/// The machine that plays a word, or the block that plays it with its steps.
enum WordMachine: Sendable {
    case step(any StepMachine)
    case block(any BlockMachine, [Step])
}

extension Action {
    /// The machine that plays this action; the only place that knows every word.
    var machine: WordMachine {
        switch self {
        case .link(.find, let name, let limit): .step(FindStep(name: name, within: limit))
        case .link(.connect(let stage), let name, let limit): .step(ConnectStep(name, upTo: stage, within: limit))
        case .link(.subscribe, let name, let limit): .step(ConnectStep(name, upTo: nil, within: limit))
        case .link(.pair, let name, let limit): .step(PairStep(name: name, within: limit))
        case .link(.read(let value, let expected), let name, let limit):
            .step(ReadStep(value: value, name: name, expected: expected, within: limit))
        case .link(.identify(let shown, let console), let name, let limit):
            .step(IdentifyStep(name: name, shown: shown, console: console, within: limit))
        case .link(.disconnect, let name, let limit): .step(DisconnectStep(name: name, within: limit))
        case .forget(let name): .step(CommandStep(.command(.forget(name))))
        case .send(let messages, let name, let apart):
            apart == .zero
                ? .step(CommandStep(.command(.send(messages, to: name))))
                : .step(SendStep(messages: messages, name: name, apart: apart))
        case .exchange(.configuration, let name, let limit): .step(ExchangeStep(name: name, within: limit))
        case .exchange(.tokens, let name, let limit): .step(TokenExchangeStep(name: name, within: limit))
        case .peer(let act, let name): .step(CommandStep(.stage(.peer(name, act))))
        case .stop(let name, let limit): .step(StopStep(name: name, within: limit))
        case .session(let act, let name): .step(CommandStep(.command(.session(act, name)), need: .kit))
        case .system(let act): .step(CommandStep(.command(.system(act))))
        case .walk(let course): .step(WalkStep(course: course))
        case .place(let name, let distance, let seen):
            .step(PlaceStep(name: name, distance: distance, seen: seen))
        case .turn(let turn, let span): .step(TurnStep(turn: turn, span: span))
        case .power(let act, let name, let limit): .step(PowerStep(act: act, name: name, within: limit))
        case .stay(let span, let checks): .step(StayStep(span: span, checks: checks))
        case .tap(let tag, let limit, let checks): .step(TapStep(tag, within: limit, checks))
        case .simulate(let trouble, let name): .step(SimulateStep(trouble: trouble, name: name))
        case .present(let tag, let limit): .step(PresentStep(tag: tag, within: limit))
        case .tearAway(let tag, let answers, let limit):
            .step(TearAwayStep(tag: tag, answers: answers, within: limit))
        case .remove(let tag, let limit): .step(RemoveStep(tag: tag, within: limit))
        case .swap(let tag, let other, let limit): .step(PresentStep(tag: other, insteadOf: tag, within: limit))
        case .hold(let tag, let span, let checks): .step(HoldStep(tag: tag, span: span, checks: checks))
        case .inspect(let tag, let limit, let checks): .step(InspectStep(tag: tag, checks: checks, within: limit))
        case .openNotification(let limit): .step(OpenNotificationStep(within: limit))
        case .followLink(let url): .step(CommandStep(.command(.followLink(url))))
        case .companion(let act, let name): .step(CommandStep(.command(.companion(act, name))))
        case .screen(let act, let name): .step(ScreenStep(act: act, name: name))
        case .simulateReader(let trouble): .step(SimulateReaderStep(trouble: trouble))
        case .expect(let expectation): .step(ExpectStep(expectation: expectation))
        case .await(let expectation): .step(ExpectStep(expectation: expectation, isOnItsOwn: true))
        case .nothingElse(let span): .step(NothingElseStep(span: span))
        case .require(let requirement): .step(RequireStep(requirement: requirement))
        case .tampering(let tampering, let message, let times, let steps):
            .block(TamperingBlock(tampering, with: message, times: times), steps)
        case .simulating(let trouble, let name, let steps): .block(SimulatingBlock(trouble: trouble, name: name), steps)
        case .troubling(let trouble, let steps): .block(NetworkDisturbanceBlock(trouble: trouble), steps)
        case .simulatingReader(let trouble, let steps): .block(SimulatingReaderBlock(trouble: trouble), steps)
        case .throughout(let checks, let steps): .block(ThroughoutBlock(checks), steps)
        case .together(let lanes): .step(TogetherStep(lanes: lanes))
        case .repeat(let rounds, let steps): .block(RoundBlock(rounds: rounds), steps)
        }
    }
}
