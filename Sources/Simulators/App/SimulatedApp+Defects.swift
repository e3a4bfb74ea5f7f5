import ApplicationServices
import Ground

/// The effects of an app's defects on its input and output.
extension SimulatedApp {
    /// The number of moves it skips after the background; negative for those it repeats.
    var skip: Int {
        if has(.losesFramesInBackground) { return 1 }
        if has(.doublesFrames) { return -1 }
        return has(.restartsActivity) ? -game.lastSent : 0
    }

    /// Returns one control message as altered by its defects.
    mutating func send(_ bytes: [UInt8], on id: TransportID) -> [AppRequest] {
        guard !has(.neverAnswers) else { return [] }
        var stream = ControlStream()
        var messages: [ControlMessage] = []
        try? stream.receive(bytes, into: &messages)
        switch messages.first {
        case .granted(let token)?: tokens.insert(token)
        case .prompting? where has(.readyBeforeConsent): return []
        case .aborted? where has(.endsWithoutReason): return []
        case .hello? where has(.neverTakes): return []
        case .hello? where has(.grantsBeforeListening) && readyCount == 0:
            return [.send(id, ControlMessage.parked.encoded)]
        case .hello? where has(.sendsBeforeHello):
            let early = ServiceFrame(type: ScreenGame.move, payload: Array("1".utf8)).encoded
            return ControlMessage.data(of: early).map { .send(id, $0.encoded) } + [.send(id, bytes)]
        case .data(let data)? where has(.bigEndianFrames) && data.count >= ServiceFrame.headerSize:
            let header = Array(data[..<4].reversed()) + Array(data[4..<8].reversed())
            return [.send(id, ControlMessage.data(header + data[8...]).encoded)]
        default: break
        }
        return [.send(id, bytes)]
    }

    /// Whether a screen presents a token that the app has forgotten.
    mutating func showsStale(_ bytes: [UInt8], on id: TransportID) -> Bool {
        guard !stale.isEmpty else { return false }
        var messages: [ControlMessage] = []
        try? heard[id, default: ControlStream()].receive(bytes, into: &messages)
        return messages.contains { if case .connect(let token, _) = $0 { stale.contains(token) } else { false } }
    }

    /// Returns a screen's bytes as altered by its defects.
    mutating func reread(_ bytes: [UInt8], on id: TransportID) -> [UInt8] {
        guard has(.ignoresParameters) || has(.keepsHalfFrame) else { return bytes }
        var messages: [ControlMessage] = []
        try? heard[id, default: ControlStream()].receive(bytes, into: &messages)
        var told: [UInt8] = []
        for message in messages {
            switch message {
            case .invite(_, _, let digest):
                invited = digest
                told += message.encoded
            case .connect(let token, let digest) where has(.ignoresParameters):
                told += ControlMessage.connect(token, invited ?? digest).encoded
            case .data(let data) where has(.keepsHalfFrame):
                told += ControlMessage.data(of: readOn(data, on: id)).flatMap(\.encoded)
            default: told += message.encoded
            }
        }
        return told
    }

    /// Puts the rest of the last connection's bytes before those of the new one.
    private mutating func readOn(_ data: [UInt8], on id: TransportID) -> [UInt8] {
        let isFirst = half?.transport != id
        let left = half?.bytes ?? []
        var rest = left + data
        while rest.count >= ServiceFrame.headerSize {
            let length = rest[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
            guard rest.count >= ServiceFrame.headerSize + length else { break }
            rest.removeFirst(ServiceFrame.headerSize + length)
        }
        half = (id, rest)
        return isFirst ? left + data : data
    }

    /// Refuses parked connections, whose tokens belong to the old listener.
    mutating func refuseParked(at now: Instant) -> [AppRequest] {
        stale = tokens
        return parked.flatMap { refuse($0, at: now) }
    }

    mutating func refuse(_ id: TransportID, at now: Instant) -> [AppRequest] {
        let refusal = ControlMessage.refused(ServiceRefusal(.unknownToken)).encoded
        _ = ended(id, .reset, at: now)
        return [.send(id, refusal), .close(id, .orderly)]
    }
}
