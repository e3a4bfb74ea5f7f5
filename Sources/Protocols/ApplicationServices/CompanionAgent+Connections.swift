import Ground

/// Connections with a token: delivered to the app's listener, or parked until there is one.
extension CompanionAgent {
    mutating func connect(
        _ token: ServiceToken, _ digest: ParametersDigest, on id: TransportID, at now: Instant
    ) -> [AgentEffect] {
        guard let grant = grants.first(where: { $0.token == token }), let process = process(grant.bundle) else {
            return refuseConnection(on: id, ServiceRefusal(.unknownToken))
        }
        if let differing = differences(digest, grant, process.app) { return refuseConnection(on: id, differing) }
        guard process.isInstalled else { return refuseConnection(on: id, ServiceRefusal(.unknownService)) }
        if process.isListening, isPathUp {
            return [.connectRequested(id, refusal: nil)] + deliver(id, grant, to: process.app, at: now)
        }
        guard parked.count < Self.parkedLimit else { return refuseConnection(on: id, ServiceRefusal(.full)) }
        parked.append(Parked(transport: id, grant: grant))
        setRole(of: id, .parked)
        let waiting: [AgentEffect] = [
            .connectRequested(id, refusal: nil), .send(id, ControlMessage.parked.encoded), .parked(id, token),
        ]
        guard !process.isRunning, settings.relaunchesKilled else { return waiting }
        return waiting + receive(.launch, of: grant.bundle, at: now)
    }

    private mutating func refuseConnection(on id: TransportID, _ refusal: ServiceRefusal) -> [AgentEffect] {
        [.connectRequested(id, refusal: refusal)] + refuse(id, refusal)
    }

    /// Compares parameters: picker, connection and listener must be created with the same ones (network.md,
    /// section 0, point 13).
    private func differences(_ digest: ParametersDigest, _ grant: Grant, _ app: CompanionApp) -> ServiceRefusal? {
        let own = app.parameters.digest
        let fields = ServiceParameters.Field.allCases.filter {
            digest.differences(from: grant.digest).contains($0) || digest.differences(from: own).contains($0)
        }
        return fields.isEmpty ? nil : ServiceRefusal(differing: fields)
    }

    mutating func deliver(
        _ id: TransportID, _ grant: Grant, to app: CompanionApp, at now: Instant
    ) -> [AgentEffect] {
        guard
            let listener = listeners.first(where: { $0.bundle == app.bundle && $0.service == grant.service })?.object
        else { return refuse(id, ServiceRefusal(.unknownService)) }
        let isTooMany = isBusy(app)
        let object = log.object(.connection)
        live.append(
            Live(
                connection: ServiceConnection(object, token: grant.token, digest: grant.digest), transport: id,
                bundle: app.bundle, listener: listener, token: grant.token))
        parked.removeAll { $0.transport == id }
        setRole(of: id, .connection(object))
        var effects: [AgentEffect] = [.transition(log.note(object, .setup, at: now))]
        effects += tell(object, .start, at: now)
        effects.append(.delivered(object, to: listener))
        guard isTooMany else { return effects + accept(object, of: grant.token, from: listener, at: now) }
        // The app is in a session, so it cancels the new connection.
        switch settings.busyEnd {
        case .reset: return effects + tell(object, .cancel(.reset), at: now)
        case .aborted:
            effects.append(.send(id, ControlMessage.aborted(.busy).encoded))
            return effects + tell(object, .cancel(.reset), at: now)
        }
    }

    /// Lets the app accept a connection. One with the same endpoint and the same listener continues one that the
    /// background ended.
    private mutating func accept(
        _ object: ServiceObject, of token: ServiceToken, from listener: ServiceObject, at now: Instant
    ) -> [AgentEffect] {
        let effects = tell(object, .accept, at: now)
        guard let place = grants.firstIndex(where: { $0.token == token }), let left = grants[place].left else {
            return effects
        }
        grants[place].left = nil
        return effects + (left == listener ? [.resumed(object, to: listener)] : [])
    }

    /// Records the connections of an app going to the background, which may continue later.
    mutating func noteLeft(by bundle: String) {
        for one in live where one.bundle == bundle {
            for place in grants.indices where grants[place].token == one.token { grants[place].left = one.listener }
        }
    }

    /// Delivers everything that waits for a listening app, in order of arrival.
    mutating func deliverParked(to bundle: String, at now: Instant) -> [AgentEffect] {
        guard isPathUp, let app = process(bundle)?.app else { return [] }
        let waiting = parked.filter { $0.grant.bundle == bundle }
        return waiting.flatMap { deliver($0.transport, $0.grant, to: app, at: now) }
    }

    /// Passes an input to a connection and performs its effects; a finished connection is released.
    mutating func tell(
        _ object: ServiceObject, _ input: ServiceConnection.Input, at now: Instant
    ) -> [AgentEffect] {
        guard let index = live.firstIndex(where: { $0.connection.object == object }) else { return [] }
        let transport = live[index].transport
        let wanted = live[index].connection.receive(input)
        var effects = wanted.flatMap { carryOut($0, of: object, on: transport, at: now) }
        guard let place = live.firstIndex(where: { $0.connection.object == object }) else { return effects }
        switch live[place].connection.state.kind {
        case .failed:
            // An app releases a failed connection.
            let left = live[place].connection.receive(.cancel(.reset))
            effects += left.flatMap { carryOut($0, of: object, on: nil, at: now) }
            live.removeAll { $0.connection.object == object }
        case .cancelled: live.removeAll { $0.connection.object == object }
        case .setup, .waiting, .preparing, .ready: break
        }
        return effects
    }

    private mutating func carryOut(
        _ effect: ServiceConnection.Effect, of object: ServiceObject, on id: TransportID?, at now: Instant
    ) -> [AgentEffect] {
        switch effect {
        case .send(let message): return id.map { [.send($0, message.encoded)] } ?? []
        case .close(let how): return id.map { drop($0, how) } ?? []
        case .hello: return [.hello(object)]
        case .state(let state): return [.transition(log.note(object, state, at: now))]
        case .frame(let frame): return [.frame(object, frame)]
        case .unsent(let frame): return [.unsent(object, frame)]
        case .finding(let finding): return [.finding(finding)]
        case .open, .parked: return []  // the screen's alone
        }
    }
}
