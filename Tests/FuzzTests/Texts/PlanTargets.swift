import GateKit
import Ground
import JSON
import RigKit
import Rigs

/// Handwritten JSON: plans, quarantine and rigs.
enum PlanTargets {
    static let all = [
        FuzzTarget("gate-plan", seeds: { Seeds.files(in: "gate", ending: ".json") }, take: plan),
        FuzzTarget("rig", seeds: { Seeds.texts(Rig.all.map { RigFile.text(of: $0) }) }, take: rig),
        FuzzTarget("quarantine", seeds: { Seeds.texts(entries) }, take: quarantine),
    ]

    private static let entries = [
        #"{"scenario": "a", "owner": "b", "reason": "c", "from": "2026-11-20", "until": "2026-12-04"}"#,
        "# known\n\n" + #"{"scenario": "a", "failure": "3f9a0c11d2"}"# + "\r\n{}",
    ]

    private static func plan(_ input: [UInt8]) {
        guard let plan = try? PlanFile.plan(from: String(decoding: input, as: UTF8.self), file: "p") else { return }
        _ = plan.problems(on: CalendarDay(number: 20_782), scenarios: [ScenarioFacts(name: "a", hash: "")])
        _ = plan.notices(on: CalendarDay(number: 20_782))
        let text = PlanFile.text(of: plan)
        must((try? PlanFile.plan(from: text)) == plan, "a plan is not read back: \(text)")
    }

    private static func rig(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        do throws(RigFileError) {
            let rig = try RigFile.rig(from: text, named: "r")
            must((try? RigFile.rig(from: RigFile.text(of: rig), named: "r")) == rig, "a rig is not read back: \(text)")
        } catch {
            must(!error.problems.isEmpty, "an error names no problem")
            must(error.problems.allSatisfy { $0.place.offset <= text.utf8.count }, "a place is outside the text")
        }
    }

    private static func quarantine(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        do throws(JSONFileError) {
            let entries = try QuarantineFile.entries(from: text, file: "q")
            let plan = GatePlan.standard.adding(quarantine: entries)
            _ = plan.problems(on: CalendarDay(number: 20_782), scenarios: [])
        } catch {
            must(error.line != nil, "the line that is wrong is not named")
        }
    }
}
