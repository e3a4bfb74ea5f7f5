import Glibc

/// The probability of each outcome of a scenario with each kind of accessory, from its counts and the smoothing.
///
/// Outcomes that were never counted stay possible. Their probability derives partly from the same defect in other
/// scenarios and partly from other defects in the same scenario, and is least for outcomes that never occurred
/// anywhere.
struct Chances {
    private let knowledge: Knowledge
    private let smoothing: Knowledge.Smoothing
    /// By scenario: the runs of all kinds of accessory together, and the failed ones among them.
    private var runs: [Int]
    private var failed: [Int]
    /// The number of occurrences of each sign: in total, by scenario and by profile.
    private var ofAll: [Int]
    private var ofScenario: [[Int]]
    private var ofProfile: [[Int]]
    private var failedOfProfile: [Int]
    /// By scenario and finding: the number of runs of all kinds.
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
                // Rigs are no evidence of how accessories fail in general.
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

    /// Returns the probability that a run passes.
    func pass(_ profile: Int, _ scenario: Int) -> Double {
        let cell = knowledge.profiles[profile].cells[scenario]
        let mean = anyFails(scenario)
        return 1 - (Double(cell.failed) + smoothing.outcome * mean) / (Double(cell.runs) + smoothing.outcome)
    }

    /// Returns the probability that a run with any accessory of the zoo fails.
    func anyFails(_ scenario: Int) -> Double { (Double(failed[scenario]) + 0.5) / (Double(runs[scenario]) + 1) }

    /// Returns the probability that a failed run has this sign; nil means all signs that never occurred.
    func sign(_ sign: Int?, _ profile: Int, _ scenario: Int) -> Double {
        let cell = knowledge.profiles[profile].cells[scenario]
        let count = cell.failures.first { $0.sign == sign }?.count ?? 0
        let own = sign.map { Double(ofProfile[profile][$0]) } ?? 0
        let elsewhere = (own + anySign(sign)) / (Double(failedOfProfile[profile]) + 1)
        let spread = (elsewhere + anySign(sign, scenario)) / 2
        return (Double(count) + smoothing.sign * spread) / (Double(cell.failed) + smoothing.sign)
    }

    /// Returns the probability of the sign with any accessory of the zoo.
    func anySign(_ sign: Int?, _ scenario: Int) -> Double {
        let count = sign.map { Double(ofScenario[scenario][$0]) } ?? 0
        return (count + anySign(sign)) / (Double(failed[scenario]) + 1)
    }

    /// Returns the probability of the sign in any scenario.
    private func anySign(_ sign: Int?) -> Double {
        let count = sign.map { Double(ofAll[$0]) } ?? 0
        return (count + 1 / Double(ofAll.count + 1)) / Double(failedInAll + 1)
    }

    /// Returns the probability that a run has this finding.
    func finding(_ code: Int, _ profile: Int, _ scenario: Int) -> Double {
        let cell = knowledge.profiles[profile].cells[scenario]
        let count = cell.findings.first { $0.code == code }?.count ?? 0
        return (Double(count) + smoothing.outcome * anyFinds(code, scenario)) / (Double(cell.runs) + smoothing.outcome)
    }

    func anyFinds(_ code: Int, _ scenario: Int) -> Double {
        (Double(found[scenario][code]) + 0.5) / (Double(runs[scenario]) + 1)
    }

    /// Returns the information, in bits from 0 to 1, that a run of the scenario yields between two kinds of
    /// accessory.
    func divergence(_ one: Int, _ other: Int, in scenario: Int) -> Double {
        let (pass, otherPass) = (pass(one, scenario), pass(other, scenario))
        var sum = Self.share(pass, otherPass)
        for sign in ofAll.indices where ofScenario[scenario][sign] > 0 {
            sum += Self.share(
                (1 - pass) * self.sign(sign, one, scenario), (1 - otherPass) * self.sign(sign, other, scenario))
        }
        return sum
    }

    /// Returns one outcome's part of the Jensen-Shannon divergence.
    private static func share(_ one: Double, _ other: Double) -> Double {
        let mean = (one + other) / 2
        func part(_ chance: Double) -> Double { chance > 0 ? chance * log2(chance / mean) / 2 : 0 }
        return part(one) + part(other)
    }
}
