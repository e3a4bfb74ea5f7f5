public import Ground
public import Links
import Recordings

/// Plays a recorded phone against a live bench: sends its frames with its timing, and compares the answers by
/// meaning.
///
/// Each frame is sent after the recorded delay from the preceding item, once the accessory's answers recorded before
/// it have arrived. After the first difference nothing more is compared; the rest is sent as recorded as far as the
/// links are up, and at the end everything is stopped and closed.
public final class PhoneReplay {
    /// The speed of a replay and the time allowed for answers.
    public struct Pace: Hashable, Sendable {
        /// The divisor of the phone's recorded delays.
        public let speed: Double
        /// The time that an answer may take beyond the recorded time.
        public let patience: Lapse
        /// The same allowance for a person who moves accessories and tags.
        public let stagePatience: Lapse

        public init(speed: Double = 1, patience: Lapse = .seconds(2), stagePatience: Lapse? = nil) {
            self.speed = speed
            self.patience = patience
            self.stagePatience = stagePatience ?? patience
        }
    }

    /// The longest time by which an arrival may precede its place in the recording, as when two directions cross.
    static let earliness = Lapse.milliseconds(500)
    /// The span before a recording's end in which immediate consequences may be missing.
    static let tail = Lapse.seconds(1)
    /// The allowed shift of ranging rounds relative to the recording.
    static let phase = Lapse.milliseconds(250)
    /// The time that an answer is awaited beyond the recorded time once something has differed or the link is down.
    static let latePatience = Lapse.milliseconds(250)

    let script: PhoneScript
    let links: any LinkSet
    let pace: Pace
    var fields = FieldMap()
    var live = LiveFrames()
    var expected: ExpectedArrivals
    private var window: ScriptWindow
    var look: FieldPoll?
    var network: NetworkState
    /// The index of the first item that was neither sent, seen nor given up.
    var position = 0
    /// The instant at which the last item was finished.
    var lastInstant: Instant
    var outcome: PhoneReplayOutcome

    public init(_ script: PhoneScript, on links: any LinkSet, pace: Pace = Pace()) {
        self.script = script
        self.links = links
        self.pace = pace
        network = NetworkState(script.channels)
        fields.isOfCapture = script.isCapture
        expected = ExpectedArrivals(script)
        window = ScriptWindow(script)
        lastInstant = links.now
        outcome = PhoneReplayOutcome(itemsInAll: script.count)
    }

    /// Plays the script to its end, or to a fault of the rig. The links stay open and idle.
    public func play() -> PhoneReplayOutcome {
        while isGoingOn, let item = item(position) { playItem(item) }
        // The script is read from disk during playback, so items that are no longer there have not been played.
        outcome.isScriptLost = isGoingOn && position < script.count
        if isGoingOn { lingerAndCompare() }
        closeDown()
        return outcome
    }

    var isGoingOn: Bool { outcome.fault == nil && !outcome.isInterrupted }

    private func playItem(_ item: PhoneScript.Item) {
        switch item.content {
        case .answer(let inbound, let stream): attend(inbound, on: stream, item)
        case .send(let outbound):
            guard waitForTurn(of: item) else { return }
            if case .reader = outbound, !finishLook() { return }
            send(outbound, item)
            pass(at: links.now)
        case .look(let request, let pause, let span):
            guard waitForTurn(of: item), finishLook() else { return }
            let end = span.map { links.now + .seconds($0.seconds / pace.speed) }
            look = FieldPoll(request: request, pause: pause, isAwaited: true, next: links.now, end: end)
            transmit(.reader(request))
            pass(at: links.now)
        }
    }

    /// Moves past an item; the last one remains available.
    private func moveOn() {
        expected.forget(position)
        position += 1
        window.forget(before: position - 1)
    }

    /// The item at an index, read on demand; nil past the end.
    func item(_ index: Int) -> PhoneScript.Item? {
        while index >= window.end, readOn() {}
        return window.item(index)
    }

    private func readOn() -> Bool {
        let first = window.end
        guard window.readOn() else { return false }
        for index in first..<window.end {
            if case .answer(_, let stream)? = window.item(index)?.content { expected.expect(index, on: stream) }
        }
        return true
    }

    /// The next item due on an ordered stream, with its index; nil while something must be sent on its link first.
    func due(on stream: OrderedStream) -> (index: Int, item: PhoneScript.Item)? {
        while expected.next(on: stream) == nil, expected.isOwed(on: stream),
            window.lastSent(on: stream.link) <= position, readOn()
        {}
        guard let index = expected.next(on: stream), let item = window.item(index), item.cause <= position else {
            return nil
        }
        return (index, item)
    }

    /// The number of items searched ahead for those that one frame may have overtaken.
    private static let lookAhead = 16

    /// The indices of the next few items on an ordered stream.
    func upcoming(on stream: OrderedStream) -> ArraySlice<Int> {
        while window.end < position + Self.lookAhead, readOn() {}
        return expected.due(on: stream).prefix(Self.lookAhead)
    }

