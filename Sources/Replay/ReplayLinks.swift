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

    public private(set) var now: Instant
    /// Where the frames first differ from the recorded ones; nil as long as they do not.
    public private(set) var divergence: Divergence?
    /// How many recorded frames were played, in both directions.
    public private(set) var framesPlayed = 0
    /// The number of the last frame that both have.
    private(set) var lastFrame = 0
    private(set) var lastArrival: Divergence.Arrived?
    private let script: ReplayScript
    private let lastWanted: Int
    private let pace: (Instant) -> Bool
    private var state: State
    /// The next call that was not yet made.
    private var next = 0
    /// The next recorded frame to compare with, where calls are not followed one by one.
    private var nextSent = 0

    /// Plays a script up to and including the frame with the number `until`; `pace` is called with the instant of each
    /// reception before it is given; it may wait for that, and gives false where the run is to be interrupted instead.
    public init(
        _ script: ReplayScript, mode: ReplayMode, until frame: Int? = nil,
        pace: @escaping (Instant) -> Bool = { _ in true }
    ) {
        self.script = script
        self.pace = pace
        lastWanted = frame ?? .max
        now = script.header.start
        switch mode {
        case .strict(let waits): state = .strict(waits)
        case .free: state = .free
        }
    }

    /// Whether all was played that was asked for, rather than all that there is.
    public var isCutShort: Bool {
        switch state {
        case .over: true
        case .strict, .free, .diverged, .closed: false
        }
    }

    public func send(_ outbound: Outbound) -> Instant {
        switch state {
        case .strict: return sendStrictly(outbound)
        case .free: compare(outbound)
        case .diverged, .over, .closed: break
        }
        return now
    }

    public func receive(until deadline: Instant) -> Reception {
        let reception = nextReception(until: deadline)
        if isCutShort || pace(now) { return reception }
        state = .over(isTold: true)
        return .interrupted
    }

    public func close() { state = .closed }

    /// Tells what is left when the run has come to its end.
    func end() {
        switch state {
        case .strict:
            guard next < script.calls.count else { return }
            if let (outbound, number) = recordedFrame { return diverge(.notSent(outbound), frame: number) }
            diverge(.endedEarly, frame: lastFrame)
        case .free:
            while nextSent < script.calls.count {
                if case .sent(let outbound, _, let number) = script.calls[nextSent], number <= lastWanted {
                    return diverge(.notSent(outbound), frame: number)
                }
                nextSent += 1
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

    private var nextCall: ReplayScript.Call? {
        script.calls.indices.contains(next) ? script.calls[next] : nil
    }

    /// The next call, if it is a frame that was sent.
    private var recordedFrame: (Outbound, Int)? {
        if case .sent(let outbound, _, let number) = nextCall { (outbound, number) } else { nil }
    }

    private func sendStrictly(_ outbound: Outbound) -> Instant {
        switch nextCall {
        case .sent(let recorded, let instant, let number):
            guard number <= lastWanted else { return stop() }
            guard recorded == outbound else {
                diverge(.sent(outbound, insteadOf: recorded), frame: number)
                return now
            }
            next += 1
            now = max(now, instant)
            played(number)
            return instant
        case .received, .waited, .interrupted: diverge(.sentBesides(outbound), frame: lastFrame)
        case nil: atTheEnd { diverge(.sentBesides(outbound), frame: lastFrame) }
        }
        return now
    }

    private func receiveStrictly(until deadline: Instant, _ waits: ReplayMode.Waits) -> Reception {
        let wakes = deadline == .never ? now : max(now, deadline)
        switch nextCall {
        case .received(let arrival, let instant, let number):
            guard number <= lastWanted else { break }
            if deadline != .never, isBeyond(instant, wakes, waits) {
                diverge(.woke(at: wakes, insteadOf: instant), frame: number)
                return receiveFreely(until: deadline)
            }
            take(arrival, at: instant, number)
            return .arrival(arrival)
        case .waited(let until):
            if waits == .exact ? until != wakes : deadline != .never && isBeyond(until, wakes, waits) {
                diverge(.woke(at: wakes, insteadOf: until), frame: lastFrame)
                return receiveFreely(until: deadline)
            }
            next += 1
            now = max(now, until)
            return .deadline
        case .interrupted(let instant):
            next += 1
            now = max(now, instant)
            return .interrupted
        case .sent(let outbound, _, let number):
            guard number <= lastWanted else { break }
            diverge(.notSent(outbound), frame: number)
            return receiveFreely(until: deadline)
        case nil:
            atTheEnd { diverge(.wentOn, frame: lastFrame) }
            return nextReception(until: deadline)
        }
        state = .over(isTold: true)
        return .interrupted
    }

    private func isBeyond(_ recorded: Instant, _ wakes: Instant, _ waits: ReplayMode.Waits) -> Bool {
        switch waits {
        case .exact: recorded > wakes
        case .loose: recorded - wakes > ReplayMode.slack
        }
    }

    /// What is done where there is no further call: a whole recording was left behind, a cut one ends here.
    private func atTheEnd(whole: () -> Void) {
        if script.isWhole { whole() } else { state = .over(isTold: false) }
    }

    private func stop() -> Instant {
        state = .over(isTold: false)
        return now
    }

    private func diverge(_ kind: Divergence.Kind, frame: Int) {
        divergence = Divergence(kind, frame: frame, at: now, after: lastArrival)
        state = .diverged
    }

    // MARK: At recorded instants

    private func receiveFreely(until deadline: Instant) -> Reception {
        while let call = nextCall {
            switch call {
            case .sent, .waited: next += 1
            case .received(_, _, let number) where number > lastWanted:
                state = .over(isTold: true)
                return .interrupted
            case .received(let arrival, let instant, let number):
                guard instant <= deadline else { return pass(until: deadline) }
                take(arrival, at: instant, number)
                return .arrival(arrival)
            case .interrupted(let instant):
                guard instant <= deadline else { return pass(until: deadline) }
                next += 1
                now = max(now, instant)
                return .interrupted
            }
        }
        // Without a deadline nothing will ever happen; and what a recording that stops short lacks is not silence.
        if deadline == .never || !script.isWhole {
            state = .over(isTold: true)
            return .interrupted
        }
        return pass(until: deadline)
    }

    private func pass(until deadline: Instant) -> Reception {
        if deadline != .never { now = max(now, deadline) }
        return .deadline
    }

    /// Compares with the next frame that was sent in the recording, whenever that was.
    private func compare(_ outbound: Outbound) {
        while nextSent < script.calls.count {
            defer { nextSent += 1 }
            guard case .sent(let recorded, _, let number) = script.calls[nextSent] else { continue }
            guard recorded == outbound else { return diverge(.sent(outbound, insteadOf: recorded), frame: number) }
            return played(number)
        }
        if script.isWhole { diverge(.sentBesides(outbound), frame: lastFrame) }
    }

    private func take(_ arrival: Arrival, at instant: Instant, _ number: Int) {
        next += 1
        now = max(now, instant)
        lastArrival = Divergence.Arrived(arrival: arrival, number: number)
        played(number)
    }

    private func played(_ number: Int) {
        framesPlayed += 1
        lastFrame = max(lastFrame, number)
    }
}
