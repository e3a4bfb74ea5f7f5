import Ground
import Links
import UWB
import Wording

extension PhoneReplay {
    /// The time that a stopped accessory or kit has to confirm, and that a link has to end.
    private static let stopLimit = Lapse.milliseconds(500)
    private static let hangUpLimit = Lapse.seconds(2)
    /// The least number of occurrences that counts as a stream.
    private static let leastOften = 3

    /// Receives what arrives before the recording's end, then compares the streams.
    func lingerAndCompare() {
        let rest = min(
            max(.zero, script.end - (script.lastItem ?? script.end)), ReplayMode.longestPause)
        let limit = lastInstant + .seconds(rest.seconds / pace.speed)
        guard wait(until: limit, onlyIf: { true }) else { return }
        if let stream = expected.waitingStreams.first, let early = expected.first(on: stream) {
            differ(unrecorded: early.inbound, on: stream)
        }
        for (stream, tally, item) in script.recordedStreams {
            if let text = Self.contrast(stream, tally, live.streams[stream] ?? PhoneScript.Tally()) {
                differ(.stream(text.description), on: stream.link, at: item > 0 ? item : nil)
            }
        }
        for (stream, tally, _) in live.streams.inOrder where script.tally(of: stream) == nil {
            if let text = Self.contrast(stream, PhoneScript.Tally(), tally) {
                differ(.stream(text.description), on: stream.link, at: nil)
            }
        }
        // Arrivals after the recording's end are not compared, but the judge must have finished by then.
        drain(until: Self.earliness) { true }
    }

    /// Reports a stream that only one run has; nil if both have it. The amount varies and is not compared.
    private static func contrast(
        _ stream: Stream, _ then: PhoneScript.Tally, _ now: PhoneScript.Tally
    ) -> Sentence? {
        switch stream {
        case .console: nil
        case .notices(_, let handle):
            contrast(.notifications(of: handle), then.count, now.count)
        case .rounds(let session):
            contrast(.fullRounds(of: session), then.countFull, now.countFull)
        }
    }

    private static func contrast(_ what: Sentence, _ then: Int, _ now: Int) -> Sentence? {
        if then >= leastOften, now == 0 { return .none(of: what, recorded: then) }
        if then == 0, now >= leastOften { return .unrecorded(what, now) }
        return nil
    }

    // MARK: Closing down

    /// Stops accessories and kit and ends the links, unless the recording has done so.
    func closeDown() {
        look = nil
        drain(until: Self.hangUpLimit) { self.network.isReaderBusy }
        let stops = network.stops
        for stop in stops where network.connected.contains(stop.link) { transmit(stop) }
        if !stops.isEmpty { drain(until: Self.stopLimit) { true } }
        for token in network.sessions {
            for command in [UCICommand.stop(token), .sessionDeinit(token)] {
                let before = network.kitAnswers
                transmit(.kit(.bytes(command.packet.encoded)))
                drain(until: Self.stopLimit) { self.network.kitAnswers == before }
            }
        }
        if network.isKitOpen { transmit(.kit(.close)) }
        if network.isReaderOpen { transmit(.reader(.close)) }
        for link in network.connected {
            switch link {
            case .bluetooth(let name): transmit(.bluetooth(name, .disconnect))
            case .stream(let stream): transmit(.stream(stream, .close))
            case .kit, .reader, .tag, .console, .stage, .discovery: break
            }
        }
        for name in network.published { transmit(.discovery(.withdraw(name))) }
        drain(until: Self.hangUpLimit) { !self.network.connected.isEmpty }
    }

    /// Receives arrivals for a while without comparing them.
    private func drain(until span: Lapse, while isWaiting: () -> Bool) {
        let limit = links.now + span
        while isWaiting(), links.now < limit, outcome.fault == nil {
            switch links.receive(until: limit) {
            case .arrival(let arrival): note(arrival)
            case .deadline: return
            case .stoodStill: break
            case .interrupted: outcome.isInterrupted = true
            }
        }
    }
}

extension Stream {
    var link: LinkID {
        switch self {
        case .rounds: .kit
        case .console(let name): .console(name)
        case .notices(let name, _): .bluetooth(name)
        }
    }
}
