public import Ground
public import Links

/// Decides when to start, trust, kill and give up the reader's helper process.
///
/// libnfc aborts its process on some replies and hangs on others (nfc.md 3.7), so it runs in a helper. One request is
/// outstanding at a time, and each has a watchdog. A failed first open is retried after a short rest; the third
/// failure, an outage of `outage`, or a missing port is a fault of the rig, reported less than five seconds after the
/// request. A reader that was open and whose helper then dies or hangs is `lost`, whatever the request; each
/// subsequent `open` tries once to recover it.
public struct ChildSupervisor: Sendable {
    public enum Event: Hashable, Sendable {
        case request(ReaderRequest)
        /// The helper sent a message.
        case message(ChildMessage)
        /// The helper ended; carries how.
        case ended(String)
        /// The helper cannot be started at all: the port is missing, forbidden or taken.
        case refused(RigFault)
    }

    public enum Effect: Hashable, Sendable {
        case start
        case send(ChildMessage)
        /// Kill the helper immediately; no `ended` follows.
        case kill
        /// Let the helper close the reader and exit; no `ended` follows.
        case end
        case post(ReaderEvent)
        case fault(RigFault)
    }

    public struct Limits: Sendable {
        /// The time from the helper's start to its `opened`; libnfc takes 1.4 s to open a silent reader.
        public var start = Lapse.milliseconds(2500)
        /// The time limits for poll and presence check; a silent reader is detected after 1.1 s and 1.4 s,
        /// respectively.
        public var poll = Lapse.milliseconds(1800)
        public var presence = Lapse.milliseconds(1800)
        /// The time an exchange may take beyond its own limit.
        public var exchangeGrace = Lapse.milliseconds(1000)
        /// The pause before the second try of the first open, doubled before the third.
        public var rest = Lapse.milliseconds(150)
        public var outage = Lapse.milliseconds(3000)
        public var tries = 3

        public init() {}
    }

    private enum Phase: Equatable {
        case closed
        /// The first open: the number of the try, and the instant at which the first one began.
        case opening(Int, since: Instant)
        case resting(Int, since: Instant)
        case ready
        case busy(ReaderRequest)
        /// The reader was open before.
        case lost
        case reopening
        /// A fault was reported.
        case failed
    }

    /// The longest PN532 frame has 264 octets, two of them its own; libnfc does not check.
    private static let commandSizes = 1...262

    private let port: String
    private let limits: Limits
    /// The query for the machine's known obstacles to a reader; called only to explain a failure.
    private let obstacles: @Sendable () -> ReaderObstacles
    private var phase = Phase.closed
    private var tagSelected = false
    /// The next instant at which `advance` must be called.
    public private(set) var deadline: Instant?

    /// Creates a supervisor of the helper for the reader at `port`, which is named in faults.
    public init(
        port: String, limits: Limits = Limits(),
        obstacles: @escaping @Sendable () -> ReaderObstacles = { ReaderObstacles() }
    ) {
        self.port = port
        self.limits = limits
        self.obstacles = obstacles
    }