    /// The number of script items in memory.
    var itemsInMemory: Int { window.size }

    /// Completes an item and moves to the next one.
    private func pass(at instant: Instant) {
        lastInstant = max(lastInstant, instant)
        moveOn()
        outcome.itemsPlayed += 1
        matchWhatCameEarly()
    }

    /// The instant at which an item is due: the recorded delay after the item before it.
    private func due(_ item: PhoneScript.Item) -> Instant {
        lastInstant + .seconds(delay(of: item).seconds / pace.speed)
    }

    /// Waits until an item is due, and for the stream arrival that the recorded phone seems to have waited for, if
    /// any.
    private func waitForTurn(of item: PhoneScript.Item) -> Bool {
        let due = due(item)
        guard let trigger = item.trigger else { return wait(until: due, onlyIf: { true }) }
        let wanted = trigger.tally
        let isLacking = {
            let live = self.live.streams[trigger.stream] ?? PhoneScript.Tally()
            return live.count < wanted.count || live.countFull < wanted.countFull
        }
        return wait(until: due - Self.phase, onlyIf: { true })
            && wait(until: due + pace.patience, onlyIf: isLacking)
            && wait(until: links.now + trigger.delay, onlyIf: { true })
    }

    private func delay(of item: PhoneScript.Item) -> Lapse {
        guard let before = window.item(position - 1) else { return .zero }
        // Hostile instants would cause an endless wait.
        return min(max(.zero, item.instant - before.instant), ReplayMode.longestPause)
    }

    // MARK: Answers

    private func attend(_ inbound: Inbound, on stream: OrderedStream, _ item: PhoneScript.Item) {
        let index = position
        let began = lastInstant
        let limit = max(began + delay(of: item) + patience(on: stream), network.limits[stream] ?? .start)
        let isWaiting = { self.expected.instant(of: index) == nil }
        let isDown = { self.network.end(for: stream) != nil }
        guard wait(until: limit, onlyIf: { isWaiting() && !isDown() }) else { return }
        // On a link that is down, only arrivals that crossed with its end are still expected.
        let rest = min(limit, links.now + Self.latePatience)
        guard wait(until: rest, onlyIf: { isWaiting() && isDown() }),
            wait(until: limit, onlyIf: { isWaiting() && !isDown() })
        else { return }
        if let instant = expected.instant(of: index) {
            outcome.answersSeen += 1
            return pass(at: instant)
        }
        let kind: LiveDifference.Kind =
            network.end(for: stream).map { .differs($0, from: inbound, why: nil) }
            ?? .missing(inbound, waited: links.now - began)
        differ(kind, on: stream.link, at: item.number, isOfRig: stream.isOfRig)
        expected.giveUp(index, on: stream)
        lastInstant = max(lastInstant, links.now)
        moveOn()
    }

    private func patience(on stream: OrderedStream) -> Lapse {
        if stream.link == .stage { return pace.stagePatience }
        return outcome.difference == nil ? pace.patience : min(pace.patience, Self.latePatience)
    }

    // MARK: Sending

    private func send(_ outbound: Outbound, _ item: PhoneScript.Item) {
        guard network.canSend(outbound) else {
            if !outbound.frame.isClosing { differ(.unsendable(outbound), on: outbound.link, at: item.number) }
            return
        }
        transmit(fields.outbound(outbound))
    }

    func transmit(_ outbound: Outbound) {
        live.count += 1
        network.sent(outbound, at: links.now)
        if outbound == .kit(.open) { live.reopenKit() }
        _ = links.send(outbound)
    }

    /// Records the first difference; `number` is that of the recorded frame concerned, if any.
    func differ(_ kind: LiveDifference.Kind, on link: LinkID, at number: Int?, isOfRig: Bool = false) {
        guard outcome.difference == nil, !isOver(number) else { return }
        outcome.difference = LiveDifference(
            kind, on: link, frame: number ?? lastNumber, at: links.now, liveFrame: live.count, isOfRig: isOfRig)
    }

    /// Whether the recorded run had failed by then, so that later arrivals do not matter.
    private func isOver(_ number: Int?) -> Bool {
        guard let decided = script.decided else { return false }
        if let number { return number > decided.number }
        return recordedNow > decided.instant
    }

    /// The recorded instant that corresponds to this replay's progress.
    var recordedNow: Instant {
        guard let last = window.item(position - 1) else { return .start }
        let played = Lapse.seconds((links.now - lastInstant).seconds * pace.speed)
        return last.instant + played
    }

    /// Whether an answer is awaited. While it may still come, early arrivals are not reported.
    var isAttending: Bool {
        guard case .answer? = item(position)?.content else { return false }
        return expected.instant(of: position) == nil
    }

    /// The number of the last finished recorded frame.
    var lastNumber: Int { window.item(position - 1)?.number ?? 0 }
}
