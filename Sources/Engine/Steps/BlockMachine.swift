import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Wording

/// A word with inner steps, while it is played: its effects on opening and its result on closing.
protocol BlockMachine: Sendable {
    /// The checks that hold throughout its steps.
    var invariants: [Check] { get }
    /// Whether the reader may be lost during the block.
    var losesReader: Bool { get }
    /// The number of completed rounds of the same steps; nil for a block without rounds.
    var roundsPassed: Int? { get }
    /// Whether the block causes an event, so that `NothingElse` ignores it.
    func bringsAbout(_ event: PhoneEvent) -> Bool
    /// Returns the longest time that the block may take, given that of its steps.
    func longest(_ inner: Lapse) -> Lapse

    mutating func open(_ record: StepRecord, _ seen: inout Observations, at now: Instant) -> [DirectorEffect]
    /// Closes the block after all its steps are over and its checks are met; `measured` is the checks' measurements.
    func close(_ measured: [Measured], _ seen: inout Observations, at now: Instant) -> BlockEnd
}

/// The result of closing a block.
enum BlockEnd {
    case closed([DirectorEffect] = [])
    /// The measurements of its checks belong to the whole scenario.
    case measured([Measured])
    /// Its steps are played again.
    case again(any BlockMachine)
    case error(RunError, [DirectorEffect])
}

extension BlockMachine {
    var invariants: [Check] { [] }
    var losesReader: Bool { false }
    var roundsPassed: Int? { nil }
    func bringsAbout(_ event: PhoneEvent) -> Bool { false }
    func longest(_ inner: Lapse) -> Lapse { inner }

    mutating func open(_ record: StepRecord, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] { [] }
    func close(_ measured: [Measured], _ seen: inout Observations, at now: Instant) -> BlockEnd { .closed() }
}

/// The scenario itself, with the checks that always hold.
struct WholeScenario: BlockMachine {
    let invariants: [Check]

    func close(_ measured: [Measured], _ seen: inout Observations, at now: Instant) -> BlockEnd { .measured(measured) }
}

/// The steps of a lane.
struct LaneBlock: BlockMachine {}

/// `Repeat`: plays the same steps repeatedly.
struct RoundBlock: BlockMachine {
    var before = 0
    let rounds: Int

    var roundsPassed: Int? { before }
    func longest(_ inner: Lapse) -> Lapse { inner * rounds }

    func close(_ measured: [Measured], _ seen: inout Observations, at now: Instant) -> BlockEnd {
        before + 1 < rounds ? .again(RoundBlock(before: before + 1, rounds: rounds)) : .closed()
    }
}

/// `Throughout`: checks that hold throughout the steps.
struct ThroughoutBlock: BlockMachine {
    let invariants: [Check]
    private var opened: (record: StepRecord, at: Instant)?

    init(_ checks: [Check]) { invariants = checks }

    mutating func open(_ record: StepRecord, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        opened = (record, now)
        return []
    }

    func close(_ measured: [Measured], _ seen: inout Observations, at now: Instant) -> BlockEnd {
        guard let opened else { return .closed() }
        return .closed([.journal(.stepPassed(step: opened.record, elapsed: now - opened.at, measured: measured))])
    }
}

/// `Losing`, `Delaying` and similar words: the first messages of a kind are tampered with.
struct TamperingBlock: BlockMachine {
    let tampering: Tampering
    let message: MessageKind
    let times: Int
    private var spot: SourceSpot?

    init(_ tampering: Tampering, with message: MessageKind, times: Int) {
        (self.tampering, self.message, self.times) = (tampering, message, times)
    }

    mutating func open(_ record: StepRecord, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        spot = record.spot
        seen.beginTampering(with: message)
        return [.command(.tamper(tampering, with: message, times: times))]
    }

    func close(_ measured: [Measured], _ seen: inout Observations, at now: Instant) -> BlockEnd {
        let release = DirectorEffect.command(.untamper(message))
        let spoilt = seen.tampered[message] ?? 0
        guard spoilt != times else { return .closed([release]) }
        let plan = Sentence.tampered(spoilt, of: times, message)
        let reason = spot.map { Sentence.about($0, plan) } ?? plan
        return .error(RunError("scenario.tamperedNothing", reason), [release])
    }
}

/// `Simulating`: a fault of the air that lasts as long as the steps. If a program causes it, they wait until it has.
struct SimulatingBlock: BlockMachine {
    let trouble: InjectedFault
    let name: AccessoryName

    func bringsAbout(_ event: PhoneEvent) -> Bool { trouble.bringsAbout(event, of: name) }
    func longest(_ inner: Lapse) -> Lapse { inner + Patience.program * 2 }

    func open(_ record: StepRecord, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        trouble.effects(for: name, isOver: false)
    }

    func close(_ measured: [Measured], _ seen: inout Observations, at now: Instant) -> BlockEnd {
        .closed(trouble.effects(for: name, isOver: true))
    }
}

extension InjectedFault {
    /// Returns the stage requests that start or end the fault; none if nothing needs to be ended.
    func effects(for name: AccessoryName, isOver: Bool) -> [DirectorEffect] {
        switch self {
        case .linkLoss: isOver ? [] : [.stage(.dropLink(name))]
        case .uwbSilence: [.stage(.silenceUWB(name, !isOver))]
        }
    }

    /// Whether the fault causes an event: a lost link comes back, and a session without UWB ends and is retried.
    func bringsAbout(_ event: PhoneEvent, of name: AccessoryName) -> Bool {
        switch self {
        case .linkLoss: event.isOne(of: [.lost, .ready, .encrypted, .zone, .feature], about: name)
        case .uwbSilence:
            event.isOne(of: [.didRemove, .retry, .gaveUp, .zone, .feature], about: name)
                || event.isMessage([.configuration, .didStart, .didStop], from: name)
        }
    }
}

/// `SimulatingReader`: a reader failure that lasts as long as the steps.
struct SimulatingReaderBlock: BlockMachine {
    let trouble: ReaderFailure

    var losesReader: Bool { trouble.losesReader }
    func bringsAbout(_ event: PhoneEvent) -> Bool { event.link == .reader }
    func longest(_ inner: Lapse) -> Lapse { inner + Patience.readerReturn }

    func open(_ record: StepRecord, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        [.stage(.readerTrouble(trouble, true))]
    }

    func close(_ measured: [Measured], _ seen: inout Observations, at now: Instant) -> BlockEnd {
        seen.note(trouble)
        return .closed(trouble.isMomentary ? [] : [.stage(.readerTrouble(trouble, false))])
    }
}
