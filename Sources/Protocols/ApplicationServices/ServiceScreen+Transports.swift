import Ground

/// Input from a screen's transports, and the invitation that one of them carries.
extension ServiceScreen {
    mutating func receiveOpened(_ id: TransportID, at now: Instant) -> [ScreenEffect] {
        if let invitation, invitation.transport == id {
            let message = ControlMessage.invite(
                invitation.service, invitation.device.record.platform, policy.parameters.digest)
            return [.send(id, message.encoded)]
        }
        return object(on: id).map { tell($0, .opened, at: now) } ?? []
    }

    mutating func receive(_ bytes: [UInt8], on id: TransportID, at now: Instant) -> [ScreenEffect] {
        if invitation?.transport == id { return receiveAnswer(bytes, at: now) }
        guard let index = open.firstIndex(where: { $0.transport == id }) else { return [] }
        let object = open[index].connection.object
        var messages: [ControlMessage] = []
        var malformed: Malformed?
        do throws(Malformed) {
            try open[index].stream.receive(bytes, into: &messages)
        } catch {
            malformed = error
        }
        var effects: [ScreenEffect] = []
        // Anything after the end of the connection is ignored.
        for message in messages where self.object(on: id) != nil {
            effects += tell(object, .message(message), at: now)
        }
        guard let malformed, self.object(on: id) != nil else { return effects }
        effects.append(.finding(Finding("services.control", malformed, in: "an agent's message")))
        return effects + tell(object, .malformed, at: now)
    }

    mutating func receiveEnd(of id: TransportID, _ end: TransportEnd, at now: Instant) -> [ScreenEffect] {
        if invitation?.transport == id {
            invitation = nil
            return tellPicker(.refused(.failed(end.failure)), at: now)
        }
        guard let index = open.firstIndex(where: { $0.transport == id }) else { return [] }
        var effects: [ScreenEffect] = []
        if !open[index].stream.isBetween {
            let meaning = "the stream ended within a message, which is dropped"
            effects.append(.finding(Finding("services.halfFrame", .note, meaning)))
        }
        open[index].transport = nil
        return effects + tell(open[index].connection.object, .ended(end), at: now)
    }

    private func object(on id: TransportID) -> ServiceObject? {
        open.first { $0.transport == id }?.connection.object
    }

    // MARK: The picker

    mutating func tellPicker(_ input: DevicePicker.Input, at now: Instant) -> [ScreenEffect] {
        var effects: [ScreenEffect] = []
        if case .dismiss = input, let left = invitation {
            invitation = nil
            effects.append(.close(left.transport, .orderly))
        }
        for effect in picker.receive(input) {
            switch effect {
            case .offered(let devices): effects.append(.offered(devices))
            case .invite(let device, let service):
                let id = newTransport()
                invitation = Invitation(
                    transport: id, device: device, service: service, limit: policy.invitationLimit.map { now + $0 })
                effects.append(.open(id, device: device.name))
            case .picked(let endpoint): effects.append(.picked(endpoint))
            case .ended(let why): effects.append(.pickerEnded(why))
            }
        }
        return effects
    }

    mutating func endInvitation(_ why: PickerEnd, at now: Instant) -> [ScreenEffect] {
        guard let left = invitation else { return [] }
        invitation = nil
        return [.close(left.transport, .orderly)] + tellPicker(.refused(why), at: now)
    }

    private mutating func receiveAnswer(_ bytes: [UInt8], at now: Instant) -> [ScreenEffect] {
        var messages: [ControlMessage] = []
        var malformed: Malformed?
        do throws(Malformed) {
            try invitation?.stream.receive(bytes, into: &messages)
        } catch {
            malformed = error
        }
        var effects: [ScreenEffect] = []
        for message in messages where invitation != nil { effects += receiveAnswer(message, at: now) }
        guard let malformed, invitation != nil else { return effects }
        effects.append(.finding(Finding("services.control", malformed, in: "an agent's message")))
        return effects + endInvitation(.failed(.badMessage), at: now)
    }

    private mutating func receiveAnswer(_ message: ControlMessage, at now: Instant) -> [ScreenEffect] {
        switch message {
        case .prompting: return [.prompting]
        case .denied: return endInvitation(.denied, at: now)
        case .notInstalled: return endInvitation(.notInstalled, at: now)
        case .noListener: return endInvitation(.noListener, at: now)
        case .busy: return endInvitation(.busy, at: now)
        case .refused(let refusal): return endInvitation(.failed(.refused(reason: refusal)), at: now)
        case .granted(let token):
            guard let left = invitation else { return [] }
            invitation = nil
            return [.close(left.transport, .orderly)] + tellPicker(.granted(token), at: now)
        case .invite, .connect, .parked, .hello, .aborted, .data:
            let finding = Finding("services.outOfOrder", .fault, "\(message) came while an invitation was out")
            return [.finding(finding)] + endInvitation(.failed(.badMessage), at: now)
        }
    }
}
