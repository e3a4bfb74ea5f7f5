public import Ground
public import Links
import Recordings

/// The links of a bench as a trace recorded them: what arrived does so again, and what is sent is compared.
///
/// Strictly, each call of the run loop gets the answer that the same call got in the recording. The first one that is
/// not the same is told, and from there on nothing can be compared: what is left arrives at its recorded instants, in
/// virtual time. Where the recording stops short, or after the frame at which the replay was asked to stop, the run
/// is interrupted: it comes to no verdict of its own.
public final class ReplayLinks: LinkSet {
    private enum State {
        case strict(ReplayMode.Waits)
        /// What is sent is still compared, one frame after the other, whatever the instants.
        case free
        case diverged
        /// Nothing more arrives; the run was told, or is yet to be.
        case over(isTold: Bool)
        case closed
    }

    /// The instant up to which the recording was played.
    private(set) var instant: Instant
    /// Where the frames first differ from the recorded ones; nil as long as they do not.
    public private(set) var divergence: Divergence?
    /// How many recorded frames were played, in both directions.
    public private(set) var framesPlayed = 0
    /// The number of the last frame that both have.
    private(set) var lastFrame = 0
    private(set) var lastArrival: Divergence.Arrived?
    private let isWhole: Bool
    private let hasDeadlines: Bool
    private let lastWanted: Int
    private let pace: (Instant) -> Bool
    private var state: State
    /// What was not yet called.
    private var calls: ReplayCursor<ReplayScript.Call>
    /// Readings of the clock that `prove` looked past: the next ones to be made get them.
    private var heldReadings: [Instant] = []
    /// Where calls are not followed one by one: what was recorded from the next frame to compare with on.
    private var sents: ReplayCursor<ReplayScript.Call>?

    /// Plays a script up to and including the frame with the number `until`; `pace` is called with the instant of each
    /// reception before it is given; it may wait for that, and gives false where the run is to be interrupted instead.
    public init(
        _ script: ReplayScript, mode: ReplayMode, until frame: Int? = nil,
        pace: @escaping (Instant) -> Bool = { _ in true }
    ) {
        self.pace = pace
        isWhole = script.isWhole
        hasDeadlines = script.header.hasDeadlines
        lastWanted = frame ?? .max
        instant = script.header.start
        calls = script.calls()
        switch mode {
        case .strict(let waits): state = .strict(waits)
        case .free:
            state = .free
            sents = script.calls()
        }
    }

    /// Whether all was played that was asked for, rather than all that there is.
    public var isCutShort: Bool {
        switch state {
        case .over: true
        case .strict, .free, .diverged, .closed: false
        }
    }

    /// What the clock shows: strictly, each reading in the recording is given once, where it was made.
    public var now: Instant {
        guard case .strict = state else { return instant }
        if !heldReadings.isEmpty {
            move(to: heldReadings.removeFirst())
        } else if case .clock(let shown) = calls.next {
            calls.advance()
            move(to: shown)
        }
        return instant
    }

    public func send(_ outbound: Outbound) -> Instant {
        switch state {
        case .strict: return sendStrictly(outbound)
        case .free: compare(outbound)
        case .diverged, .over, .closed: break
        }
        return instant
    }

    public func receive(until deadline: Instant) -> Reception {
        let reception = nextReception(until: deadline)
        if isCutShort || pace(instant) { return reception }
        state = .over(isTold: true)
        return .interrupted
    }

    /// What is wrong with a device stands in the recording as the next thing that arrived, at the instant it was asked.
    ///
    /// Of one that is whole nothing stands there: what the clock showed since is for those who read it then.
    public func prove(_ link: LinkID) -> RigFault? {
        guard case .strict = state else { return nil }
        while case .clock(let shown) = calls.next {
            calls.advance()
            heldReadings.append(shown)
        }
        guard case .received(let arrival, let hand, let number) = calls.next, number <= lastWanted,
            arrival.instant == hand, case .fault(link, let fault) = arrival.inbound
        else { return nil }
        heldReadings = []
        take(arrival, at: hand, number)
        return fault
    }

    public func close() { state = .closed }

    /// Tells what is left when the run has come to its end.
    func end() {
        switch state {
        case .strict:
            passClock()
            guard calls.next != nil else { return }
            if let (outbound, number) = recordedFrame { return diverge(.notSent(outbound), frame: number) }
            diverge(.endedEarly, frame: lastFrame)
        case .free:
            while let call = sents?.next {
                if case .sent(let outbound, _, let number) = call, number <= lastWanted {
                    return diverge(.notSent(outbound), frame: number)
                }
                sents?.advance()
            }
        case .diverged, .over, .closed: break
        }
    }

    private func nextReception(until deadline: Instant) -> Reception {
        switch state {
        case .strict(let waits): return receiveStrictly(until: deadline, waits)
        case .free, .diverged: return receiveFreely(until: deadline)
        case .over(let isTold):
            state = .over(isTold: true)
            if !isTold { return .interrupted }
            return pass(until: deadline)
        case .closed: return .deadline
        }
    }

    // MARK: Call by call

    /// Leaves behind the readings of the clock that are not made this time: they are nothing that a run does.
    private func passClock() {
        for shown in heldReadings { move(to: shown) }
        heldReadings = []
        while case .clock(let shown) = calls.next {
            calls.advance()
            move(to: shown)
        }
    }

    /// The next call, if it is a frame that was sent.
    private var recordedFrame: (Outbound, Int)? {
        if case .sent(let outbound, _, let number) = calls.next { (outbound, number) } else { nil }
    }

