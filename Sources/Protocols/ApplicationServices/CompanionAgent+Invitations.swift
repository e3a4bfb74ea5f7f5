import Ground

/// From the choice in a screen's picker to the token: the person, the launch and the listener.
extension CompanionAgent {
    mutating func invite(
        _ service: ServiceIdentifier, _ platform: CompanionPlatform, _ digest: ParametersDigest, on id: TransportID,
        at now: Instant
    ) -> [AgentEffect] {
        [.invited(service)] + answer(service, platform, digest, on: id, at: now)
    }

    private mutating func answer(
        _ service: ServiceIdentifier, _ platform: CompanionPlatform, _ digest: ParametersDigest, on id: TransportID,
        at now: Instant
    ) -> [AgentEffect] {
        guard platform == self.platform else { return refuse(id, ServiceRefusal(.otherPlatform)) }
        guard let app = processes.first(where: { $0.app.services.contains(service) })?.app else {
            return refuse(id, ServiceRefusal(.unknownService))
        }
        if settings.refusesWhileBusy, isBusy(app) { return answer(id, .busy) }
        setRole(of: id, .invitation)
        invitations.append(Invitation(transport: id, service: service, bundle: app.bundle, digest: digest))
        if settings.remembersConsent, consented.contains(service) { return proceed(id, at: now) }
        _ = invitations[invitations.count - 1].consent.receive(.ask(settings.consent), at: now)
        return [.send(id, ControlMessage.prompting.encoded), .prompted(service)]
    }

    func isBusy(_ app: CompanionApp) -> Bool {
        live.count { $0.bundle == app.bundle && $0.transport != nil } >= app.connectionLimit
    }

    mutating func advanceInvitations(to now: Instant) -> [AgentEffect] {
        var effects: [AgentEffect] = []
        for id in invitations.map(\.transport) {
            guard let index = invitations.firstIndex(where: { $0.transport == id }) else { continue }
            for effect in invitations[index].consent.receive(.timePasses, at: now) {
                guard case .answer(let isAllowed) = effect else { continue }
                let service = invitations[index].service
                effects.append(.answered(service, isAllowed: isAllowed))
                if isAllowed { consented.insert(service) }
                effects += isAllowed ? proceed(id, at: now) : answer(id, .denied)
            }
            let patience = invitations.first { $0.transport == id }?.patience
            if let patience, patience <= now { effects += answer(id, .noListener) }
        }
        return effects
    }

    /// Continues after the person's consent: launches the app or brings it to the foreground; it must then listen.
    private mutating func proceed(_ id: TransportID, at now: Instant) -> [AgentEffect] {
        guard let index = invitations.firstIndex(where: { $0.transport == id }),
            let process = process(invitations[index].bundle)
        else { return [] }
        guard process.isInstalled else { return answer(id, .notInstalled) }
        if process.isListening { return grant(id) }
        invitations[index].patience = now + settings.listenerPatience
        let event: AgentInput.AppEvent = process.isInBackground ? .resume : .launch
        return receive(event, of: process.app.bundle, at: now)
    }

    /// Grants the token, with which the screen connects over a new transport.
    mutating func grant(_ id: TransportID) -> [AgentEffect] {
        guard let invitation = invitations.first(where: { $0.transport == id }) else { return [] }
        let token = ServiceToken(rawValue: generator.next())
        if grants.count >= Self.tokenLimit { grants.removeFirst() }
        grants.append(
            Grant(
                token: token, service: invitation.service, bundle: invitation.bundle, digest: invitation.digest))
        return answer(id, .granted(token))
    }
}
