import Ground
import NearbyInteraction

extension NearbySession {
    mutating func receive(_ message: AccessoryMessage, at now: Instant) -> [NearbyEffect] {
        switch message {
        case .accessoryConfigurationData(let payload):
            receiveConfiguration(payload, at: now)
        case .uwbDidStart:
            [.event(.received(.didStart))] + receiveDidStart()
        case .uwbDidStop:
            [.event(.received(.didStop))] + receiveDidStop(at: now)
        case .accessoryPaired, .deviceStructure, .deviceStructureWritten, .iOSNotify, .other:
            [.event(.received(.other))]
        }
    }

    private mutating func receiveConfiguration(_ payload: [UInt8], at now: Instant) -> [NearbyEffect] {
        let received = NearbyEffect.event(.received(.configuration))
        guard owed.configurations > 0 else {
            let meaning = "accessory configuration data that nobody asked for, or sent twice"
            return [received, .event(.finding(Finding(.fault, meaning, offset: 0)))]
        }
        owed.configurations -= 1
        let stopped: [NearbyEffect]
        switch state {
        case .awaitingConfiguration:
            timers.clear(.configuration)
            stopped = []
        case .running:
            // The answer to a later initialize: the accessory goes by its newest address, and so must the session.
            stopped = [.stopRanging]
        case .idle, .awaitingStop, .backingOff, .invalidated:
            return [received]
        }
        let configuration: AccessoryConfigurationData
        do {
            configuration = try AccessoryConfigurationData(decoding: payload)
        } catch {
            let finding = Finding(error.shifted(by: 1), in: "accessory configuration data")
            return [received] + stopped + [.event(.finding(finding))] + invalidate(.invalidConfiguration)
        }
        let findings = configuration.findings().map { finding in
            Finding(
                finding.weight, "accessory configuration data: \(finding.meaning)",
                offset: finding.offset.map { $0 + 1 })
        }
        if findings.contains(where: { $0.weight == .fault }) {
            return [received] + stopped + findings.map { .event(.finding($0)) } + invalidate(.invalidConfiguration)
        }
        cached = configuration
        // The answer comes first: everything else can wait until it is on its way.
        return run(configuration, before: [received] + stopped, at: now) + findings.map { .event(.finding($0)) }
    }

    /// Runs the session: shareable configuration data is made and goes to the accessory before anything else happens.
    mutating func run(
        _ configuration: AccessoryConfigurationData, before events: [NearbyEffect], at now: Instant
    ) -> [NearbyEffect] {
        let shareable = ShareableConfigurationData.generate(for: configuration, using: &generator)
        state = .running(Running(configuration: configuration))
        owed.starts += 1
        mayRange = true
        timers.set(.didStart, at: now + settings.didStartLimit)
        timers.set(.silence, at: now + settings.rangingTimeout)
        return [.write(.configureAndStart(shareable.encoded))] + events + [
            .event(.sessionDidStartRunning), .event(.didGenerateShareableConfigurationData(shareable)),
            .startRanging(configuration, shareable),
        ]
    }

    private mutating func receiveDidStart() -> [NearbyEffect] {
        let isOwed = owed.starts > 0
        if isOwed { owed.starts -= 1 }
        switch state {
        case .running(var running) where !running.saysItRanges:
            running.saysItRanges = true
            state = .running(running)
            timers.clear(.didStart)
            return [.event(.accessoryDidStart)]
        case .running:
            if isOwed { return [] }
            return [.event(.finding(Finding(.fault, "the accessory said twice that ranging started", offset: 0)))]
        case .idle, .awaitingConfiguration, .awaitingStop, .backingOff, .invalidated:
            if isOwed { return [] }
            let meaning = "the accessory said that ranging started, without having been configured"
            return [.event(.finding(Finding(.fault, meaning, offset: 0)))]
        }
    }

    private mutating func receiveDidStop(at now: Instant) -> [NearbyEffect] {
        let isOwed = owed.stops > 0
        if isOwed { owed.stops -= 1 }
        switch state {
        case .awaitingStop(let next):
            timers.clear(.didStop)
            mayRange = false
            return [.event(.accessoryDidStop)] + resume(next, at: now)
        case .running where isOwed:
            // The late answer to a stop before this session was configured.
            return [.event(.accessoryDidStop)]
        case .running(var running):
            // A sample app only shows it; the session ends by its timeout (nearby-interaction.md, section 2.3).
            running.saysItRanges = false
            state = .running(running)
            return [.event(.accessoryDidStop)]
        case .idle, .awaitingConfiguration, .backingOff, .invalidated:
            mayRange = false
            if isOwed { return [.event(.accessoryDidStop)] }
            return [.event(.finding(Finding(.note, "the accessory said that ranging stopped, unasked", offset: 0)))]
        }
    }
}
