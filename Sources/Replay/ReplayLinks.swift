public import Ground
public import Links
import Recordings

/// The links of a bench as a trace recorded them: arrivals are repeated and sent frames are compared.
///
/// In strict mode, each call of the run loop gets the answer that the same call got in the recording. The first call
/// that differs is reported, and nothing after it can be compared: the remaining arrivals come at their recorded
/// instants, in virtual time. Where the recording stops short, or after the last requested frame, the run is
/// interrupted and reaches no verdict of its own.
public final class ReplayLinks: LinkSet {
    private enum State {
        case strict(ReplayMode.Waits)
        /// Sent frames are still compared one by one, regardless of their instants. One that was not sent is noticed
        /// when something arrives that came after it.
        case free
        case diverged
        /// Nothing more arrives; `isTold` is true once the run has been informed.
        case over(isTold: Bool)
        case closed
    }

    /// The instant up to which the recording was played.
    private(set) var instant: Instant
    /// The first difference between the frames and the recorded ones; nil while there is none.
    public private(set) var divergence: Divergence?
    /// Whether that difference is a frame that was not sent, and whose answer may have arrived.
    private(set) var hasAnsweredOmission = false
    /// The number of recorded frames played, in both directions.
    public private(set) var framesPlayed = 0
    /// The number of the last frame that both have.
    private(set) var lastFrame = 0
    private(set) var lastArrival: Divergence.Arrived?
    private let isWhole: Bool
    private let lastWanted: Int
    private let pace: (Instant) -> Bool
    private var state: State
    /// The calls not made yet.
    private var calls: ReplayCursor<ReplayScript.Call>
    /// Clock readings that `prove` skipped, for the next reads of the clock.
    private var heldReadings: [Instant] = []
    /// In free mode, the recorded calls from the next frame to compare.
    private var sents: ReplayCursor<ReplayScript.Call>?

    /// Creates links that play a script up to and including the frame with the number `until`. `pace` is called with
    /// the instant of each reception before it is given; it may wait, and returns false to interrupt the run.
    public init(
        _ script: ReplayScript, mode: ReplayMode, until frame: Int? = nil,
        pace: @escaping (Instant) -> Bool = { _ in true }
    ) {
        self.pace = pace
        isWhole = script.isWhole
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

    /// Whether the replay stopped at the requested frame or at the end of a recording that stops short.
    public var isCutShort: Bool {
        switch state {
        case .over: true
        case .strict, .free, .diverged, .closed: false
        }
    }

    /// The clock's reading. In strict mode, each recorded reading is given once, where it was made.
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

    /// A device's fault is recorded as the next arrival, at the instant of the query.
    ///
    /// A healthy device leaves no record there: clock readings made since then are for later reads.
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

    /// Reports recorded calls left over when the run has ended.
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

    /// Skips recorded clock readings that are not made this time; reading the clock is not an action of the run.
    private func passClock() {
        for shown in heldReadings { move(to: shown) }
        heldReadings = []
        while case .clock(let shown) = calls.next {
            calls.advance()
            move(to: shown)
        }
    }

    /// The next call, if it sends a frame.
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
            guard deadline == recorded else {
                diverge(.waits(until: deadline, insteadOf: recorded), frame: lastFrame)
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
    /// A live bench never gives an arrival stamped after the deadline, except one that was posted too late, which has
    /// the instant of the arrival before it.
    private func isBeyond(
        _ deadline: Instant, _ arrival: Arrival, inHandAt hand: Instant, _ waits: ReplayMode.Waits
    ) -> Bool {
        switch waits {
        case .exact: hand > max(instant, deadline)
        case .loose: arrival.instant > max(deadline, lastArrival?.arrival.instant ?? deadline)
        }
    }

    /// Handles a call beyond the recorded ones: a complete recording has been left, and a cut one ends here.
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
                if let omitted = omission(before: number) {
                    // At the same instant, the deadline may have come first, and may send the frame now.
                    if hand == deadline, instant < deadline { return pass(until: deadline) }
                    divergence = Divergence(
                        .notSent(omitted.outbound), frame: omitted.number, at: hand, after: lastArrival)
                    hasAnsweredOmission = true
                    state = .diverged
                }
                take(arrival, at: hand, number)
                return .arrival(arrival)
            case .interrupted(let end):
                guard end <= deadline else { return pass(until: deadline) }
                calls.advance()
                move(to: end)
                return .interrupted
            }
        }
        // Without a deadline nothing will ever happen, and the missing part of a recording that stops short is not
        // silence.
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

    /// Compares a frame with the next one sent in the recording, regardless of its instant.
    private func compare(_ outbound: Outbound) {
        while let call = sents?.next {
            sents?.advance()
            guard case .sent(let recorded, _, let number) = call else { continue }
            guard recorded == outbound else { return diverge(.sent(outbound, insteadOf: recorded), frame: number) }
            return played(number)
        }
        if isWhole { diverge(.sentUnrecorded(outbound), frame: lastFrame) }
    }

    /// Returns the first recorded frame that was not sent before an arrival, which may be an answer to it.
    private func omission(before number: Int) -> (outbound: Outbound, number: Int)? {
        guard case .free = state else { return nil }
        while let call = sents?.next {
            switch call {
            case .sent(let outbound, _, let sent): return sent < number ? (outbound, sent) : nil
            case .received(_, _, let received) where received >= number: return nil
            case .received, .waited, .clock, .stoodStill, .interrupted: sents?.advance()
            }
        }
        return nil
    }

    private func take(_ arrival: Arrival, at hand: Instant, _ number: Int) {
        calls.advance()
        move(to: hand)
        lastArrival = Divergence.Arrived(arrival: arrival, number: number)
        played(number)
    }

    /// Moves the clock to an instant of the recording, in steps that a run can process.
    private func move(to recorded: Instant) {
        instant = max(instant, min(recorded, instant + ReplayMode.longestPause))
    }

    private func played(_ number: Int) {
        framesPlayed += 1
        lastFrame = max(lastFrame, number)
    }
}
