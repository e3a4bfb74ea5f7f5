import Reports
public import RigKit
public import ScenarioKit
public import Simulators

/// The results of the whole suite with the whole zoo.
public struct ZooMatrix: Sendable {
    /// One accessory, with one result per scenario.
    public typealias Row = (accessory: ZooAccessory, results: [ZooResult])

    public let scenarios: [String]
    /// One row per accessory, one column per scenario.
    public let rows: [Row]
    /// The same on a rig without a UWB kit, for the accessories whose defect the data channel shows, and for healthy
    /// ones; empty if that was not played.
    public let rowsWithoutKit: [Row]

    /// Creates a matrix; the results of each accessory are in the order of the scenarios.
    public init(scenarios: [String], rows: [Row], withoutKit rowsWithoutKit: [Row] = []) {
        self.scenarios = scenarios
        self.rows = rows
        self.rowsWithoutKit = rowsWithoutKit
    }

    /// The results without a UWB kit as a separate matrix; nil if that was not played.
    public var withoutKit: ZooMatrix? {
        rowsWithoutKit.isEmpty ? nil : ZooMatrix(scenarios: scenarios, rows: rowsWithoutKit)
    }

    /// One defect, and the scenarios that named it.
    public struct Catch: Sendable {
        public let defect: Defect
        /// The results that name the defect, in the order of the scenarios.
        public let by: [ZooResult]
        /// The failures that do not name it.
        public let others: [ZooResult]
    }

    /// Every defect that was played, in the order of the rows.
    public var catches: [Catch] {
        rows.compactMap { row in
            row.accessory.defect.map { defect in
                Catch(
                    defect: defect, by: row.results.filter { $0.mark == .caught },
                    others: row.results.filter { $0.mark == .failed })
            }
        }
    }

    /// Defects that no scenario named, whatever else failed.
    public var escaped: [ZooAccessory] {
        rows.filter { row in row.accessory.defect != nil && !row.results.contains { $0.mark == .caught } }.map(
            \.accessory)
    }

    /// The runs that healthy accessories did not pass: false alarms, and runs that were never judged.
    public var falseAlarms: [ZooResult] {
        rows.filter { $0.accessory.defect == nil }.flatMap(\.results).filter { !$0.isSound }
    }

    /// Runs in which the rig was blamed for what the accessory did.
    public var errors: [ZooResult] { rows.flatMap(\.results).filter { $0.mark == .error } }

    public var isEmpty: Bool { rows.allSatisfy(\.results.isEmpty) }

    /// Whether all defects were named, all healthy accessories passed everything, and the rig was never blamed, with
    /// a UWB kit and without one.
    public var isComplete: Bool {
        escaped.isEmpty && falseAlarms.isEmpty && errors.isEmpty && !isEmpty && withoutKit?.isComplete != false
    }

    /// The matrix, the catches of each scenario, and the escapes, for a console of 80 columns.
    public var text: String { ZooText(self).lines.joined(separator: "\n") + "\n" }

    /// The matrix of a search that has not ended: nothing was caught.
    public static var unended: ZooMatrix { ZooMatrix(scenarios: [], rows: []) }

    public func report(seed: UInt64) -> ZooReport {
        ZooReport(
            text: text, brief: ZooText(self).brief.joined(separator: "\n") + "\n",
            json: ZooDocument(self, seed: seed).json, isComplete: isComplete)
    }
}

/// The known defects with their meanings and complaints, in lines of at most 80 columns.
public enum DefectList {
    public static func text(of defects: [Defect]) -> String {
        let width = defects.map(\.rawValue.count).max() ?? 0
        let lines = defects.flatMap { defect in
            Paragraph.lines(
                "  " + defect.rawValue.padded(to: width) + "  " + defect.source.padded(to: 5), defect.meaning)
        }
        return (["defects, each with its complaint or rule"] + lines).joined(separator: "\n") + "\n"
    }
}

/// Every scenario with every accessory, yet to be played.
public struct ZooPlan: PlayableZoo {
    public let scenarios: [Scenario]
    public let accessories: [ZooAccessory]
    /// The seed of every run.
    public let seed: UInt64
    /// A bench per accessory, and then those without a UWB kit.
    private let benches: [ZooBench]

    /// Creates a plan; with `rigWithoutKit`, whatever needs no UWB kit is played there as well.
    public init(
        scenarios: [Scenario], accessories: [ZooAccessory], on rig: Rig, andOn rigWithoutKit: Rig? = nil, seed: UInt64
    ) {
        self.scenarios = scenarios
        self.accessories = accessories
        self.seed = seed
        let withoutKit = rigWithoutKit.map { rig in
            accessories.filter { $0.defect?.needsKit != true }.map { ZooBench($0, on: rig) }
        }
        benches = accessories.map { ZooBench($0, on: rig) } + (withoutKit ?? [])
    }

    /// The number of runs.
    public var count: Int { scenarios.count * benches.count }

    /// Plays the run with this index, counted from 0: all scenarios with the first accessory come first.
    public func play(at index: Int) -> ZooResult {
        benches[index / scenarios.count].play(scenarios[index % scenarios.count], seed: seed)
    }

    /// Returns the matrix of all results, which are in the order of their indices.
    public func matrix(of results: [ZooResult]) -> ZooMatrix {
        precondition(results.count == count, "every run of the plan has its result")
        let rows = benches.enumerated().map { row, bench in
            (bench.accessory, Array(results[row * scenarios.count..<(row + 1) * scenarios.count]))
        }
        return ZooMatrix(
            scenarios: scenarios.map(\.name), rows: Array(rows.prefix(accessories.count)),
            withoutKit: Array(rows.dropFirst(accessories.count)))
    }

    public func report(on results: [ZooResult]) -> ZooReport {
        (results.isEmpty ? .unended : matrix(of: results)).report(seed: seed)
    }
}
