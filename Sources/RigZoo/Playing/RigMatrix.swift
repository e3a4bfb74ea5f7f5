public import Journal

/// What all scenarios made of all faults of the rig.
public struct RigMatrix: Sendable {
    public let scenarios: [String]
    /// What each scenario came to on a rig without a fault.
    public let sound: [RunSummary]
    /// How many probes each scenario does not pass on a sound rig; without one nothing tells a pass from a lucky one.
    public let probes: [Int]
    /// One row a fault, one column a scenario.
    public let rows: [[RigResult]]

    /// The results of each fault in the order of the scenarios.
    public init(scenarios: [String], sound: [RunSummary], probes: [Int], rows: [[RigResult]]) {
        (self.scenarios, self.sound, self.probes, self.rows) = (scenarios, sound, probes, rows)
    }

    /// Results that break the promise of their fault.
    public var broken: [RigResult] { rows.joined().filter(\.isBroken) }

    /// Faults that no scenario named although they must be named.
    public var unnamed: [BenchFault] {
        rows.compactMap { row in
            guard let fault = row.first?.fault, fault.facts.isToBeNamed else { return nil }
            let isNamed = row.contains { $0.sightings.contains { $0.mark == .named } }
            return isNamed ? nil : fault
        }
    }

    /// Scenarios in which a rig without a fault is at fault, or the accessory.
    public var alarms: [RunSummary] { sound.filter { $0.verdict != .passed } }

    public var isEmpty: Bool { rows.allSatisfy(\.isEmpty) }

    /// Whether every fault is named, nothing else ever, and no pass stands on lost evidence.
    public var isComplete: Bool {
        !isEmpty && broken.isEmpty && unnamed.isEmpty && alarms.isEmpty && probes.allSatisfy { $0 > 0 }
    }

    /// The matrix, by what each fault is named, and what escaped, for a console of 80 columns.
    public var text: String { RigMatrixText(self).lines.joined(separator: "\n") + "\n" }
}

extension RigResult {
    /// Whether it breaks the promise of its fault.
    public var isBroken: Bool {
        switch mark {
        case .passed: false
        case .named: fault.facts.codes.isEmpty
        case .misnamed, .skipped, .wronglyPassed, .blamed: true
        }
    }
}
