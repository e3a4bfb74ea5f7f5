public import ApplicationServices
public import Ground
public import Vocabulary

/// An app on a screen, the person before it and its system's picker, as `ServiceScreen` plays them.
///
/// Whoever is chosen is connected to at once, and behind ECONNABORTED once more. The app plays a `ScreenGame`.
public struct SimulatedScreen: Sendable {
    struct Transport: Sendable {
        let id: TransportID
        let device: String
        /// What the agent says, as far as `keepsHalfFrame` must know it.
        var stream = ControlStream()
    }

    /// Frames that the app sends of its own accord.
    struct Series: Sendable {
        let frame: ServiceFrame
        let apart: Span
        var left: Int
        var due: Instant
    }

    /// From an answer to the invitation that a defect sends again.
    static let retryDelay = Span.seconds(1)
    /// How long a defect lets the person think.
    static let personPatience = Span.seconds(10)
    /// How long a defect looks for devices, and the largest frame that one sends.
    static let lookingTime = Span.seconds(2)
    static let largestFrame = 4_096
    /// Transports of a defect's own count from here.
    static let ownTransports = 1_000_000

    let build: ScreenBuild
    var screen: ServiceScreen
    var game = ScreenGame()
    /// All that were ever found, as their records were last: certificates are held against them.
    var known: [CompanionDevice] = []
    /// By how many interfaces each of them is reached; one where nothing stands.
    var interfaceCounts: [String: Int] = [:]
    var transports: [Transport] = []
    var series: [Series] = []
    /// What the picker was opened for last, and who is to be chosen, or was chosen.
    var sought: (service: ServiceIdentifier, platforms: [CompanionPlatform])?
    var wanted: String?
    var chosen: String?
    var offered: [CompanionDevice] = []
    var endpoint: ServiceEndpoint?
    var firstToken: ServiceToken?
    /// How often a connection to the endpoint got ready, and how often one showed its token.
    var readyCount = 0
    var connectCount = 0
    var retry: Instant?
    /// When the picker was opened last.
    var openedAt: Instant?
    /// With `givesUpThePerson`: until when the person may answer.
    var patience: Instant?
    /// With `invitesTwice`: what is sent over transports of its own.
    var echoes: [(id: TransportID, bytes: [UInt8])] = []
    var echoCount = 0
    /// With `keepsHalfFrame`: application bytes behind the last whole frame.
    var half: [UInt8] = []
    /// With `asksToGoOn`: whether the app asks now, and whether its person will say yes.
    var asksToGoOn = false
    var mayGoOn = false
    /// Whether it sent half a frame on this connection: bytes after it would be read as its rest.
    private var hasLeftHalf = false
    /// The transports of a probe, on which it shows no certificate.
    private var bare: Set<TransportID> = []

    public init(_ build: ScreenBuild) {
        self.build = build
        screen = ServiceScreen(policy: build.policy)
    }

    /// Whether it believes in every certificate, and where it shows none of its own.
    public var trustsAnyPin: Bool { build.has(.trustsAnyPin) }
    public func showsNoCertificate(on id: TransportID) -> Bool { build.has(.showsNoCertificate) || bare.contains(id) }
    /// Whether it takes addresses of IPv4 alone.
    public var ignoresIPv6: Bool { build.has(.ignoresIPv6) }

    /// When `advance` has something to do.
    public var deadline: Instant? {
        ([screen.deadline, retry, patience] + series.map(\.due)).compactMap(\.self).min()
    }

