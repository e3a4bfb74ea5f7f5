public import ApplicationServices
public import Ground
public import Vocabulary

/// An app on a screen, with its user and its system's picker, as `ServiceScreen` plays them.
///
/// It connects to the chosen companion immediately, and a second time after ECONNABORTED. The app plays a
/// `ScreenGame`.
public struct SimulatedScreen: Sendable {
    struct Transport: Sendable {
        let id: TransportID
        let device: String
        /// The agent's messages, as far as `keepsHalfFrame` needs them.
        var stream = ControlStream()
    }

    /// Frames that the app sends unprompted.
    struct Series: Sendable {
        let frame: ServiceFrame
        let apart: Lapse
        var left: Int
        var due: Instant
    }

    /// The time from an answer to the invitation that a defect repeats.
    static let retryDelay = Lapse.seconds(1)
    /// The time that a defect allows the companion's user to answer.
    static let personPatience = Lapse.seconds(10)
    /// The time that a defect looks for devices, and the largest frame that another one sends.
    static let lookingTime = Lapse.seconds(2)
    static let largestFrame = 4_096
    /// The first number of a defect's own transports.
    static let ownTransports = 1_000_000

    let build: ScreenBuild
    var screen: ServiceScreen
    var game = ScreenGame()
    /// All devices ever found, with their latest records: certificates are compared with them.
    var known: [CompanionDevice] = []
    /// The number of interfaces that reach each of them; one if absent.
    var interfaceCounts: [String: Int] = [:]
    var transports: [Transport] = []
    var series: [Series] = []
    /// The parameters of the last picker, and the device to choose, or chosen.
    var sought: (service: ServiceIdentifier, platforms: [CompanionPlatform])?
    var wanted: String?
    var chosen: String?
    var offered: [CompanionDevice] = []
    var endpoint: ServiceEndpoint?
    var firstToken: ServiceToken?
    /// The number of connections to the endpoint that became ready, and of those that presented its token.
    var readyCount = 0
    var connectCount = 0
    var retry: Instant?
    /// The time at which the picker was last opened.
    var openedAt: Instant?
    /// The deadline of the companion's user's answer, with `givesUpThePerson`.
    var patience: Instant?
    /// The bytes sent over additional transports, with `invitesTwice`.
    var echoes: [(id: TransportID, bytes: [UInt8])] = []
    var echoCount = 0
    /// Application bytes after the last complete frame, with `keepsHalfFrame`.
    var half: [UInt8] = []
    /// Whether the app is asking, and whether its user will agree, with `asksToGoOn`.
    var asksToGoOn = false
    var mayGoOn = false
    /// Whether it sent half a frame on this connection: bytes after it would be read as its rest.
    private var hasLeftHalf = false
    /// The transports of a probe, on which it presents no certificate.
    private var bare: Set<TransportID> = []

    public init(_ build: ScreenBuild) {
        self.build = build
        screen = ServiceScreen(policy: build.policy)
    }

    /// Whether it accepts every certificate, and on which transports it presents none.
    public var trustsAnyPin: Bool { build.has(.trustsAnyPin) }
    public func showsNoCertificate(on id: TransportID) -> Bool { build.has(.showsNoCertificate) || bare.contains(id) }
    /// Whether it uses only IPv4 addresses.
    public var ignoresIPv6: Bool { build.has(.ignoresIPv6) }

    /// The time at which `advance` has something to do.
    public var deadline: Instant? {
        ([screen.deadline, retry, patience] + series.map(\.due)).compactMap(\.self).min()
    }

    /// Performs an act of its user, or of the app on the user's behalf.
    public mutating func perform(_ act: ScreenAct, at now: Instant) -> [ScreenRequest] {
        switch act {
        case .openPicker(let service, let platforms):
            sought = (service, platforms)
            wanted = nil
            return [.print("picker opened for \(service)".escapedForDisplay)] + openPicker(at: now)
        case .pick(let name):
            wanted = name
            return choose(at: now)
        case .leavePicker:
            (wanted, retry) = (nil, nil)
            return build.has(.ignoresLeaving) ? [] : tell(.picker(.dismiss), at: now)
        case .cancel: return tell(.cancel, at: now)
        case .goOn:
            mayGoOn = build.has(.asksToGoOn)
            return goOn(at: now)
        case .send(let type, let payload, let times, let apart):
            guard times > 0 else { return [] }
            series.append(
                Series(frame: ServiceFrame(type: type, payload: payload), apart: apart, left: times, due: now))
            return sendSeries(at: now)
        }
    }

