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
        switch state {
        case .awaitingConfiguration:
            timers.clear(.configuration)
        case .idle, .running, .awaitingStop, .backingOff, .invalidated:
            let meaning = "accessory configuration data that nobody asked for, or sent twice"
            return [received, .event(.finding(Finding(.fault, meaning, offset: 0)))]
        }
        let configuration: AccessoryConfigurationData
        do {
            configuration = try AccessoryConfigurationData(decoding: payload)
        } catch {
            let finding = Finding(error.shifted(by: 1), in: "accessory configuration data")
            return [received, .event(.finding(finding))] + invalidate(.invalidConfiguration)
        }
        let findings = configuration.findings().map { finding in
            Finding(
                finding.weight, "accessory configuration data: \(finding.meaning)", offset: finding.offset.map { $0 + 1 })
        }
        if findings.contains(where: { $0.weight == .fault }) {
            return [received] + findings.map { .event(.finding($0)) } + invalidate(.invalidConfiguration)
        }
        cached = configuration
        // The answer comes first: everything else can wait until it is on its way.
        return run(configuration, before: [received], at: now) + findings.map { .event(.finding($0)) }
    }

    /// Runs the session: shareable configuration data is made and goes to the accessory before anything else happens.
    mutating func run(
        _ configuration: AccessoryConfigurationData, before events: [NearbyEffect], at now: Instant
    ) -> [NearbyEffect] {
        let shareable = ShareableConfigurationData.generate(for: configuration, using: &generator)
        state = .running(Running(configuration: configuration))
        timers.set(.didStart, at: now + settings.didStartLimit)
        timers.set(.silence, at: now + settings.rangingTimeout)
        return [.write(.configureAndStart(shareable.encoded))] + events + [
            .event(.sessionDidStartRunning), .event(.didGenerateShareableConfigurationData(shareable)),
            .startRanging(configuration, shareable),
        ]
    }

    private mutating func receiveDidStart() -> [NearbyEffect] {
        switch state {
        case .running(var running) where !running.saysItRanges:
            running.saysItRanges = true
            state = .running(running)
            timers.clear(.didStart)
            return [.event(.accessoryDidStart)]
        case .running:
            return [.event(.finding(Finding(.fault, "the accessory said twice that ranging started", offset: 0)))]
        case .idle, .awaitingConfiguration, .awaitingStop, .backingOff, .invalidated:
            let meaning = "the accessory said that ranging started, without having been configured"
            return [.event(.finding(Finding(.fault, meaning, offset: 0)))]
        }
    }

    private mutating func receiveDidStop(at now: Instant) -> [NearbyEffect] {
        switch state {
        case .awaitingStop(let next):
            timers.clear(.didStop)
            return [.event(.accessoryDidStop)] + resume(next, at: now)
        case .running(var running):
            // A sample app only shows it; the session ends by its timeout (nearby-interaction.md, section 2.3).
            running.saysItRanges = false
            state = .running(running)
            return [.event(.accessoryDidStop)]
        case .idle, .awaitingConfiguration, .backingOff, .invalidated:
            return [.event(.finding(Finding(.note, "the accessory said that ranging stopped, unasked", offset: 0)))]
        }
    }
}
