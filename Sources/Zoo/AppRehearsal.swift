public import Engine
import Ground
public import Simulators

/// One examination of a simulated phone app in virtual time, with a user who does what is asked.
public struct AppRehearsal: Sendable {
    /// The time from a request until the user has done it.
    private static let reaction = Lapse.seconds(1)
    /// The limit on one course.
    private static let longest = Lapse.seconds(3_600)

    private var stage: AppStage
    private var exam: AppExam
    private var tasks: [(task: AppTask, due: Instant)] = []

    /// Creates a rehearsal; `present` is whether there is a phone at all.
    public init(
        app defects: Set<AppDefect> = [], screen: Set<ScreenDefect> = [], moves: Int = 10, present: Bool = true,
        seed: UInt64
    ) {
        let app = SimulatedApp(defects: defects, seed: seed)
        var plan = AppExamPlan.rehearsed
        stage = AppStage(app, named: present ? plan.device : nil, screen: ScreenBuild(defects: screen), seed: seed)
        plan.moves = moves
        plan.showsCertificate = !screen.contains(.showsNoCertificate)
        exam = AppExam(plan)
    }

    /// Plays the rehearsal to its end.
    public mutating func play() -> AppExamResult {
        var now = Instant.start
        follow(exam.begin(at: now), at: now)
        while exam.result == nil {
            let due = [stage.deadline, exam.deadline, tasks.map(\.due).min()].compactMap(\.self).min()
            guard let due, due < .start + Self.longest else { return .rig(.screen(.neverEnded)) }
            now = max(now, due)
            stage.advance(to: now)
            look(at: now)
            let ready = tasks.filter { $0.due <= now }
            tasks.removeAll { $0.due <= now }
            for entry in ready {
                act(entry.task, at: now)
                follow(exam.done(entry.task, at: now), at: now)
            }
            look(at: now)
            follow(exam.advance(to: now), at: now)
        }
        return exam.result ?? .nothing(.nobody(others: []))
    }

    private mutating func look(at now: Instant) {
        for (instant, sight) in stage.take() {
            switch sight {
            case .found(let name, let strings): follow(exam.found(name, strings: strings, at: instant), at: now)
            case .effect(let effect): follow(exam.hear(effect, at: instant), at: now)
            case .consented: follow(exam.done(.consent, at: instant), at: now)
            }
        }
    }

    private mutating func follow(_ effects: [AppExamEffect], at now: Instant) {
        for effect in effects {
            switch effect {
            case .act(let act): stage.perform(act, at: now)
            case .probe(let probe): stage.perform(probe, at: now)
            // The phone's own user answers it.
            case .ask(.consent), .shown: break
            case .ask(let task): tasks.append((task, now + Self.reaction))
            }
        }
    }

    private mutating func act(_ task: AppTask, at now: Instant) {
        switch task {
        case .background: stage.perform(AppAct.background, at: now)
        case .resume: stage.perform(AppAct.resume, at: now)
        case .play(let moves): stage.perform(AppAct.play(moves: moves), at: now)
        case .consent: break
        }
    }
}