    /// Probes the phone.
    public mutating func perform(_ probe: ScreenProbe, at now: Instant) -> [ScreenRequest] {
        switch probe {
        case .halfFrame:
            hasLeftHalf = true
            // One of the five bytes of its payload.
            let frame = ServiceFrame(type: ScreenGame.resumption, payload: Array("99999".utf8)).encoded
            return tell(.sendBytes(Array(frame.prefix(ServiceFrame.headerSize + 1))), at: now)
        case .otherParameters:
            guard let endpoint else { return [] }
            var other = build.policy.connectionParameters
            other.framer = nil
            return tell(.connectWith(other, endpoint), at: now)
        case .withoutCertificate:
            guard let endpoint else { return [] }
            let wishes = tell(.connect(endpoint), at: now)
            for case .open(let id, _) in wishes { bare.insert(id) }
            return wishes
        }
    }

    /// Receives an agent's resolved record; one that cannot be read is ignored.
    public mutating func found(_ name: String, strings: [[UInt8]], at now: Instant) -> [ScreenRequest] {
        guard !build.has(.doesNothing), let record = try? AgentRecord.read(strings: strings).record else { return [] }
        let device = CompanionDevice(name, record)
        known.removeAll { $0.name == name }
        known.append(device)
        guard isLooking(at: now) else { return [] }
        return tell(.picker(.found(seen(device))), at: now)
    }

    /// Records the number of the screen's interfaces that lead to the owner of the name.
    public mutating func reaches(_ name: String, byInterfaces count: Int) { interfaceCounts[name] = count }

    /// Records that the name has no owner any more.
    public mutating func lost(_ name: String, at now: Instant) -> [ScreenRequest] {
        interfaceCounts[name] = nil
        return tell(.picker(.lost(name: name)), at: now)
    }

    /// Records that TLS is up on the screen's side, and that the agent presented a certificate with this pin.
    public mutating func opened(_ id: TransportID, pin: String, at now: Instant) -> [ScreenRequest] {
        if let echo = echoes.first(where: { $0.id == id }) { return [.send(id, echo.bytes)] }
        let device = transports.first { $0.id == id }?.device
        let expected = known.first { $0.name == device }?.record.pin
        guard build.has(.trustsAnyPin) || expected == pin else {
            return [.refuse(id)] + ended(id, .security, at: now)
        }
        return tell(.opened(id), at: now)
    }

    /// Receives bytes on a transport, in any pieces.
    public mutating func received(_ id: TransportID, _ bytes: [UInt8], at now: Instant) -> [ScreenRequest] {
        if build.has(.keepsHalfFrame) { remember(bytes, on: id) }
        return tell(.received(id, bytes), at: now)
    }

    /// Records the end of a transport.
    public mutating func ended(_ id: TransportID, _ end: TransportEnd, at now: Instant) -> [ScreenRequest] {
        transports.removeAll { $0.id == id }
        echoes.removeAll { $0.id == id }
        return tell(.ended(id, end), at: now)
    }

    /// Does what is due.
    public mutating func advance(to now: Instant) -> [ScreenRequest] {
        var wishes = tell(.timePasses, at: now)
        if let due = retry, due <= now {
            retry = nil
            wanted = chosen
            wishes += openPicker(at: now)
        }
        if let due = patience, due <= now {
            patience = nil
            wishes += tell(.picker(.dismiss), at: now)
        }
        return wishes + sendSeries(at: now)
    }

    /// Sends the frames that are due. Without a ready connection a frame is lost, as in an app that does not wait.
    private mutating func sendSeries(at now: Instant) -> [ScreenRequest] {
        var wishes: [ScreenRequest] = []
        for index in series.indices {
            while series[index].left > 0, series[index].due <= now {
                series[index].left -= 1
                series[index].due = series[index].due + series[index].apart
                guard !leavesOut(series[index].frame) else { continue }
                wishes += tell(.send(series[index].frame), at: now)
            }
        }
        series.removeAll { $0.left == 0 }
        return wishes
    }

