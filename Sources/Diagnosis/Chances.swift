import Glibc

/// How likely each outcome of a scenario is with each kind of accessory, as its counts and the smoothing tell.
///
/// What was never counted stays possible: a little as it is with the same defect in other scenarios, a little as it is
/// with other defects in the same scenario, and least of all what never showed anywhere.
struct Chances {
    private let knowledge: Knowledge
    private let smoothing: Knowledge.Smoothing
    /// By scenario: the runs of all kinds of accessory together, and of them the failed ones.
    private var runs: [Int]
    private var failed: [Int]
    /// By sign: how often it showed; by scenario and by profile the same.
    private var ofAll: [Int]
    private var ofScenario: [[Int]]
    private var ofProfile: [[Int]]
    private var failedOfProfile: [Int]
    /// By scenario and finding: in how many runs of all kinds.
    private var found: [[Int]]
    private var failedInAll = 0

    init(_ knowledge: Knowledge, smoothing: Knowledge.Smoothing? = nil) {
        self.knowledge = knowledge
        self.smoothing = smoothing ?? knowledge.smoothing
        let (scenarios, signs) = (knowledge.scenarios.count, knowledge.signs.count)
        runs = Array(repeating: 0, count: scenarios)
        failed = runs
        ofAll = Array(repeating: 0, count: signs)
        ofScenario = Array(repeating: ofAll, count: scenarios)
        ofProfile = Array(repeating: ofAll, count: knowledge.profiles.count)
        failedOfProfile = Array(repeating: 0, count: knowledge.profiles.count)
        found = Array(repeating: Array(repeating: 0, count: knowledge.findings.count), count: scenarios)
        for (profile, entry) in knowledge.profiles.enumerated() {
            for (scenario, cell) in entry.cells.enumerated() {
                for (sign, count) in cell.failures {
                    failedOfProfile[profile] += count
                    ofProfile[profile][sign] += count
                }
                // How accessories fail on the whole, no rig says.
                guard !entry.subject.isRig else { continue }
                runs[scenario] += cell.runs
                for (sign, count) in cell.failures {
                    failed[scenario] += count
                    failedInAll += count
                    ofAll[sign] += count
                    ofScenario[scenario][sign] += count
                }
                for (code, count) in cell.findings { found[scenario][code] += count }
            }
        }
    }

    /// That a run passes.
    func pass(_ profile: Int, _ scenario: Int) -> Double {
        let cell = knowledge.profiles[profile].cells[scenario]
        let mean = anyFails(scenario)
        return 1 - (Double(cell.failed) + smoothing.outcome * mean) / (Double(cell.runs) + smoothing.outcome)
    }

    /// That a run with any accessory of the zoo fails.
    func anyFails(_ scenario: Int) -> Double { (Double(failed[scenario]) + 0.5) / (Double(runs[scenario]) + 1) }

    /// That a run which fails does so with this sign; nil stands for all that never showed.
    func sign(_ sign: Int?, _ profile: Int, _ scenario: Int) -> Double {
        let cell = knowledge.profiles[profile].cells[scenario]
        let count = cell.failures.first { $0.sign == sign }?.count ?? 0
        let own = sign.map { Double(ofProfile[profile][$0]) } ?? 0
        let elsewhere = (own + anySign(sign)) / (Double(failedOfProfile[profile]) + 1)
        let spread = (elsewhere + anySign(sign, scenario)) / 2
        return (Double(count) + smoothing.sign * spread) / (Double(cell.failed) + smoothing.sign)
    }

    /// The same with any accessory of the zoo.
    func anySign(_ sign: Int?, _ scenario: Int) -> Double {
        let count = sign.map { Double(ofScenario[scenario][$0]) } ?? 0
        return (count + anySign(sign)) / (Double(failed[scenario]) + 1)
    }

    /// The same in any scenario.
    private func anySign(_ sign: Int?) -> Double {
        let count = sign.map { Double(ofAll[$0]) } ?? 0
        return (count + 1 / Double(ofAll.count + 1)) / Double(failedInAll + 1)
    }

    /// That a run has this finding.
    func finding(_ code: Int, _ profile: Int, _ scenario: Int) -> Double {
        let cell = knowledge.profiles[profile].cells[scenario]
        let count = cell.findings.first { $0.code == code }?.count ?? 0
        return (Double(count) + smoothing.outcome * anyFinds(code, scenario)) / (Double(cell.runs) + smoothing.outcome)
    }

    func anyFinds(_ code: Int, _ scenario: Int) -> Double {
        (Double(found[scenario][code]) + 0.5) / (Double(runs[scenario]) + 1)
    }

    /// How much a run of the scenario tells between two kinds of accessory, in bits from 0 to 1.
    func divergence(_ one: Int, _ other: Int, in scenario: Int) -> Double {
        let (pass, otherPass) = (pass(one, scenario), pass(other, scenario))
        var sum = Self.share(pass, otherPass)
        for sign in ofAll.indices where ofScenario[scenario][sign] > 0 {
            sum += Self.share(
                (1 - pass) * self.sign(sign, one, scenario), (1 - otherPass) * self.sign(sign, other, scenario))
        }
        return sum
    }

    /// One outcome's part of the Jensen-Shannon divergence.
    private static func share(_ one: Double, _ other: Double) -> Double {
        let mean = (one + other) / 2
        func part(_ chance: Double) -> Double { chance > 0 ? chance * log2(chance / mean) / 2 : 0 }
        return part(one) + part(other)
    }
}
