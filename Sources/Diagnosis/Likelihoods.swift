import Glibc
import Ground

/// The likelihood of a pattern with each kind of accessory, with two defects together, and with none that is known.
///
/// Scenarios count once each, however often they were played: repeated runs of one firmware are not independent
/// evidence. A finding counts once for the whole suite, because an accessory behaves the same in all runs. If a
/// scenario both passed and failed, the fault is intermittent, and half of the runs with any defect are assumed to be
/// as with a healthy accessory.
struct Likelihoods {
    /// A scenario of the pattern, with its probabilities for every profile.
    private struct Row {
        /// The share of the runs that failed with each sign.
        let failed: [Double]
        /// By profile.
        let pass: [Double]
        /// By sign, and then by profile, for the failed runs.
        let sign: [[Double]]
    }

    /// A finding that the zoo knows, with its probabilities for every profile.
    private struct Finding {
        let isSeen: Bool
        /// The probability that none of the pattern's scenarios has it, by profile.
        let absent: [Double]
        let unknown: Double
        /// The number of runs behind the knowledge of one scenario.
        let runs: Double

        /// Limits the weight of a finding that never or always occurs, because there are few runs.
        func likelihood(absent: Double) -> Double {
            let seen = ((1 - absent) * runs + 0.5) / (runs + 1)
            return log(isSeen ? seen : 1 - seen)
        }
    }

    /// The scenarios that failed.
    private let rows: [Row]
    /// The likelihood of everything that passed, by profile.
    private let passes: [Double]
    private let unknownRows: Double
    private let findings: [Finding]

    init(_ pattern: [(place: Int, row: SuitePattern.Row)], in knowledge: Knowledge, _ chances: Chances) {
        let profiles = knowledge.profiles.indices
        var rows: [Row] = []
        var passes = Array(repeating: 0.0, count: profiles.count)
        var unknown = 0.0
        let isNowAndThen = pattern.contains { $0.row.passes > 0 && !$0.row.failures.isEmpty }
        for (place, row) in pattern {
            let runs = Double(row.runs)
            let steady = profiles.map { chances.pass($0, place) }
            let pass = isNowAndThen ? steady.map { ($0 + steady[0]) / 2 } : steady
            let fails = chances.anyFails(place)
            if row.passes > 0 {
                let passed = Double(row.passes) / runs
                for profile in profiles { passes[profile] += passed * log(pass[profile]) }
                unknown += passed * log(1 - fails)
            }
            guard !row.failures.isEmpty else { continue }
            let signs = row.failures.map { knowledge.place(of: $0.sign) }
            let failed = row.failures.map { Double($0.count) / runs }
            for (sign, share) in zip(signs, failed) { unknown += share * log(fails * chances.anySign(sign, place)) }
            rows.append(
                Row(failed: failed, pass: pass, sign: signs.map { s in profiles.map { chances.sign(s, $0, place) } }))
        }
        (self.rows, self.passes, unknownRows) = (rows, passes, unknown)
        findings = knowledge.findings.indices.map { code in
            var absent = Array(repeating: 1.0, count: profiles.count)
            var unknown = 1.0
            var runs = 0
            for (place, _) in pattern {
                for profile in profiles { absent[profile] *= 1 - chances.finding(code, profile, place) }
                unknown *= 1 - chances.anyFinds(code, place)
                runs = max(runs, knowledge.profiles[0].cells[place].runs)
            }
            let isSeen = pattern.contains { $0.row.findings.contains(knowledge.findings[code]) }
            return Finding(isSeen: isSeen, absent: absent, unknown: unknown, runs: Double(runs))
        }
    }

    /// Returns the likelihood with one kind of accessory, as a natural logarithm like all others here.
    func single(_ profile: Int) -> Double {
        var sum = passes[profile]
        for row in rows {
            for (index, share) in row.failed.enumerated() {
                sum += share * log((1 - row.pass[profile]) * row.sign[index][profile])
            }
        }
        return findings.reduce(sum) { $0 + $1.likelihood(absent: $1.absent[profile]) }
    }

    /// Returns the likelihood with two defects in one accessory: it passes where both do, and either may cause a
    /// failure.
    func pair(_ one: Int, _ other: Int) -> Double {
        var sum = passes[one] + passes[other]
        for row in rows {
            let pass = row.pass[one] * row.pass[other]
            let (oneFails, otherFails) = (1 - row.pass[one], 1 - row.pass[other])
            for (index, share) in row.failed.enumerated() {
                let sign =
                    (oneFails * row.sign[index][one] + otherFails * row.sign[index][other]) / (oneFails + otherFails)
                sum += share * log((1 - pass) * sign)
            }
        }
        return findings.reduce(sum) { $0 + $1.likelihood(absent: $1.absent[one] * $1.absent[other]) }
    }

    /// The likelihood with an accessory of which only the zoo's general failure rate of each scenario is known.
    var unknown: Double {
        findings.reduce(unknownRows) { $0 + $1.likelihood(absent: $1.unknown) }
    }
}
