public import Ground
public import Links

/// Decides what becomes of the reader's helper process: when to start it, trust it, kill it and give it up.
///
/// libnfc aborts its process on some replies and hangs on others (nfc.md 3.7), so it lives in a helper. One request
/// is outstanding at a time, and each has a watchdog. When the helper dies or hangs, a poll or an open is asked again
/// of a new helper after a short rest, which nobody notices; an exchange has failed, because the tag is no longer
/// selected. The third death within `deathsWithin`, or an outage of `outage`, is a fault of the rig. With these limits
/// a reader that is gone is reported less than five seconds after the request that met it.
public struct ChildSupervisor: Sendable {
    public enum Event: Hashable, Sendable {
        case request(ReaderRequest)
        /// The helper said something.
        case message(ChildMessage)
        /// The helper is no more; how it ended.
        case ended(String)
        /// The helper cannot be started at all: the port is missing, forbidden or taken.
        case refused(RigFault)
    }

    public enum Effect: Hashable, Sendable {
        case start
        case send(ChildMessage)
        /// Make an end of the helper at once; no `ended` follows.
        case kill
        /// Let the helper close the reader and end; no `ended` follows.
        case end
        case post(ReaderEvent)
        case fault(RigFault)
    }

    public struct Limits: Sendable {
        /// From the start of the helper to its `opened`; opening a reader that says nothing takes libnfc 1.4 s.
        public var start = Span.milliseconds(2500)
        public var poll = Span.milliseconds(1500)
        public var presence = Span.milliseconds(1500)
        /// What an exchange may take beyond its own limit.
        public var exchangeGrace = Span.milliseconds(1000)
        /// Before the second start, twice that before the third.
        public var rest = Span.milliseconds(150)
        public var outage = Span.milliseconds(3000)
        public var deaths = 3
        public var deathsWithin = Span.seconds(5)

        public init() {}
    }

    /// What waits while there is no helper to ask.
    private enum Pending: Equatable {
        case open
        case poll
    }

    private enum Phase: Equatable {
        case closed
        case starting(Pending?)
        case resting(Pending?)
        case ready
        case busy(ReaderRequest)
        case lost
    }

    /// The longest PN532 frame holds 264 octets, two of them its own; libnfc does not check.
    private static let commandSizes = 1...262

    private let port: String
    private let limits: Limits
    private var phase = Phase.closed
    private var deaths: [Instant] = []
    private var outageBegan: Instant?
    private var tagSelected = false
    /// When `advance` wants to be called.
    public private(set) var deadline: Instant?

    /// Supervises the helper for the reader at `port`, which is named in faults.
    public init(port: String, limits: Limits = Limits()) {
        self.port = port
        self.limits = limits
    }

