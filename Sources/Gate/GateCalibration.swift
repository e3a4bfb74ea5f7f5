public import GateKit
import Ground
import Journal
public import Statistics

/// A simulation of many gates against firmware whose true rates are known, which counts how often each kind of proof
/// errs.
///
/// It measures the actual error rates of the judge, independently of the formulas.
public struct GateCalibration: Sendable {
    /// The counts for one kind of proof and one kind of firmware.
    public struct Row: Hashable, Sendable {
        public let name: String
        /// The maximum allowed error rate.
        public let risk: Double
        public let gates: Int
        public let wrong: Int

        public init(name: String, risk: Double, gates: Int, wrong: Int) {
            self.name = name
            self.risk = risk
            self.gates = gates
            self.wrong = wrong
        }

        /// The 99 % Clopper-Pearson interval of the error rate.
        public var interval: FailureRate.Interval {
            FailureRate(failures: wrong, trials: gates).interval(confidence: 0.99)
        }

        /// Whether the count contradicts the promised risk: the whole interval is above it.
        public var isBroken: Bool { interval.lower > risk }
    }

    /// A firmware: its failure rates and its measurements.
    private struct Firmware {
        var failing = 0.0
        var failingBaseline = 0.0
        /// The share of runs above the limit.
        var above = 0.0
        /// The shift of a normally distributed quantity with a standard deviation of 1000.
        var shift = 0.0
    }

    private struct Case {
        let name: String
        let proof: Proof
        let firmware: Firmware
        let risk: Double
        /// The result that is wrong for this firmware.
        let wrong: GateResult
        var atOnce = 1
    }

    private static let latency = Proof.limit(quantity: "latency", limit: .span(Lapse(nanoseconds: 1000)))
    private static let sequential = Proof.sequential(good: .percent(1), bad: .percent(5))
    private static let noWorseRate = Proof.noWorseRate(margin: .percent(10), runs: 150)
    private static let noWorseQuantity = Proof.noWorseQuantity(
        quantity: "latency", margin: .span(Lapse(nanoseconds: 1000)), runs: 20)

    private static let cases = [
        Case(
            name: "clean, 5 % at 95 %: a firmware that fails in 5 % passes", proof: .clean(below: .percent(5)),
            firmware: Firmware(failing: 0.05), risk: 0.05, wrong: .passed),
        Case(
            name: "clean, 5 % at 95 %: one that fails in 0.05 % is failed", proof: .clean(below: .percent(5)),
            firmware: Firmware(failing: 0.0005), risk: CleanRuns.chanceToSee(rate: 0.0005, in: 59), wrong: .failed),
        Case(
            name: "sequential, 1 % to 5 %: one that fails in 5 % passes", proof: sequential,
            firmware: Firmware(failing: 0.05), risk: 0.05, wrong: .passed),
        Case(
            name: "the same with four runs at once", proof: sequential, firmware: Firmware(failing: 0.05), risk: 0.05,
            wrong: .passed, atOnce: 4),
        Case(
            name: "sequential, 1 % to 5 %: one that fails in 1 % is failed", proof: sequential,
            firmware: Firmware(failing: 0.01), risk: 0.05, wrong: .failed),
        Case(
            name: "limit, 95 % at 95 %: one with 5 % above it passes", proof: latency, firmware: Firmware(above: 0.05),
            risk: 0.05, wrong: .passed),
        Case(
            name: "limit, 95 % at 95 %: one with 0.05 % above it is failed", proof: latency,
            firmware: Firmware(above: 0.0005), risk: CleanRuns.chanceToSee(rate: 0.0005, in: 59), wrong: .failed),
        Case(
            name: "no worse by 10 %: one that fails in 15 % against 5 % passes", proof: noWorseRate,
            firmware: Firmware(failing: 0.15, failingBaseline: 0.05), risk: 0.025, wrong: .passed),
        Case(
            name: "no worse by 10 %: one that fails as often as the baseline is failed", proof: noWorseRate,
            firmware: Firmware(failing: 0.05, failingBaseline: 0.05), risk: 0.05, wrong: .failed),
        Case(
            name: "no worse by 1 s of latency: one that is slower by 1 s passes", proof: noWorseQuantity,
            firmware: Firmware(shift: 1000), risk: 0.05, wrong: .passed),
        Case(
            name: "no worse by 1 s of latency: one that is as fast is failed", proof: noWorseQuantity,
            firmware: Firmware(), risk: 0.05, wrong: .failed),
        Case(
            name: "smoke: one that never fails passes", proof: .smoke(runs: 10), firmware: Firmware(), risk: 0,
            wrong: .passed),
    ]

