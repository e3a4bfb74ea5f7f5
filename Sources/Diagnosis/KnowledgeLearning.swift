import Glibc
import Ground
public import Simulators

/// Counts the zoo's runs into knowledge, and estimates the deviation of its runs.
///
/// The deviation is not chosen: it is the value that makes the runs of each firmware most likely given only those of
/// the others. Runs on bad rigs are not used for it.
public struct KnowledgeLearning: Sendable {
    /// One run of the zoo.
    private struct Run: Sendable {
        let profile: Int
        let scenario: Int
        let group: Int
        /// Nil for a pass.
        let sign: Int?
        let findings: [Int]
    }

    private let scenarios: [String]
    private let several: Set<String>
    private let places: [String: Int]
    private let subjects: [Subject]
    private let profiles: [Subject: Int]
    private var signs: [FailureSign] = []
    private var signPlaces: [FailureSign: Int] = [:]
    private var findings: [FailureCode] = []
    private var findingPlaces: [FailureCode: Int] = [:]
    private var groups: [String] = []
    private var runs: [Run] = []

    /// Creates a count of the zoo's scenarios, with healthy accessories and these defects and rigs; `several` are those
    /// in which more than one accessory has the defect.
    public init(scenarios: [String], several: Set<String> = [], defects: [Defect], rigs: [BadRanging] = []) {
        (self.scenarios, self.several) = (scenarios, several)
        subjects = [.healthy] + defects.map { .defect($0) } + rigs.map { .rig($0) }
        profiles = Dictionary(uniqueKeysWithValues: subjects.enumerated().map { ($1, $0) })
        places = Dictionary(scenarios.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Counts a run of one firmware.
    public mutating func learn(_ observation: Observation, of subject: Subject, firmware: String) {
        guard let scenario = places[observation.scenario], let profile = profiles[subject] else {
            preconditionFailure("the zoo plays what it was announced to play")
        }
        let sign: Int?
        switch observation.outcome {
        case .silent: return
        case .passed: sign = nil
        case .failed(let failure): sign = place(of: failure)
        }
        let group = groups.firstIndex(of: firmware) ?? groups.count
        if group == groups.count { groups.append(firmware) }
        let found = observation.findings.sorted { $0.rawValue < $1.rawValue }.map { place(of: $0) }
        runs.append(Run(profile: profile, scenario: scenario, group: group, sign: sign, findings: found))
    }

    /// Returns the knowledge learnt.
    public func knowledge() -> Knowledge {
        knowledge(of: runs, smoothing: groups.count > 1 ? bestSmoothing() : Self.cautious)
    }

    /// One firmware alone is no evidence of the deviation of another: one imaginary run counts as much as a real one.
    private static let cautious = Knowledge.Smoothing(outcome: 1, sign: 1)

    private mutating func place(of sign: FailureSign) -> Int {
        if let place = signPlaces[sign] { return place }
        signs.append(sign)
        signPlaces[sign] = signs.count - 1
        return signs.count - 1
    }

    private mutating func place(of finding: FailureCode) -> Int {
        if let place = findingPlaces[finding] { return place }
        findings.append(finding)
        findingPlaces[finding] = findings.count - 1
        return findings.count - 1
    }

    private func knowledge(of runs: some Sequence<Run>, smoothing: Knowledge.Smoothing) -> Knowledge {
        let empty = Array(repeating: Knowledge.Cell(), count: scenarios.count)
        var profiles = subjects.map { Knowledge.Profile(subject: $0, cells: empty) }
        for run in runs { profiles[run.profile].cells[run.scenario].count(run.sign, run.findings) }
        return Knowledge(
            scenarios: scenarios, several: Set(scenarios.indices.filter { several.contains(scenarios[$0]) }),
            signs: signs, findings: findings, profiles: profiles, smoothing: smoothing)
    }

    /// Returns the powers of two that make each firmware's runs most likely given the others'.
    private func bestSmoothing() -> Knowledge.Smoothing {
        let powers = (-10...4).map { exp2(Double($0)) }
        var sums = Array(repeating: (outcome: 0.0, sign: 0.0), count: powers.count)
        for group in groups.indices {
            let seen = knowledge(of: runs.filter { $0.group != group }, smoothing: Self.cautious)
            let tables = powers.map { Chances(seen, smoothing: Knowledge.Smoothing(outcome: $0, sign: $0)) }
            for run in runs where run.group == group && !subjects[run.profile].isRig {
                for (index, chances) in tables.enumerated() {
                    let pass = chances.pass(run.profile, run.scenario)
                    sums[index].outcome += log(run.sign == nil ? pass : 1 - pass)
                    guard let sign = run.sign else { continue }
                    sums[index].sign += log(chances.sign(sign, run.profile, run.scenario))
                }
            }
        }
        func best(_ sum: ((outcome: Double, sign: Double)) -> Double) -> Double {
            zip(powers, sums).max { sum($0.1) < sum($1.1) }?.0 ?? 1
        }
        return Knowledge.Smoothing(outcome: best(\.outcome), sign: best(\.sign))
    }
}

extension Knowledge.Cell {
    fileprivate mutating func count(_ sign: Int?, _ codes: [Int]) {
        runs += 1
        if let sign {
            if let place = failures.firstIndex(where: { $0.sign == sign }) {
                failures[place].count += 1
            } else {
                failures.append((sign, 1))
            }
        }
        for code in codes {
            if let place = findings.firstIndex(where: { $0.code == code }) {
                findings[place].count += 1
            } else {
                findings.append((code, 1))
            }
        }
    }
}
