import ApplicationServices
import Ground

/// The effects of a simulated screen's defects.
extension SimulatedScreen {
    /// Returns a device as the picker sees it.
    func seen(_ device: CompanionDevice) -> CompanionDevice {
        guard build.has(.comparesIdentifierLoosely), let service = sought?.service else { return device }
        let record = device.record
        let services = record.services.map { $0.isNearMiss(of: service) ? service : $0 }
        return CompanionDevice(
            device.name,
            AgentRecord(platform: record.platform, services: services, pin: record.pin, others: record.others))
    }

    /// Whether its picker notices devices.
    func isLooking(at now: Instant) -> Bool {
        guard build.has(.stopsLooking), let openedAt else { return true }
        return now - openedAt <= Self.lookingTime
    }

    /// Whether a frame is omitted instead of sent.
    func leavesOut(_ frame: ServiceFrame) -> Bool {
        build.has(.losesLargeFrames) && frame.payload.count > Self.largestFrame
    }

    /// Returns a number as a payload.
    func text(_ number: Int) -> [UInt8] {
        guard build.has(.sendsOddUTF16) else { return Array("\(number)".utf8) }
        var bytes: [UInt8] = []
        for unit in "\u{FEFF}\(number)".utf16 { bytes.append(little: unit) }
        return bytes.dropLast()
    }

    /// Connects to the picked endpoint.
    mutating func connect(to endpoint: ServiceEndpoint, at now: Instant) -> [ScreenRequest] {
        var wishes = tell(.connect(endpoint), at: now)
        if build.has(.connectsTwiceAtOnce) { wishes += tell(.connect(endpoint), at: now) }
        guard build.has(.connectsByEachInterface), let chosen else { return wishes }
        for _ in 1..<max(interfaceCounts[chosen] ?? 1, 1) { wishes += tell(.connect(endpoint), at: now) }
        return wishes
    }

    /// Reacts to ECONNABORTED.
    mutating func aborted(at now: Instant) -> [ScreenRequest] {
        if build.has(.asksToGoOn) {
            asksToGoOn = true
            return goOn(at: now)
        }
        if build.has(.opensPickerAgain) {
            wanted = chosen
            return openPicker(at: now)
        }
        guard build.has(.connectsTwice), let endpoint else { return [] }
        return tell(.connect(endpoint), at: now)
    }

    /// Reconnects once the app has asked and its user has agreed.
    mutating func goOn(at now: Instant) -> [ScreenRequest] {
        guard asksToGoOn, mayGoOn, let endpoint else { return [] }
        (asksToGoOn, mayGoOn) = (false, false)
        return tell(.connect(endpoint), at: now)
    }

    /// Changes the game as if the app had lost or invented moves while its companion was away.
    mutating func changeGame() {
        if build.has(.forgetsActivity) { game.last = 0 }
        if build.has(.losesMoveAcrossBackground) { game.last += 1 }
    }

    // MARK: What is sent

    /// Returns one control message as altered by the app's defects.
    mutating func send(_ bytes: [UInt8], on id: TransportID) -> [ScreenRequest] {
        var stream = ControlStream()
        var messages: [ControlMessage] = []
        try? stream.receive(bytes, into: &messages)
        guard let message = messages.first else { return [.send(id, bytes)] }
        switch message {
        case .invite: return [.send(id, bytes)] + echo(bytes, of: id)
        case .connect(let token, let digest):
            connectCount += 1
            let shown = ControlMessage.connect(changed(token), digest)
            guard build.has(.sendsBeforeReady) else { return [.send(id, shown.encoded)] }
            let early = ServiceFrame(type: ScreenGame.resumption, payload: text(game.last)).encoded
            return [.send(id, shown.encoded)] + ControlMessage.data(of: early).map { .send(id, $0.encoded) }
        case .data(let data) where build.has(.bigEndianFrames) && data.count >= ServiceFrame.headerSize:
            let header = Array(data[..<4].reversed()) + Array(data[4..<8].reversed())
            return [.send(id, ControlMessage.data(header + data[8...]).encoded)]
        case .data, .prompting, .denied, .notInstalled, .noListener, .granted, .parked, .hello, .aborted, .busy,
            .refused:
            return [.send(id, bytes)]
        }
    }

    private func changed(_ token: ServiceToken) -> ServiceToken {
        if build.has(.forgetsToken), connectCount > 1 { return ServiceToken(rawValue: 0) }
        return build.has(.reusesStaleToken) ? firstToken ?? token : token
    }

    private mutating func echo(_ bytes: [UInt8], of id: TransportID) -> [ScreenRequest] {
        guard build.has(.invitesTwice), let device = transports.first(where: { $0.id == id })?.device else { return [] }
        echoCount += 1
        let own = TransportID(Self.ownTransports + echoCount)
        echoes.append((own, bytes))
        return [.open(own, device: device)]
    }

    // MARK: Half a frame

    /// Keeps the bytes after the last complete frame.
    mutating func remember(_ bytes: [UInt8], on id: TransportID) {
        guard let place = transports.firstIndex(where: { $0.id == id }) else { return }
        var messages: [ControlMessage] = []
        try? transports[place].stream.receive(bytes, into: &messages)
        for case .data(let data) in messages { half += data }
        while half.count >= ServiceFrame.headerSize {
            let length = half[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
            guard half.count >= ServiceFrame.headerSize + length else { return }
            half.removeFirst(ServiceFrame.headerSize + length)
        }
    }

    /// Puts the rest of the last connection's bytes before those of the new one.
    mutating func readOn(at now: Instant) -> [ScreenRequest] {
        guard build.has(.keepsHalfFrame), !half.isEmpty, let id = transports.last?.id else { return [] }
        let bytes = ControlMessage.data(of: half).flatMap(\.encoded)
        return tell(.received(id, bytes), at: now)
    }
}
