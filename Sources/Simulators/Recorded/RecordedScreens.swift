import ApplicationServices
public import Ground
public import Links

/// A bench in virtual time on which recorded screens repeat their acts when our phone repeats the recorded phone's
/// acts.
///
/// Events on one connection keep their order. A token drawn by our phone replaces the recorded one. Everything the
/// phone sends to the screens is compared with the recorded phone's output, in order, link by link.
public final class RecordedScreens: LinkSet {
    /// A future event, with the earliest time at which it occurs.
    private struct Due {
        let inbound: Inbound
        let instant: Instant
        let place: Int
    }

    public private(set) var now = Instant.start
    /// The first difference; nil if there is none.
    public private(set) var difference: ScreenDifference?
    /// The number of equal messages and requests.
    public private(set) var compared = 0
    private let recording: ScreenRecording
    /// The end of the comparison, as an instant of the recording.
    private let end: Instant
    private let isWhole: Bool
    private var pieces: [LinkID: MessagePieces] = [:]
    private var counts: [LinkID: Int] = [:]
    private var dues: [Due] = []
    /// The number of events on each link.
    private var delivered: [LinkID: Int] = [:]
    /// The live tokens for recorded ones.
    private var tokens: [UInt64: ServiceToken] = [:]

    /// Creates the bench. Nothing is compared after `end`; nil for a recording that extends to the end of its run.
    public init(_ recording: ScreenRecording, until end: Instant? = nil) {
        self.recording = recording
        self.end = end ?? .never
        isWhole = end == nil
        begin(.beginning)
    }

    public func send(_ outbound: Outbound) -> Instant {
        for unit in ScreenRecording.units(of: outbound, &pieces) {
            let number = (counts[unit.link] ?? 0) + 1
            counts[unit.link] = number
            if unit.link != .stage { compare(unit, number) }
            begin(ScreenRecording.Cue(link: unit.link, number: number))
        }
        return now
    }

    public func receive(until deadline: Instant) -> Reception {
        guard let place = next, dues[place].instant <= deadline else {
            if deadline != .never { now = max(now, deadline) }
            return .deadline
        }
        let due = dues.remove(at: place)
        now = max(now, due.instant)
        delivered[due.inbound.link] = due.place + 1
        return .arrival(Arrival(substituted(due.inbound), at: now))
    }

    public func prove(_ link: LinkID) -> RigFault? { nil }
    public func close() { dues = [] }

    /// Ends the run: anything the phone has not sent by now is missing.
    public func finish() {
        guard difference == nil else { return }
        let missing = recording.sendings.compactMap { link, list -> ScreenRecording.Sending? in
            let count = counts[link] ?? 0
            return count < list.count && list[count].instant <= end ? list[count] : nil
        }
        guard let first = missing.min(by: { $0.frame < $1.frame }) else { return }
        difference = ScreenDifference(now: nil, then: first.outbound, frame: first.frame, instant: now)
    }

    private func begin(_ cue: ScreenRecording.Cue) {
        for act in recording.acts[cue] ?? [] {
            dues.append(Due(inbound: act.inbound, instant: now + max(act.delay, .zero), place: act.place))
        }
    }

    /// The next event, among those that are next on their links.
    private var next: Int? {
        let open = dues.indices.filter { dues[$0].place == delivered[dues[$0].inbound.link] ?? 0 }
        return open.min { (dues[$0].instant, $0) < (dues[$1].instant, $1) }
    }

    // MARK: Comparing

    private func compare(_ unit: Outbound, _ number: Int) {
        let list = recording.sendings[unit.link] ?? []
        guard difference == nil else { return }
        guard number <= list.count else {
            if isWhole { differ(unit, nil, list.last?.frame ?? 0) }
            return
        }
        let recorded = list[number - 1]
        guard recorded.instant <= end else { return }
        if unit != recorded.outbound, !stands(unit, for: recorded.outbound) {
            return differ(unit, recorded.outbound, recorded.frame)
        }
        compared += 1
    }

    private func differ(_ now: Outbound, _ then: Outbound?, _ frame: Int) {
        difference = ScreenDifference(now: now, then: then, frame: frame, instant: self.now)
    }

    /// Whether both grant a connection: the token is drawn at random.
    private func stands(_ live: Outbound, for recorded: Outbound) -> Bool {
        guard case .granted(let now)? = Self.message(in: live.streamBytes),
            case .granted(let then)? = Self.message(in: recorded.streamBytes)
        else { return false }
        tokens[then.rawValue] = now
        return true
    }

    private func substituted(_ inbound: Inbound) -> Inbound {
        guard !tokens.isEmpty, case .stream(let stream, .bytes(let bytes)) = inbound,
            case .connect(let token, let digest)? = Self.message(in: bytes), let live = tokens[token.rawValue]
        else { return inbound }
        return .stream(stream, .bytes(ControlMessage.connect(live, digest).encoded))
    }

    private static func message(in bytes: [UInt8]?) -> ControlMessage? {
        guard let bytes else { return nil }
        var (stream, messages) = (ControlStream(), [ControlMessage]())
        guard (try? stream.receive(bytes, into: &messages)) != nil, stream.isBetween, messages.count == 1 else {
            return nil
        }
        return messages[0]
    }
}

extension Outbound {
    fileprivate var streamBytes: [UInt8]? { if case .stream(_, .bytes(let bytes)) = self { bytes } else { nil } }
}