    private func sendStrictly(_ outbound: Outbound) -> Instant {
        passClock()
        switch calls.next {
        case .sent(let recorded, let left, let number):
            guard number <= lastWanted else { return stop() }
            guard recorded == outbound else {
                diverge(.sent(outbound, insteadOf: recorded), frame: number)
                return instant
            }
            calls.advance()
            move(to: left)
            played(number)
            return left
        case .received, .waited, .clock, .stoodStill, .interrupted: diverge(.sentUnrecorded(outbound), frame: lastFrame)
        case nil: atTheEnd { diverge(.sentUnrecorded(outbound), frame: lastFrame) }
        }
        return instant
    }

    private func receiveStrictly(until deadline: Instant, _ waits: ReplayMode.Waits) -> Reception {
        passClock()
        switch calls.next {
        case .received(let arrival, let hand, let number):
            guard number <= lastWanted else { break }
            if deadline != .never, isBeyond(deadline, arrival, inHandAt: hand, waits) {
                diverge(.woke(at: max(instant, deadline), insteadOf: hand), frame: number)
                return receiveFreely(until: deadline)
            }
            take(arrival, at: hand, number)
            return .arrival(arrival)
        case .waited(let until, let recorded):
            if let kind = difference(of: deadline, from: recorded, until, waits) {
                diverge(kind, frame: lastFrame)
                return receiveFreely(until: deadline)
            }
            calls.advance()
            move(to: until)
            return .deadline
        case .stoodStill(let since, let until):
            calls.advance()
            move(to: until)
            return .stoodStill(since: since)
        case .interrupted(let end):
            calls.advance()
            move(to: end)
            return .interrupted
        case .sent(let outbound, _, let number):
            guard number <= lastWanted else { break }
            diverge(.notSent(outbound), frame: number)
            return receiveFreely(until: deadline)
        case .clock, nil:
            atTheEnd { diverge(.wentOn, frame: lastFrame) }
            return nextReception(until: deadline)
        }
        state = .over(isTold: true)
        return .interrupted
    }

    /// Whether a run that waits until `deadline` would have woken before this arrival.
    ///
    /// No live bench gives an arrival that was stamped behind the deadline, but for one that was posted too late: that
    /// has the instant of the arrival before it.
    private func isBeyond(
        _ deadline: Instant, _ arrival: Arrival, inHandAt hand: Instant, _ waits: ReplayMode.Waits
    ) -> Bool {
        let wakes = max(instant, deadline)
        return switch waits {
        case .exact: hand > wakes
        case .loose where hasDeadlines:
            arrival.instant > max(deadline, lastArrival?.arrival.instant ?? deadline)
        case .loose: hand - wakes > ReplayMode.slack
        }
    }

    /// How a wait until `deadline` differs from the recorded one, which ended at `until`; nil where it does not.
    private func difference(
        of deadline: Instant, from recorded: Instant?, _ until: Instant, _ waits: ReplayMode.Waits
    ) -> Divergence.Kind? {
        if let recorded { return deadline == recorded ? nil : .waits(until: deadline, insteadOf: recorded) }
        let wakes = deadline == .never ? instant : max(instant, deadline)
        return switch waits {
        case .exact: until == wakes ? nil : .woke(at: wakes, insteadOf: until)
        case .loose:
            deadline != .never && until - wakes > ReplayMode.slack ? .woke(at: wakes, insteadOf: until) : nil
        }
    }

    /// What is done where there is no further call: a whole recording was left behind, a cut one ends here.
    private func atTheEnd(whole: () -> Void) {
        if isWhole { whole() } else { state = .over(isTold: false) }
    }

    private func stop() -> Instant {
        state = .over(isTold: false)
        return instant
    }

    private func diverge(_ kind: Divergence.Kind, frame: Int) {
        divergence = Divergence(kind, frame: frame, at: instant, after: lastArrival)
        state = .diverged
    }

    // MARK: At recorded instants

    private func receiveFreely(until deadline: Instant) -> Reception {
        while let call = calls.next {
            switch call {
            case .sent, .waited, .clock, .stoodStill: calls.advance()
            case .received(_, _, let number) where number > lastWanted:
                state = .over(isTold: true)
                return .interrupted
            case .received(let arrival, let hand, let number):
                guard hand <= deadline else { return pass(until: deadline) }
                take(arrival, at: hand, number)
                return .arrival(arrival)
            case .interrupted(let end):
                guard end <= deadline else { return pass(until: deadline) }
                calls.advance()
                move(to: end)
                return .interrupted
            }
        }
        // Without a deadline nothing will ever happen; and what a recording that stops short lacks is not silence.
        if deadline == .never || !isWhole {
            state = .over(isTold: true)
            return .interrupted
        }
        return pass(until: deadline)
    }

    private func pass(until deadline: Instant) -> Reception {
        if deadline != .never { instant = max(instant, deadline) }
        return .deadline
    }

    /// Compares with the next frame that was sent in the recording, whenever that was.
    private func compare(_ outbound: Outbound) {
        while let call = sents?.next {
            sents?.advance()
            guard case .sent(let recorded, _, let number) = call else { continue }
            guard recorded == outbound else { return diverge(.sent(outbound, insteadOf: recorded), frame: number) }
            return played(number)
        }
        if isWhole { diverge(.sentUnrecorded(outbound), frame: lastFrame) }
    }

    private func take(_ arrival: Arrival, at hand: Instant, _ number: Int) {
        calls.advance()
        move(to: hand)
        lastArrival = Divergence.Arrived(arrival: arrival, number: number)
        played(number)
    }

    /// Moves the clock to an instant of the recording, in steps that a run can live through.
    private func move(to recorded: Instant) {
        instant = max(instant, min(recorded, instant + ReplayMode.longestPause))
    }

    private func played(_ number: Int) {
        framesPlayed += 1
        lastFrame = max(lastFrame, number)
    }
}