    /// Its person does something, or has the app do it.
    public mutating func perform(_ act: ScreenAct, at now: Instant) -> [ScreenWish] {
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

    /// It tries the phone.
    public mutating func perform(_ probe: ScreenProbe, at now: Instant) -> [ScreenWish] {
        switch probe {
        case .halfFrame:
            hasLeftHalf = true
            // Of five bytes of its payload one.
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

    /// An agent's record was resolved; one that cannot be read is passed over.
    public mutating func found(_ name: String, strings: [[UInt8]], at now: Instant) -> [ScreenWish] {
        guard !build.has(.doesNothing), let record = try? AgentRecord.read(strings: strings).record else { return [] }
        let device = CompanionDevice(name, record)
        known.removeAll { $0.name == name }
        known.append(device)
        guard isLooking(at: now) else { return [] }
        return tell(.picker(.found(seen(device))), at: now)
    }

    /// How many of the screen's interfaces lead to whoever has the name.
    public mutating func reaches(_ name: String, byInterfaces count: Int) { interfaceCounts[name] = count }

    /// Nobody is known under the name any more.
    public mutating func lost(_ name: String, at now: Instant) -> [ScreenWish] {
        interfaceCounts[name] = nil
        return tell(.picker(.lost(name: name)), at: now)
    }

    /// TLS is up on the screen's side, and the agent has shown a certificate with this pin.
    public mutating func opened(_ id: TransportID, pin: String, at now: Instant) -> [ScreenWish] {
        if let echo = echoes.first(where: { $0.id == id }) { return [.send(id, echo.bytes)] }
        let device = transports.first { $0.id == id }?.device
        let expected = known.first { $0.name == device }?.record.pin
        guard build.has(.trustsAnyPin) || expected == pin else {
            return [.refuse(id)] + ended(id, .security, at: now)
        }
        return tell(.opened(id), at: now)
    }

    /// Bytes came on a transport, in any pieces.
    public mutating func received(_ id: TransportID, _ bytes: [UInt8], at now: Instant) -> [ScreenWish] {
        if build.has(.keepsHalfFrame) { remember(bytes, on: id) }
        return tell(.received(id, bytes), at: now)
    }

    /// A transport is over.
    public mutating func ended(_ id: TransportID, _ end: TransportEnd, at now: Instant) -> [ScreenWish] {
        transports.removeAll { $0.id == id }
        echoes.removeAll { $0.id == id }
        return tell(.ended(id, end), at: now)
    }

    /// Does what is due.
    public mutating func advance(to now: Instant) -> [ScreenWish] {
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

    /// A frame that comes due while no connection is ready is lost, as an app loses it that does not wait.
    private mutating func sendSeries(at now: Instant) -> [ScreenWish] {
        var wishes: [ScreenWish] = []
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

    mutating func openPicker(at now: Instant) -> [ScreenWish] {
        guard let sought else { return [] }
        let platforms = build.has(.ignoresPlatform) ? CompanionPlatform.allCases : sought.platforms
        var wishes: [ScreenWish] = []
        openedAt = now
        if build.has(.comparesIdentifierLoosely) || build.has(.stopsLooking) {
            for device in known { wishes += tell(.picker(.found(seen(device))), at: now) }
        }
        return wishes + tell(.picker(.open(sought.service, platforms)), at: now)
    }

    private mutating func choose(at now: Instant) -> [ScreenWish] {
        guard let person = wanted, offered.contains(where: { $0.name == person }) else { return [] }
        let name = build.has(.picksTheFirst) ? offered[0].name : person
        (wanted, chosen) = (nil, name)
        offered = []
        return tell(.picker(.choose(name: name)), at: now)
    }

    mutating func tell(_ input: ScreenInput, at now: Instant) -> [ScreenWish] {
        var wishes: [ScreenWish] = []
        for effect in screen.receive(input, at: now) { wishes += follow(effect, at: now) }
        return wishes
    }

    private mutating func follow(_ effect: ScreenEffect, at now: Instant) -> [ScreenWish] {
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
            let line = line(about: effect).map { [ScreenWish.print($0)] } ?? []
            return [.tell(effect)] + line + answer(effect, at: now)
        }
    }

    /// What the app and its person do when this happens.
    private mutating func answer(_ effect: ScreenEffect, at now: Instant) -> [ScreenWish] {
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

    private mutating func ready(at now: Instant) -> [ScreenWish] {
        readyCount += 1
        var wishes = readOn(at: now)
        if readyCount > 1 { changeGame() }
        wishes += send(ScreenGame.resumption, game.last, at: now)
        if readyCount > 1, game.last > 0, build.has(.resendsOldMoves) {
            wishes += send(ScreenGame.acknowledgement, game.last, at: now)
        }
        return wishes
    }

    private mutating func send(_ type: UInt32, _ number: Int, at now: Instant) -> [ScreenWish] {
        hasLeftHalf ? [] : tell(.send(ServiceFrame(type: type, payload: text(number))), at: now)
    }
}