    public mutating func receive(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .request(let request): receive(request, at: now)
        case .message(let message): receive(message, at: now)
        case .ended(let how): helperDied(how, effects: [], at: now)
        case .refused(let fault): portRefused(fault)
        }
    }

    public mutating func advance(to now: Instant) -> [Effect] {
        guard let due = deadline, due <= now else { return [] }
        deadline = nil
        switch phase {
        case .closed, .lost, .failed, .ready: return []
        case .resting(let tries, let began): return start(.opening(tries + 1, since: began), at: now)
        case .opening, .reopening: return helperDied("it did not open in time", effects: [.kill], at: now)
        case .busy: return helperDied("it did not answer in time", effects: [.kill], at: now)
        }
    }

    private mutating func receive(_ request: ReaderRequest, at now: Instant) -> [Effect] {
        if request == .close { return close() }
        switch (phase, request) {
        case (.closed, .open): return start(.opening(1, since: now), at: now)
        case (.lost, .open): return start(.reopening, at: now)
        // A request sent before the loss was known is answered by the report of the loss.
        case (.lost, _), (.failed, _), (.closed, _): return []
        case (.ready, .poll): return ask(request, .poll, within: limits.poll, at: now)
        case (.ready, .exchange(let command, let span)):
            guard tagSelected else { return [.post(.exchangeFailed("no tag is selected"))] }
            guard ChildSupervisor.commandSizes.contains(command.count) else {
                return [.post(.readerFailed("a reader takes no command of \(command.count) octets"))]
            }
            let limit = max(span, .milliseconds(1)) + limits.exchangeGrace
            return ask(request, .exchange(command, within: span), within: limit, at: now)
        case (.ready, .checkPresence):
            guard tagSelected else { return [.post(.tagAbsent)] }
            return ask(request, .checkPresence, within: limits.presence, at: now)
        case (.ready, .open), (.ready, .close), (.opening, _), (.resting, _), (.reopening, _), (.busy, _):
            return fail(
                RigFault(
                    "the NFC reader was given a request before it had answered the one before",
                    remedy: "This is a defect of the rig; report it with the trace"),
                effects: [.kill])
        }
    }

    private mutating func receive(_ message: ChildMessage, at now: Instant) -> [Effect] {
        switch (phase, message) {
        case (.closed, _), (.lost, _), (.failed, _), (.resting, _): return []
        case (.opening, .opened(let name)), (.reopening, .opened(let name)): return answer(.opened(name))
        case (_, .failed(let text)): return helperDied(text, effects: [.kill], at: now)
        case (.busy(.poll), .tagFound(let tag)):
            tagSelected = true
            return answer(.tagFound(tag))
        case (.busy(.poll), .tagsFound(let tags)):
            tagSelected = true
            return answer(.tagsFound(tags))
        case (.busy(.poll), .noTag):
            tagSelected = false
            return answer(.noTag)
        case (.busy(.exchange), .response(let bytes)): return answer(.response(bytes))
        case (.busy(.exchange), .exchangeFailed(let failure, let text)):
            if failure == .tagLost { tagSelected = false }
            return answer(failure.isOfReader ? .readerFailed(text) : .exchangeFailed(text))
        case (.busy(.checkPresence), .tagPresent): return answer(.tagPresent)
        case (.busy(.checkPresence), .tagAbsent):
            tagSelected = false
            return answer(.tagAbsent)
        case (_, _): return helperDied("it sent an unsolicited answer", effects: [.kill], at: now)
        }
    }

    private mutating func ask(
        _ request: ReaderRequest, _ message: ChildMessage, within limit: Lapse, at now: Instant
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

    private mutating func start(_ phase: Phase, at now: Instant) -> [Effect] {
        self.phase = phase
        tagSelected = false
        deadline = now + limits.start
        if case .opening(_, let began) = phase, began < now {
            deadline = min(now + limits.start, began + limits.outage)
        }
        return [.start]
    }

    private mutating func helperDied(_ how: String, effects: [Effect], at now: Instant) -> [Effect] {
        tagSelected = false
        deadline = nil
        switch phase {
        case .closed, .lost, .failed, .resting: return effects
        case .opening(let tries, let began):
            guard tries < limits.tries, now - began < limits.outage else {
                return fail(ReaderFaults.unopened(port, how, obstacles()), effects: effects)
            }
            phase = .resting(tries, since: began)
            deadline = now + limits.rest * tries
            return effects
        case .ready, .busy, .reopening:
            phase = .lost
            return effects + [.post(.lost(how))]
        }
    }

    private mutating func portRefused(_ fault: RigFault) -> [Effect] {
        guard phase == .reopening else { return fail(fault, effects: []) }
        phase = .lost
        deadline = nil
        return [.post(.lost(fault.what))]
    }

    private mutating func fail(_ fault: RigFault, effects: [Effect]) -> [Effect] {
        guard phase != .closed, phase != .failed else { return effects }
        phase = .failed
        deadline = nil
        return effects + [.fault(fault)]
    }

    private mutating func close() -> [Effect] {
        let hadHelper =
            switch phase {
            case .opening, .reopening, .ready, .busy: true
            case .closed, .resting, .lost, .failed: false
            }
        phase = .closed
        deadline = nil
        tagSelected = false
        return hadHelper ? [.end] : []
    }
}
