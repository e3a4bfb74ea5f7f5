public import ApplicationServices
public import Ground
import Vocabulary

/// An examination of a phone app by the rig's screen, as a value: what is seen at the screen becomes what its person
/// and the one at the phone do next, and at last what can be said of the app.
///
/// It is always the same course: choose, connect, play, go to the background and come back with the same token, play
/// on, be tried with connections that it must not take, and choose once more. The first thing that is wrong ends it.
/// What the screen does against its own rules is the rig's, whatever the app does meanwhile.
public struct AppExam: Sendable {
    /// Where the course stands.
    enum Stage: Hashable {
        case looking, invited, asked, connecting, playing, leaving, parking, away, returning, parting
        /// A connection was made that the phone must not take.
        case probing, over
    }

    /// How long a person may take for what is asked.
    static let patience = Span.seconds(120)
    /// Between the end of one session and the next choice.
    static let pause = Span.seconds(1)
    /// What is tried between the two sessions.
    private static let probes: [ScreenProbe] = [.otherParameters, .withoutCertificate]

    public let plan: AppExamPlan
    var stage = Stage.looking
    /// When the stage is over at the latest.
    var limit: Instant?
    /// What a person was asked for and has not done.
    var task: AppTask?
    /// From here the phone's own time counts.
    var origin = Instant.start
    var conduct = ScreenConduct()
    var session = 1
    var round = 0
    private var probeCount = 0
    /// Moves of this stage and of all.
    var moves = 0
    var moveCount = 0
    /// What was found of the device, and whether it is one that the picker must list.
    var isFound = false
    var fits = false
    var evidence: [AppEvidence] = []
    /// Nil while it goes on.
    public private(set) var result: AppExamResult?

    public init(_ plan: AppExamPlan) { self.plan = plan }

    /// When `advance` has something to do.
    public var deadline: Instant? { result == nil ? limit : nil }

    public mutating func begin(at now: Instant) -> [AppExamEffect] {
        enter(.looking, at: now)
        return choose()
    }

    /// An agent's record was resolved.
    public mutating func found(_ name: String, strings: [[UInt8]], at now: Instant) -> [AppExamEffect] {
        guard result == nil, name == plan.device else { return [] }
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

    /// Something happened at the screen, or it did something on the wire.
    public mutating func hear(_ effect: ScreenEffect, at now: Instant) -> [AppExamEffect] {
        guard result == nil else { return [] }
        conduct.hear(effect)
        if let violation = conduct.violation {
            end(.rig(.screen(violation)))
            return []
        }
        return judge(effect, at: now)
    }

    /// The person at the phone says that it is done.
    public mutating func done(_ task: AppTask, at now: Instant) -> [AppExamEffect] {
        guard result == nil, self.task == task else { return [] }
        self.task = nil
        (origin, limit) = (now, now + plan.limit)
        return enoughMoves(at: now)
    }

    /// Does what is due.
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

    /// The connection that is tried, or was last.
    var probe: ScreenProbe? { probeCount > 0 ? Self.probes[probeCount - 1] : nil }

    // MARK: The course

    mutating func enter(_ stage: Stage, at now: Instant) {
        self.stage = stage
        (task, origin) = (nil, now)
        limit = stage == .over ? nil : now + wait(in: stage)
    }

    private func wait(in stage: Stage) -> Span {
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
