public import Ground
import NearbyInteraction
public import UWB

extension NISession {
    /// Starts ranging; a session that the system holds up is suspended immediately.
    mutating func begin(
        _ configuration: NIConfiguration, using generator: inout ShareableDataGenerator, at now: Instant
    ) -> [NISessionEffect] {
        guard causes.affecting(configuration).isEmpty else { return suspend(configuration, at: now) }
        let order: RangingParameters?
        // The callback was introduced in iOS 16.
        var effects: [NISessionEffect] = settings.version >= .iOS16 ? [.callback(.sessionDidStartRunning)] : []
        effects.reserveCapacity(4)
        let token = configuration.token
        switch configuration {
        case .accessory(let accessory, _):
            let shareable = generator.draw(for: accessory)
            order = RangingParameters(accessory, shareable)
            effects.append(.callback(.didGenerateShareableConfigurationData(data: shareable, token: token)))
            if let remark = generator.deviation(of: shareable) {
                effects.append(.callback(.finding(finding: Finding("shareable.deviation", .note, remark))))
            }
        case .phone(let token, _):
            order = RangingParameters(own: discoveryToken, peer: token)
        }
        guard let order, let peer = order.peers.first, generator.take(order) else {
            let meaning = "the kit cannot range with the parameters of this session, or ranges with its id already"
            return [.doubt(Finding("kit.refusesSession", .fault, meaning))] + invalidate(.sessionFailed)
        }
        state = .running(Run(configuration: configuration, token: token, peer: peer))
        timers.set(.silence, at: now + rangingTimeout)
        if case .phone = configuration {
            let interval = Lapse.milliseconds(Int(order.rangingIntervalMilliseconds))
            effects.append(.callback(.ranWithPeer(token: token, interval: interval)))
        }
        if let limit = settings.runningLimit { timers.set(.resources, at: now + limit) }
        effects.append(.startRanging(order))
        return effects
    }

    /// Receives a ranging round of the kit; `isDelivered` is false while the app, in the background, receives
    /// nothing.
    public mutating func measured(
        _ round: [RangingMeasurement], isDelivered: Bool = true, at now: Instant
    ) -> [NISessionEffect] {
        guard case .running(var run) = state else { return [] }
        let own = round.first { $0.isOf(run.peer) }
        var strangers: [NISessionEffect] = []
        if !run.hasMetStranger, let stranger = round.first(where: { !$0.isOf(run.peer) }) {
            run.hasMetStranger = true
            strangers = [.doubt(Self.finding(on: stranger, insteadOf: run.peer))]
        }
        if let distance = own?.distance {
            run.samples.add(distance, at: now)
            timers.set(.silence, at: now + rangingTimeout)
        } else {
            run.samples.forget(before: now)
        }
        state = .running(run)
        guard isDelivered else { return strangers }
        return strangers + [.callback(.didUpdate(object: object(run, own)))]
    }

    private func object(_ run: Run, _ own: RangingMeasurement?) -> NearbyObject {
        let measured = own.flatMap { $0.distance == nil ? nil : $0 }
        let hasDirection = settings.capabilities.direction
        return NearbyObject(
            token: run.token, distance: measured?.distance,
            azimuth: hasDirection ? measured.flatMap { Bearing($0.azimuth, limit: 180) } : nil,
            elevation: hasDirection ? measured.flatMap { Bearing($0.elevation, limit: 90) } : nil,
            lineOfSight: measured?.lineOfSight ?? .unknown, quality: run.samples.quality,
            meanInterval: run.samples.meanInterval)
    }

    private static func finding(on stranger: RangingMeasurement, insteadOf peer: ShortMACAddress) -> Finding {
        let isSwapped = stranger.isOf(ShortMACAddress(rawValue: peer.rawValue.byteSwapped))
        let hint = isSwapped ? ": the bytes of the address are swapped" : ""
        let meaning = "the kit measured \(stranger.peer), the session's peer is \(peer.rawValue.hexadecimal)\(hint)"
        return Finding("kit.otherPeer", .warning, meaning)
    }

    /// Adapts to a report when there is no kit: the accessory counts as measured from its report that ranging started
    /// to its report that ranging stopped.
    mutating func presume(by event: NearbyEvent, at now: Instant) {
        switch event {
        case .accessoryDidStart: timers.clear(.silence)
        case .accessoryDidStop: presumeSilence(at: now)
        default: break
        }
    }

    /// Treats the accessory as unmeasured from now on when there is no kit.
    mutating func presumeSilence(at now: Instant) {
        if isRunning { timers.set(.silence, at: now + rangingTimeout) }
    }

    /// Records that the peer ended the ranging session over UWB.
    public mutating func peerEnded() -> [NISessionEffect] { isRunning ? remove(.peerEnded) : [] }

    private mutating func remove(_ reason: RemovalReason) -> [NISessionEffect] {
        halt(.idle) + [.callback(.didRemove(reason: reason))]
    }

    /// Begins or ends a cause of suspension.
    public mutating func set(_ cause: SuspensionCauses, _ isOn: Bool, at now: Instant) -> [NISessionEffect] {
        if isOn { causes.insert(cause) } else { causes.remove(cause) }
        switch state {
        case .running(let run):
            return causes.affecting(run.configuration).isEmpty ? [] : suspend(run.configuration, at: now)
        case .resumable(let configuration):
            return causes.affecting(configuration).isEmpty ? [] : suspend(configuration, at: now)
        case .suspended(let configuration):
            guard causes.affecting(configuration).isEmpty else { return [] }
            return halt(.resumable(configuration)) + [.callback(.sessionSuspensionEnded)]
        case .idle, .awaitingPermission, .paused, .invalid:
            return []
        }
    }

    private mutating func suspend(_ configuration: NIConfiguration, at now: Instant) -> [NISessionEffect] {
        let stopped = halt(.suspended(configuration))
        if let limit = settings.suspensionLimit { timers.set(.resources, at: now + limit) }
        return stopped + [.callback(.sessionWasSuspended)]
    }

    /// Handles the first thing that is due.
    public mutating func expireNext(at now: Instant) -> [NISessionEffect] {
        switch timers.popDue(at: now) {
        case .silence: remove(.timeout)
        case .resources: invalidate(.resourceUsageTimeout)
        case nil: []
        }
    }
}

extension RangingMeasurement {
    /// Whether the measurement is of the station with this short address, in either address format of the kit.
    func isOf(_ address: ShortMACAddress) -> Bool {
        switch peer {
        case .short(let own): own == address
        case .extended(let own): own == UInt64(address.rawValue)
        }
    }
}

extension Bearing {
    /// Nil if nothing was measured, or the angle is impossible.
    init?(_ angle: AngleOfArrival, limit: Int16) {
        guard angle.merit > 0, angle.merit <= 100, abs(Int32(angle.raw)) <= Int32(limit) * 128 else { return nil }
        self.init(Angle(rawValue: angle.raw), merit: angle.merit)
    }
}