    /// Plays this many gates of each kind; the same seed gives the same counts on every machine.
    public static func rows(gates: Int, seed: UInt64 = 1) -> [Row] {
        var generator = SeededGenerator(seed: seed)
        return cases.map { one in
            var own = generator.fork()
            let wrong = (0..<max(0, gates)).count { _ in play(one, &own) == one.wrong }
            return Row(name: one.name, risk: one.risk, gates: max(0, gates), wrong: wrong)
        }
    }

    /// Plays this many gates with one proof and counts the wrong results; `run` plays a gate's runs and returns their
    /// evidence.
    public static func row(
        _ name: String, proof: Proof, risk: Double, wrong: GateResult, gates: Int,
        run: (GateTask) throws -> GateAttempt
    ) rethrows -> Row {
        var count = 0
        for _ in 0..<gates {
            let result = try result(of: proof) { running in try run(running.removeFirst()) }
            if result == wrong { count += 1 }
        }
        return Row(name: name, risk: risk, gates: gates, wrong: count)
    }

    private static func play(_ one: Case, _ generator: inout SeededGenerator) -> GateResult {
        result(of: one.proof, atOnce: one.atOnce) { running in
            let task = running.remove(at: Int.random(in: running.indices, using: &generator))
            return attempt(task, one.firmware, &generator)
        }
    }

    /// Plays a gate to its end; `settle` ends one of the runs in progress.
    private static func result(
        of proof: Proof, atOnce: Int = 1, settle: (inout [GateTask]) throws -> GateAttempt
    ) rethrows -> GateResult {
        let spot = SourceSpot(file: "", line: 0)
        let plan = GatePlan(
            name: "calibration", summary: "Counts errors",
            entries: [PlanEntry(.prove(scenarios: .everything, proof: proof), spot: spot)], spot: spot)
        let scenario = ScenarioFacts(name: "a", hash: "a")
        let options = GateOptions(hasBaseline: proof.needsBaseline, today: CalendarDay(number: 0))
        guard var judge = try? GateJudge(plan, scenarios: [scenario], options: options) else {
            preconditionFailure("the plans of the calibration are sound")
        }
        var running: [GateTask] = []
        while true {
            switch running.count < atOnce ? judge.next() : .wait {
            case .readIdentity(let side):
                judge.receive(identity: .flashed, of: side)
            case .play(let task):
                running.append(task)
            case .wait:
                let attempt = try settle(&running)
                do { try judge.receive(attempt) } catch { preconditionFailure("the calibration plays what is asked") }
            case .ended:
                return judge.outcome().result
            }
        }
    }

    private static func attempt(
        _ task: GateTask, _ firmware: Firmware, _ generator: inout SeededGenerator
    ) -> GateAttempt {
        let isCandidate = task.side == .candidate
        let fails = generator.chance(isCandidate ? firmware.failing : firmware.failingBaseline)
        let value: Int64
        if firmware.above > 0 {
            value = generator.chance(firmware.above) ? 2000 : 500
        } else {
            value = Int64(10_000 + generator.gaussian() * 1000 + (isCandidate ? firmware.shift : 0))
        }
        return GateAttempt(
            task, in: GateContext(powerCycle: 1, unit: "", bench: "", stage: .hardware, identity: .flashed),
            verdict: fails ? .failed : .passed, measured: [GateMeasurement("latency", value, .nanoseconds)],
            folder: "", manifest: "\(task.ordinal)")
    }
}