    public mutating func receive(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .request(let request): receive(request, at: now)
        case .message(let message): receive(message, at: now)
        case .ended(let how): helperDied(how, effects: [], at: now)
        case .refused(let fault): lose(fault, effects: [])
        }
    }

    public mutating func advance(to now: Instant) -> [Effect] {
        guard let due = deadline, due <= now else { return [] }
        deadline = nil
        switch phase {
        case .closed, .lost, .ready: return []
        case .resting(let pending): return start(pending, at: now)
        case .starting: return helperDied("it did not open in time", effects: [.kill], at: now)
        case .busy: return helperDied("it did not answer in time", effects: [.kill], at: now)
        }
    }

    private mutating func receive(_ request: ReaderRequest, at now: Instant) -> [Effect] {
        if request == .close { return close() }
        switch (phase, request) {
        case (.lost, _), (.closed, .poll), (.closed, .exchange), (.closed, .checkPresence): return []
        case (.closed, .open): return start(.open, at: now)
        case (.starting(nil), .poll): phase = .starting(.poll)
        case (.resting(nil), .poll): phase = .resting(.poll)
        case (.starting(nil), .exchange), (.resting(nil), .exchange):
            return [.post(.exchangeFailed("the reader was started again and has no tag selected"))]
        case (.starting(nil), .checkPresence), (.resting(nil), .checkPresence): return [.post(.tagAbsent)]
        case (.ready, .poll): return ask(request, .poll, within: limits.poll, at: now)
        case (.ready, .exchange(let command, let span)):
            guard tagSelected else { return [.post(.exchangeFailed("no tag is selected"))] }
            guard ChildSupervisor.commandSizes.contains(command.count) else {
                return [.post(.exchangeFailed("a reader takes no command of \(command.count) octets"))]
            }
            let limit = max(span, .milliseconds(1)) + limits.exchangeGrace
            return ask(request, .exchange(command, within: span), within: limit, at: now)
        case (.ready, .checkPresence):
            guard tagSelected else { return [.post(.tagAbsent)] }
            return ask(request, .checkPresence, within: limits.presence, at: now)
        case (_, _):
            return lose(
                RigFault(
                    "the NFC reader was given a request before it had answered the one before",
                    remedy: "This is a defect of the rig; report it with the trace"),
                effects: [.kill])
        }
        return []
    }

    private mutating func receive(_ message: ChildMessage, at now: Instant) -> [Effect] {
        switch (phase, message) {
        case (.closed, _), (.lost, _), (.resting, _): return []
        case (.starting(let pending), .opened(let name)):
            outageBegan = nil
            deadline = nil
            phase = .ready
            switch pending {
            case .open: return [.post(.opened(name))]
            case .poll: return ask(.poll, .poll, within: limits.poll, at: now)
            case nil: return []
            }
        case (_, .failed(let text)): return helperDied(text, effects: [.kill], at: now)
        case (.busy(.poll), .tagFound(let tag)):
            tagSelected = true
            return answer(.tagFound(tag))
        case (.busy(.poll), .noTag):
            tagSelected = false
            return answer(.noTag)
        case (.busy(.exchange), .response(let bytes)): return answer(.response(bytes))
        case (.busy(.exchange), .exchangeFailed(let failure, let text)):
            if failure == .tagLost { tagSelected = false }
            return answer(.exchangeFailed(text))
        case (.busy(.checkPresence), .tagPresent): return answer(.tagPresent)
        case (.busy(.checkPresence), .tagAbsent):
            tagSelected = false
            return answer(.tagAbsent)
        case (_, _): return helperDied("it answered what was not asked", effects: [.kill], at: now)
        }
    }

    private mutating func ask(
        _ request: ReaderRequest, _ message: ChildMessage, within limit: Span, at now: Instant
    ) -> [Effect] {
        phase = .busy(request)
        deadline = now + limit
        return [.send(message)]
    }

    private mutating func answer(_ event: ReaderEvent) -> [Effect] {
        phase = .ready
        deadline = nil
        return [.post(event)]
    }

    private mutating func start(_ pending: Pending?, at now: Instant) -> [Effect] {
        phase = .starting(pending)
        tagSelected = false
        let limit = now + limits.start
        deadline = outageBegan.map { min(limit, $0 + limits.outage) } ?? limit
        return [.start]
    }

    private mutating func helperDied(_ how: String, effects: [Effect], at now: Instant) -> [Effect] {
        let pending: Pending?
        var answers: [Effect] = []
        switch phase {
        case .closed, .lost, .resting: return effects
        case .starting(let waiting): pending = waiting
        case .ready: pending = nil
        case .busy(.poll): pending = .poll
        case .busy(.exchange):
            pending = nil
            answers = [.post(.exchangeFailed("the reader failed during the exchange: \(how)"))]
        case .busy:
            pending = nil
            answers = [.post(.tagAbsent)]
        }
        tagSelected = false
        deaths = deaths.filter { now - $0 <= limits.deathsWithin } + [now]
        let began = outageBegan ?? now
        outageBegan = began
        guard deaths.count < limits.deaths, now - began < limits.outage else {
            return lose(
                RigFault(
                    "the NFC reader at \(port) is lost: \(how)",
                    remedy:
                        "Check its cable, its power and its switches, and that no other program such as pcscd uses it"),
                effects: effects)
        }
        phase = .resting(pending)
        deadline = now + limits.rest * deaths.count
        return effects + answers
    }

    private mutating func lose(_ fault: RigFault, effects: [Effect]) -> [Effect] {
        guard phase != .closed, phase != .lost else { return effects }
        phase = .lost
        deadline = nil
        return effects + [.fault(fault)]
    }

    private mutating func close() -> [Effect] {
        let hadHelper =
            switch phase {
            case .starting, .ready, .busy: true
            case .closed, .resting, .lost: false
            }
        phase = .closed
        deadline = nil
        deaths = []
        outageBegan = nil
        tagSelected = false
        return hadHelper ? [.end] : []
    }
}
