import Ground
import NearbyInteraction

extension AccessoryApp {
    /// Receives a message of the accessory.
    mutating func receive(_ bytes: [UInt8], at now: Instant) -> [AccessoryAppEffect] {
        let message: AccessoryMessage
        do {
            message = try AccessoryMessage(decoding: bytes, using: identifiers)
        } catch {
            let code = AccessoryMessage.code(ofMalformed: bytes, using: identifiers)
            return [.event(.finding(finding: Finding(code, error, in: "accessory message")))]
        }
        let isKnown = bytes.first.map(settings.knownMessages.contains) ?? false
        let findings = AccessoryMessage.findings(in: bytes, using: identifiers)
            .filter { !isKnown || $0.code != "message.unknown" }
        return receive(message, at: now) + told(bytes, message, isKnown: isKnown)
            + findings.map { .event(.finding(finding: $0)) }
    }

    /// The bytes of a message outside the session's protocol, if the app knows it.
    private func told(_ bytes: [UInt8], _ message: AccessoryMessage, isKnown: Bool) -> [AccessoryAppEffect] {
        let told: [AccessoryAppEffect] = isKnown ? [.event(.told(bytes: bytes))] : []
        switch message {
        case .accessoryConfigurationData, .uwbDidStart, .uwbDidStop: return []
        case .accessoryPaired, .deviceStructure, .deviceStructureWritten, .iOSNotify: return told
        case .other: return told + mistaken(bytes).map { .event(.finding(finding: $0)) }
        }
    }

    /// Reports an answer with the ids of Apple's sample on a channel that has different ids.
    private func mistaken(_ bytes: [UInt8]) -> [Finding] {
        let sample = MessageIdentifiers.appleSample
        guard state == .awaitingConfiguration, identifiers != sample,
            bytes.first == sample.accessoryConfigurationData,
            (try? AccessoryConfigurationData(decoding: Array(bytes.dropFirst()))) != nil
        else { return [] }
        let meaning =
            "accessory configuration data came under id \(bytes[0].hexadecimal) of Apple's sample, and on this channel "
            + "that message is \(identifiers.accessoryConfigurationData.hexadecimal)"
        return [Finding("message.idOfTheSample", .fault, meaning, offset: 0)]
    }

    private mutating func receive(_ message: AccessoryMessage, at now: Instant) -> [AccessoryAppEffect] {
        switch message {
        case .accessoryConfigurationData(let payload): receiveConfiguration(payload, at: now)
        case .uwbDidStart: [.event(.received(message: .didStart))] + receiveDidStart()
        case .uwbDidStop: [.event(.received(message: .didStop))] + receiveDidStop(at: now)
        case .accessoryPaired: [.event(.received(message: .paired))]
        case .deviceStructure, .deviceStructureWritten: [.event(.received(message: .deviceStructure))]
        case .iOSNotify: [.event(.received(message: .notification))]
        case .other: [.event(.received(message: .other))]
        }
    }

    private mutating func receiveConfiguration(_ payload: [UInt8], at now: Instant) -> [AccessoryAppEffect] {
        let received = AccessoryAppEffect.event(.received(message: .configuration))
        let limit = settings.configurationLimit
        let isEarly = replies.hasStopBeforeInitialize(at: now, within: limit)
        guard let asker = replies.takeConfiguration(at: now, within: limit) else {
            let meaning = "accessory configuration data without a request, or sent twice"
            return [received, .event(.finding(finding: Finding("configuration.unasked", .fault, meaning, offset: 0)))]
        }
        let remarks = [received] + remarks(on: payload, isEarly: isEarly)
        lastConfiguration = payload
        switch (asker, state) {
        case (.app, .awaitingConfiguration):
            timers.clear(.configuration)
            return take(payload, after: remarks)
        case (.app, .engaged):
            // The answer to a later initialize: the accessory uses its newest address, and so must the session.
            return take(payload, after: remarks)
        case (.app, .idle), (.app, .awaitingStop), (.app, .backingOff), (.scenario, _):
            // The session continues unchanged: the answer came too late for it, or the scenario asked for it.
            return remarks + AccessoryConfigurationData.judging(payload).findings.map { .event(.finding(finding: $0)) }
        }
    }

