import Gate
import GateKit
import Ground
import Journal

/// A gate's document.
enum GateTargets {
    static let all = [
        FuzzTarget("gate-document", seeds: { [smallest, Seeds.file("gate/gate-format-1.json")] }, take: document)
    ]

    /// The document of a gate with a single run, small enough for a fuzzer.
    private static var smallest: [UInt8] {
        let hash = String(repeating: "0", count: 64)
        let spot = SourceSpot(file: "", line: 0)
        let proof = PlanEntry(.prove(scenarios: .everything, proof: .smoke(runs: 1)), spot: spot)
        let plan = GatePlan(name: "p", summary: "s", entries: [proof], spot: spot)
        let scenario = ScenarioFacts(name: "a", hash: hash)
        guard
            var judge = try? GateJudge(plan, scenarios: [scenario], options: GateOptions(today: CalendarDay(number: 0)))
        else { fatalError("the plan of a seed is sound") }
        judge.receive(identity: .flashed, of: .candidate)
        if case .play(let task) = judge.next() {
            let attempt = GateAttempt(
                task, in: GateContext(powerCycle: 1, unit: "u", bench: "b", stage: .hardware, identity: .flashed),
                verdict: .passed, folder: "f", manifest: hash)
            try? judge.receive(attempt)
        }
        let firmware = GateDocument.Firmware(
            file: "f", sha256: hash, identity: GateDocument.Identity(level: .unknown, readings: []))
        let circumstances = GateDocument.Circumstances(
            plan: GateDocument.Plan(hash: hash, name: "p", kind: .json, text: PlanFile.text(of: plan)),
            firmware: firmware, bench: GateDocument.Bench(name: "b", fingerprint: "b"), rig: "r",
            started: "2026-11-25T10:00:00Z", ended: "2026-11-25T10:00:01Z")
        return GateFile.bytes(of: GateDocument(judge, circumstances))
    }

    private static func document(_ input: [UInt8]) {
        guard let document = try? GateFile.document(from: input) else { return }
        must(GateFile.bytes(of: document) == input, "what was read is not what would be written")
    }
}
