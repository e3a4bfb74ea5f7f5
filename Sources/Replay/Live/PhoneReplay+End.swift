import Ground
import Links
import UCI
import Wording

extension PhoneReplay {
    /// How long a stopped accessory or kit may take to say so, and a link to end.
    private static let stopLimit = Span.milliseconds(500)
    private static let hangUpLimit = Span.seconds(2)
    /// How often something must have come again to be called a stream.
    private static let leastOften = 3

    /// Hears what still comes before the recording's end, and then compares what came again and again.
    func lingerAndCompare() {
        let rest = min(
            max(.zero, script.end - (script.lastItem ?? script.end)), ReplayMode.longestPause)
        let limit = lastInstant + .seconds(rest.seconds / pace.speed)
        guard wait(until: limit, onlyIf: { true }) else { return }
        if let stream = expected.waitingStreams.first, let early = expected.first(on: stream) {
            differ(.unrecorded(early.inbound), on: stream.link, at: nil)
        }
        for (stream, tally, item) in script.recordedStreams {
            if let text = Self.contrast(stream, tally, streams[stream] ?? PhoneScript.Tally()) {
                differ(.stream(text.description), on: stream.link, at: item > 0 ? item : nil)
            }
        }
        for (stream, live, _) in streams.inOrder where script.tally(of: stream) == nil {
            if let text = Self.contrast(stream, PhoneScript.Tally(), live) {
                differ(.stream(text.description), on: stream.link, at: nil)
            }
        }
        // What comes beyond the recording's end is not compared, but whoever judges it must be through by then.
        drain(until: Self.earliness) { true }
    }

    /// What is there in one run and not in the other; nil where both have it. How much of it there is, is chance.
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

    /// Stops accessories and kit and ends the links, where the recording has not done so.
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
            case .kit, .reader, .console, .stage, .discovery: break
            }
        }
        for name in network.published { transmit(.discovery(.withdraw(name))) }
        drain(until: Self.hangUpLimit) { !self.network.connected.isEmpty }
    }

    /// Lets things arrive for a while; nothing of it is compared.
    private func drain(until span: Span, while isWaiting: () -> Bool) {
        let limit = links.now + span
        while isWaiting(), links.now < limit, fault == nil {
            switch links.receive(until: limit) {
            case .arrival(let arrival): note(arrival)
            case .deadline: return
            case .stoodStill: break
            case .interrupted: isInterrupted = true
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
