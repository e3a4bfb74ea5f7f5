public import Journal

/// The results of all scenarios with all faults of the rig.
public struct RigMatrix: Sendable {
    public let scenarios: [String]
    /// The result of each scenario on a rig without a fault.
    public let sound: [RunSummary]
    /// The number of probes that each scenario does not pass on a sound rig; without one, a pass may be luck.
    public let probes: [Int]
    /// One row per fault, one column per scenario.
    public let rows: [[RigResult]]

    /// Creates a matrix; the results of each fault are in the order of the scenarios.
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

    /// Scenarios in which a rig without a fault, or the accessory, was blamed.
    public var alarms: [RunSummary] { sound.filter { $0.verdict != .passed } }

    public var isEmpty: Bool { rows.allSatisfy(\.isEmpty) }

    /// Whether every fault is named, nothing else ever is, and no pass is based on lost evidence.
    public var isComplete: Bool {
        !isEmpty && broken.isEmpty && unnamed.isEmpty && alarms.isEmpty && probes.allSatisfy { $0 > 0 }
    }

    /// The matrix, the codes that name each fault, and the escapes, for a console of 80 columns.
    public var text: String { RigMatrixText(self).lines.joined(separator: "\n") + "\n" }

    /// The matrix of a search that has not ended: nothing was named.
    public static var unended: RigMatrix { RigMatrix(scenarios: [], sound: [], probes: [], rows: []) }

    public func report(seed: UInt64) -> ZooReport {
        ZooReport(
            text: text, brief: RigMatrixText(self).brief.joined(separator: "\n") + "\n",
            json: RigDocument(self, seed: seed).json, isComplete: isComplete)
    }
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