    /// Returns what is unusual about an answer, apart from its bytes.
    private func remarks(on payload: [UInt8], isEarly: Bool) -> [AccessoryAppEffect] {
        var remarks: [AccessoryAppEffect] = []
        if isEarly {
            let meaning = "the answer to initialize came before the answer to the stop that went before it"
            remarks.append(.event(.finding(finding: Finding("session.answersOutOfOrder", .fault, meaning, offset: 0))))
        }
        if let last = lastConfiguration, let before = try? AccessoryConfigurationData(decoding: last),
            let after = try? AccessoryConfigurationData(decoding: payload),
            (before.manufacturer, before.model, before.middleware) != (
                after.manufacturer, after.model, after.middleware
            )
        {
            let meaning = "the accessory names another manufacturer, model or middleware than before on this link"
            remarks.append(
                .event(.finding(finding: Finding("configuration.otherIdentity", .fault, meaning, offset: 21))))
        }
        return remarks
    }

    private mutating func take(_ payload: [UInt8], after events: [AccessoryAppEffect]) -> [AccessoryAppEffect] {
        let (data, findings) = AccessoryConfigurationData.judging(payload)
        let told = findings.map { AccessoryAppEffect.event(.finding(finding: $0)) }
        guard let data else {
            // The sample app shows an error and does nothing else (nearby-interaction.md, section 2.3).
            if state == .awaitingConfiguration {
                clearTimers()
                state = .idle
            }
            return events + told + [.event(.configurationThrew(code: .invalidConfiguration))]
        }
        cached = CachedConfiguration(data: data)
        return events + engage(data) + told
    }

    /// Runs the session; its shareable data is written when it is generated.
    mutating func engage(_ data: AccessoryConfigurationData) -> [AccessoryAppEffect] {
        state = .engaged
        saysItRanges = false
        saidItStopped = false
        return [.run(data)]
    }

    private mutating func receiveDidStart() -> [AccessoryAppEffect] {
        let isOwed = replies.takeStart()
        if case .engaged = state, !saysItRanges, isOwed || mayRange {
            saysItRanges = true
            quietSince = nil
            timers.clear(.didStart)
            return [.event(.accessoryDidStart)]
        }
        if isOwed { return [] }
        // An accessory that was configured, and has not answered a stop since, may range: it repeats itself.
        let finding =
            mayRange
            ? Finding("session.startedTwice", .warning, "the accessory said twice that ranging started", offset: 0)
            : Finding(
                "session.startedUnasked", .fault,
                "the accessory said that ranging started, without having been configured", offset: 0)
        return [.event(.finding(finding: finding))]
    }

    private mutating func receiveDidStop(at now: Instant) -> [AccessoryAppEffect] {
        let stopped = AccessoryAppEffect.event(.accessoryDidStop)
        let unasked = AccessoryAppEffect.event(
            .finding(
                finding: Finding(
                    "session.stoppedUnasked", .note, "the accessory said that ranging stopped, unasked", offset: 0)))
        let age = replies.takeStop()
        if !replies.hasStops { timers.clear(.didStop) }
        // A late answer to a stop before the accessory was configured is unrelated to its ranging.
        if age == .stale { return [stopped] }
        mayRange = false
        saysItRanges = false
        cached?.isVoid = true
        if quietSince == nil { quietSince = now }
        switch state {
        case .awaitingStop(let next): return [stopped] + resume(next, at: now)
        // The sample app only shows it; the session ends by its timeout (nearby-interaction.md, section 2.3).
        case .engaged:
            saidItStopped = true
            return age == nil ? [stopped, unasked] : [stopped]
        case .idle, .awaitingConfiguration, .backingOff:
            return [age == nil ? unasked : stopped]
        }
    }
}
