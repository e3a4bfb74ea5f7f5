public import ApplicationServices
public import Ground
import Vocabulary

/// An examination of a phone app with the rig's screen, as a value. The screen's effects go in; acts for the screen's
/// person, requests to the person at the phone and finally a result come out.
///
/// The course is fixed: choose, connect, play, go to the background, resume with the same token, play on, face
/// connections that the phone must refuse, and choose a second time. The first fault ends it. If the screen breaks its
/// own rules, the rig is at fault, whatever the app does meanwhile.
public struct AppExam: Sendable {
    /// A stage of the examination.
    enum Stage: Hashable {
        case looking, invited, asked, connecting, playing, leaving, parking, away, returning, parting
        /// The screen has made a connection that the phone must refuse.
        case probing, over
    }

    /// The time that a person has for a task.
    static let patience = Lapse.seconds(120)
    /// The pause between the end of a session and the next choice.
    static let pause = Lapse.seconds(1)
    /// The probes between the two sessions.
    private static let probes: [ScreenProbe] = [.otherParameters, .withoutCertificate]

    public let plan: AppExamPlan
    var stage = Stage.looking
    /// The instant at which the stage ends at the latest.
    var limit: Instant?
    /// The task that a person was asked to do and has not finished.
    var task: AppTask?
    /// The instant from which the phone's response time is measured.
    var origin = Instant.start
    var conduct = ScreenConduct()
    var session = 1
    var round = 0
    private var probeCount = 0
    /// The moves in this stage and in total.
    var moves = 0
    var moveCount = 0
    /// Whether the device's record was resolved, and whether the picker must list the device.
    var isFound = false
    /// The other devices whose agents were found.
    private(set) var others: [String] = []
    private static let mostOthers = 64
    var fits = false
    var evidence: [AppEvidence] = []
    /// The result; nil while the examination is in progress.
    public private(set) var result: AppExamResult?

    public init(_ plan: AppExamPlan) { self.plan = plan }

    /// The next instant at which `advance(to:)` must be called.
    public var deadline: Instant? { result == nil ? limit : nil }

    public mutating func begin(at now: Instant) -> [AppExamEffect] {
        enter(.looking, at: now)
        return choose()
    }

    /// Receives the resolved record of an agent.
    public mutating func found(_ name: String, strings: [[UInt8]], at now: Instant) -> [AppExamEffect] {
        guard result == nil else { return [] }
        guard name == plan.device else {
            if others.count < Self.mostOthers, !others.contains(name) { others.append(name) }
            return []
        }
        isFound = true
        do throws(Malformed) {
            let reading = try AgentRecord.read(strings: strings)
            if let fault = reading.findings.first(where: { $0.weight == .fault }) { fail(fault.code, .finding(fault)) }
            fits = reading.record.services.contains(plan.service)
            return result == nil && fits && evidence.isEmpty ? show(.listed(reading.record.platform)) : []
        } catch {
            fail("app.record", .record(error))
            return []
        }
    }

    /// Receives an event at the screen, or an act of the screen on the wire.
    public mutating func hear(_ effect: ScreenEffect, at now: Instant) -> [AppExamEffect] {
        guard result == nil else { return [] }
        conduct.hear(effect)
        if let violation = conduct.violation {
            end(.rig(.screen(violation)))
            return []
        }
        return judge(effect, at: now)
    }

    /// Receives the report of the person at the phone that a task is done.
    public mutating func done(_ task: AppTask, at now: Instant) -> [AppExamEffect] {
        guard result == nil, self.task == task else { return [] }
        self.task = nil
        (origin, limit) = (now, now + plan.limit)
        return enoughMoves(at: now)
    }

    /// Advances the time to `now` and takes the actions that are due.
    public mutating func advance(to now: Instant) -> [AppExamEffect] {
        guard result == nil, let due = limit, due <= now else { return [] }
        switch stage {
        case .away: return show(.parked(now - origin)) + ask(.resume, in: .returning, at: now)
        case .parting where conduct.omission == nil: return probeOrChoose(at: now)
        default:
            timeOut()
            return []
        }
    }

    private mutating func probeOrChoose(at now: Instant) -> [AppExamEffect] {
        guard let probe = Self.probes.dropFirst(probeCount).first else {
            session += 1
            enter(.invited, at: now)
            return choose()
        }
        probeCount += 1
        conduct.probes()
        enter(.probing, at: now)
        return [.probe(probe)]
    }

    /// The current or most recent probe.
    var probe: ScreenProbe? { probeCount > 0 ? Self.probes[probeCount - 1] : nil }

    // MARK: The course

    mutating func enter(_ stage: Stage, at now: Instant) {
        self.stage = stage
        (task, origin) = (nil, now)
        limit = stage == .over ? nil : now + wait(in: stage)
    }

    private func wait(in stage: Stage) -> Lapse {
        switch stage {
        case .away: plan.away
        case .parting: Self.pause
        default: plan.limit
        }
    }

    mutating func ask(_ task: AppTask, in stage: Stage, at now: Instant) -> [AppExamEffect] {
        enter(stage, at: now)
        (self.task, limit) = (task, now + Self.patience)
        return [.ask(task)]
    }

    private mutating func choose() -> [AppExamEffect] {
        conduct.chooses()
        return [
            .act(.openPicker(service: plan.service, platforms: CompanionPlatform.allCases)),
            .act(.pick(name: plan.device)),
        ]
    }

    mutating func show(_ shown: AppEvidence) -> [AppExamEffect] {
        evidence.append(shown)
        return [.shown(shown)]
    }

    mutating func end(_ result: AppExamResult) {
        self.result = self.result ?? result
        (stage, limit, task) = (.over, nil, nil)
    }

    mutating func fail(_ code: FailureCode, _ seen: AppSeen = .asItIs) { end(.failed(AppFailure(code, seen))) }
}
