import Gate
import GateKit
import Journal

/// The day on which the tests' gates run.
let today = CalendarDay(number: 20_782)  // 2026-11-25

func hash(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 64 - digits.count) + digits
}

let someKey = "3f9a0c11d2" + String(repeating: "0", count: 54)

/// A gate without a rig, in which a closure determines how each run ends.
struct GatePlayer {
    private(set) var judge: GateJudge
    /// The number of runs in progress at the same time; the last one started ends first.
    var atOnce = 1
    /// Returns the result of an identity reading, given the number of runs before it.
    var identity: (GateSide, Int) -> IdentityLevel = { _, _ in .flashed }
    private(set) var played: [GateTask] = []

    init(_ plan: GatePlan, _ names: [String] = ["a"], options: GateOptions = GateOptions(today: today)) throws {
        let facts = names.enumerated().map { ScenarioFacts(name: $0.element, hash: hash(1_000_000 + $0.offset)) }
        judge = try GateJudge(plan, scenarios: facts, options: options)
    }

    /// Plays to the end, or until this many runs were started; returns the result.
    @discardableResult
    mutating func play(most: Int = 100_000, _ run: (GateTask) -> Ending) throws -> GateResult {
        var running: [GateTask] = []
        while true {
            if running.count < atOnce, played.count < most {
                switch judge.next() {
                case .readIdentity(let side):
                    judge.receive(identity: identity(side, played.count), of: side)
                    continue
                case .play(let task):
                    played.append(task)
                    running.append(task)
                    continue
                case .wait: break
                case .ended: return judge.outcome().result
                }
            }
            guard let task = running.popLast() else { return judge.outcome().result }
            try judge.receive(attempt(task, run(task)))
        }
    }

    mutating func tell(_ change: (inout GateJudge) throws -> Void) rethrows { try change(&judge) }

    func attempt(_ task: GateTask, _ ending: Ending) -> GateAttempt {
        let cycles = played.prefix(task.ordinal).count { $0.beginsPowerCycle }
        return GateAttempt(
            task,
            in: GateContext(
                powerCycle: ending.powerCycle ?? cycles + 1, unit: ending.unit, bench: ending.bench,
                stage: ending.stage, identity: .flashed),
            verdict: ending.verdict, failureKey: ending.key, witness: ending.witness, measured: ending.measured,
            byOperator: ending.byOperator, isAssumed: ending.isAssumed, folder: "\(task.ordinal)-\(task.scenario)",
            manifest: hash(task.ordinal))
    }
}

/// The ending of a run in a test.
struct Ending {
    var verdict: VerdictKind
    var key: String?
    var witness: String?
    var measured: [GateMeasurement] = []
    var powerCycle: Int?
    var unit = "unit 1"
    var bench = "bench 1"
    var stage = GateStage.hardware
    var byOperator = false
    var isAssumed = false

    static let passed = Ending(verdict: .passed)
    static let failed = Ending(verdict: .failed, key: someKey)
    static let gone = Ending(verdict: .error, witness: "usb 1-1: USB disconnect")

    static func measuring(_ value: Int64?) -> Ending {
        Ending(verdict: .passed, measured: [GateMeasurement("latency", value, .nanoseconds)])
    }
}

extension GatePlan {
    static let cleanPlan = GatePlan("clean", "Made by a test") { Prove(.everything, .clean(below: .percent(5))) }
    static let sequentialPlan = GatePlan("sequential", "Made by a test") {
        Prove(.everything, .sequential(good: .percent(1), bad: .percent(5)))
    }

    /// Returns the clean plan with one known failure.
    static func quarantining(
        _ failure: String? = nil, owner: String = "ana", from: String = "2026-11-20", until: String = "2026-12-04"
    ) -> GatePlan {
        GatePlan("known", "Made by a test") {
            Prove(.everything, .clean(below: .percent(5)))
            Quarantine("a", failure: failure, owner: owner, reason: "#1", from: from, until: until)
        }
    }
}

extension GatePlayer {
    static let circumstances = GateDocument.Circumstances(
        plan: .init(hash: hash(7), name: "clean", kind: .swift, text: PlanFile.text(of: .cleanPlan)),
        firmware: .init(
            file: "door-1.2.3.bin", sha256: hash(8),
            identity: .init(
                level: .flashed,
                readings: [
                    .init(
                        when: "2026-11-25T10:00:00Z", afterOrdinal: 0, level: .flashed, source: "programmer",
                        bytes: "00"),
                    .init(
                        when: "2026-11-25T11:00:00Z", afterOrdinal: 59, level: .flashed, source: "programmer",
                        bytes: "00"),
                ])),
        bench: .init(name: "deskBench", fingerprint: "bench 1"), rig: "trammel 1.3", started: "2026-11-25T09:59:00Z",
        ended: "2026-11-25T11:01:00.5Z")

    func document(_ circumstances: GateDocument.Circumstances = circumstances) -> GateDocument {
        GateDocument(judge, circumstances)
    }
}