    mutating func openPicker(at now: Instant) -> [ScreenRequest] {
        guard let sought else { return [] }
        let platforms = build.has(.ignoresPlatform) ? CompanionPlatform.allCases : sought.platforms
        var wishes: [ScreenRequest] = []
        openedAt = now
        if build.has(.comparesIdentifierLoosely) || build.has(.stopsLooking) {
            for device in known { wishes += tell(.picker(.found(seen(device))), at: now) }
        }
        return wishes + tell(.picker(.open(sought.service, platforms)), at: now)
    }

    private mutating func choose(at now: Instant) -> [ScreenRequest] {
        guard let person = wanted, offered.contains(where: { $0.name == person }) else { return [] }
        let name = build.has(.picksTheFirst) ? offered[0].name : person
        (wanted, chosen) = (nil, name)
        offered = []
        return tell(.picker(.choose(name: name)), at: now)
    }

    mutating func tell(_ input: ScreenInput, at now: Instant) -> [ScreenRequest] {
        var wishes: [ScreenRequest] = []
        for effect in screen.receive(input, at: now) { wishes += follow(effect, at: now) }
        return wishes
    }

    private mutating func follow(_ effect: ScreenEffect, at now: Instant) -> [ScreenRequest] {
        switch effect {
        case .open(let id, let device):
            transports.append(Transport(id: id, device: device))
            return [.open(id, device: device)]
        case .send(let id, let bytes): return send(bytes, on: id)
        case .close(let id, let how):
            guard !build.has(.leaksConnections) else { return [] }
            transports.removeAll { $0.id == id }
            return [.close(id, how)]
        case .offered, .prompting, .picked, .pickerEnded, .transition, .hello, .parked, .frame, .unsent, .finding:
            let line = line(about: effect).map { [ScreenRequest.print($0)] } ?? []
            return [.tell(effect)] + line + answer(effect, at: now)
        }
    }

    /// Returns the reaction of the app and its user to an effect.
    private mutating func answer(_ effect: ScreenEffect, at now: Instant) -> [ScreenRequest] {
        switch effect {
        case .offered(let devices):
            offered = devices
            return choose(at: now)
        case .prompting:
            if build.has(.givesUpThePerson) { patience = now + Self.personPatience }
            return []
        case .picked(let endpoint):
            (self.endpoint, patience) = (endpoint, nil)
            firstToken = firstToken ?? endpoint.token
            (readyCount, connectCount, game) = (0, 0, ScreenGame())
            return connect(to: endpoint, at: now)
        case .pickerEnded(let end):
            (offered, patience) = ([], nil)
            let insists = end == .busy && build.has(.ignoresBusy) || end == .denied && build.has(.ignoresDenial)
            if insists { retry = now + Self.retryDelay }
            return []
        case .transition(let transition):
            return transition.state == .failed(.aborted) ? aborted(at: now) : []
        case .hello:
            hasLeftHalf = false
            return ready(at: now)
        case .frame(_, let frame):
            let answer = game.receive(frame, takesOld: build.has(.takesMovesTwice))
            return answer.map { send($0.type, $0.number, at: now) } ?? []
        case .open, .send, .close, .parked, .unsent, .finding: return []
        }
    }

    private mutating func ready(at now: Instant) -> [ScreenRequest] {
        readyCount += 1
        var wishes = readOn(at: now)
        if readyCount > 1 { changeGame() }
        wishes += send(ScreenGame.resumption, game.last, at: now)
        if readyCount > 1, game.last > 0, build.has(.resendsOldMoves) {
            wishes += send(ScreenGame.acknowledgement, game.last, at: now)
        }
        return wishes
    }

    private mutating func send(_ type: UInt32, _ number: Int, at now: Instant) -> [ScreenRequest] {
        hasLeftHalf ? [] : tell(.send(ServiceFrame(type: type, payload: text(number))), at: now)
    }
}
