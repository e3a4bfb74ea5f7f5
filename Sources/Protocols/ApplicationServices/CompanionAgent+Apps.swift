import Ground

/// The events of a device's apps, and their effects on listeners and connections.
extension CompanionAgent {
    mutating func receive(_ event: AgentInput.AppEvent, of bundle: String, at now: Instant) -> [AgentEffect] {
        guard let index = processes.firstIndex(where: { $0.app.bundle == bundle }) else { return [] }
        let before = record
        // Apple does not document whether an endpoint outlives its app; here it does not.
        if event == .uninstall { grants.removeAll { $0.bundle == bundle } }
        let input: CompanionProcess.Input =
            switch event {
            case .install: .install
            case .uninstall: .uninstall
            case .launch: .launch
            case .listen: .listen
            case .background: .background
            case .resume: .resume
            case .kill: .kill
            case .quit: .quit
            }
        let effects = apply(processes[index].receive(input, at: now), of: bundle, at: now)
        return effects + (record == before ? [] : [.advertise(record)])
    }

    mutating func apply(
        _ effects: [CompanionProcess.Effect], of bundle: String, at now: Instant
    ) -> [AgentEffect] {
        effects.flatMap { effect -> [AgentEffect] in
            switch effect {
            case .launched: [.launched(bundle: bundle)]
            case .makeListeners: makeListeners(of: bundle, at: now)
            case .endListeners(let isOrderly): endListeners(of: bundle, isOrderly: isOrderly, at: now)
            case .suspended: suspend(bundle, at: now)
            case .resumed: resume(bundle, at: now)
            case .gone(let isOrderly): end(bundle, isOrderly: isOrderly, at: now)
            }
        }
    }

    private mutating func suspend(_ bundle: String, at now: Instant) -> [AgentEffect] {
        noteLeft(by: bundle)
        return tellAll(of: bundle, .suspend(.background), at: now)
    }

    private mutating func tellAll(
        of bundle: String, _ input: ServiceConnection.Input, at now: Instant
    ) -> [AgentEffect] {
        let objects = live.filter { $0.bundle == bundle }.map(\.connection.object)
        return objects.flatMap { tell($0, input, at: now) }
    }

    private mutating func makeListeners(of bundle: String, at now: Instant) -> [AgentEffect] {
        guard let app = process(bundle)?.app else { return [] }
        var effects: [AgentEffect] = []
        for service in app.services {
            let object = log.object(.listener)
            listeners.append(Listener(object: object, service: service, bundle: bundle))
            effects.append(.transition(log.note(object, .setup, at: now)))
            effects.append(.transition(log.note(object, .ready, at: now)))
        }
        for invitation in invitations where invitation.bundle == bundle && invitation.patience != nil {
            effects += grant(invitation.transport)
        }
        return effects + deliverParked(to: bundle, at: now)
    }

    private mutating func endListeners(of bundle: String, isOrderly: Bool, at now: Instant) -> [AgentEffect] {
        let ended = listeners.filter { $0.bundle == bundle }
        listeners.removeAll { $0.bundle == bundle }
        // The objects vanish with the process, so there is no state to observe.
        return isOrderly ? ended.map { .transition(log.note($0.object, .cancelled, at: now)) } : []
    }

    /// Informs the app about its connections, and delivers what has been waiting for it.
    private mutating func resume(_ bundle: String, at now: Instant) -> [AgentEffect] {
        let effects = tellAll(of: bundle, .resume, at: now)
        guard let process = process(bundle), process.isListening, !process.app.renewsListeners else { return effects }
        let waiting = invitations.filter { $0.bundle == bundle && $0.patience != nil }.map(\.transport)
        return effects + waiting.flatMap { grant($0) } + deliverParked(to: bundle, at: now)
    }

    private mutating func end(_ bundle: String, isOrderly: Bool, at now: Instant) -> [AgentEffect] {
        guard !isOrderly else { return tellAll(of: bundle, .cancel(.orderly), at: now) }
        var effects: [AgentEffect] = []
        if settings.tellsKill {
            effects = tellAll(of: bundle, .suspend(.background), at: now)
        } else {
            for id in live.filter({ $0.bundle == bundle }).compactMap(\.transport) { effects += drop(id, .reset) }
        }
        live.removeAll { $0.bundle == bundle }
        return effects + endListeners(of: bundle, isOrderly: false, at: now)
    }
}
