public import Evidence
import GRDB
public import Journal
public import Vocabulary

/// A comparison of two firmwares: where the candidate is worse, and where there is not enough to say.
///
/// A comparison never passes a firmware: "not shown to be worse" is also the result of hardly any runs (gate.md, 1.7).
public struct FirmwareComparison: Sendable {
    /// The result for one row of a comparison.
    public enum Finding: String, Hashable, Sendable {
        case worse
        case better
        /// Nothing is shown, although there was enough to show a large difference.
        case notShown
        /// No result with so few runs could show anything.
        case notEnough
    }

    /// The failure rates of a scenario on one bench, with each firmware. Benches that provide the accessory themselves
    /// give rehearsals: these are corrected only among themselves, and show nothing about a firmware.
    public struct Rate: Hashable, Sendable {
        public let scenario: TestedScenario
        public let bench: UsedBench
        public let baseline: RunCount
        public let candidate: RunCount
        /// The p-value that the candidate fails more often (Fisher's exact test, one-sided), and the same corrected
        /// for all rows (Holm).
        public let pWorse: Double
        public let pWorseCorrected: Double
        public let pBetterCorrected: Double
        /// The candidate's rate minus the baseline's: the 95 % interval (Newcombe).
        public let differenceLow: Double
        public let differenceHigh: Double
        /// The number of failures of the candidate that would have been shown as worse, taken alone; nil if there is
        /// no such number.
        public let failuresToShow: Int?
        public let finding: Finding
    }

    /// One quantity of one scenario on one bench, with each firmware.
    public struct Shift: Hashable, Sendable {
        public let scenario: TestedScenario
        public let bench: UsedBench
        public let quantity: String
        public let unit: Quantity.WrittenUnit
        /// The number of runs with a value, and the number of trials. For a time, a trial without a value counts as
        /// longer than any other: a run without a fix is not a fast one.
        public let baselineValues: Int
        public let candidateValues: Int
        public let baselineTrials: Int
        public let candidateTrials: Int
        public let baselineMedian: Int64
        public let candidateMedian: Int64
        /// Mann-Whitney, two-sided, and the same corrected (Holm) for all rows of accessories, or all rows of rigs.
        public let p: Double
        public let pCorrected: Double
        /// The candidate's values minus the baseline's (Hodges-Lehmann), with the 95 % interval, in the unit; nil if
        /// too few values, or too many that never came about, leave none.
        public let shift: Double?
        public let shiftLow: Double?
        public let shiftHigh: Double?
        /// Whether a difference is shown. `worse` and `better` are not distinguished, because the quantity does not
        /// say which direction is better.
        public let isShown: Bool
        public let isEnough: Bool
        /// Whether the quantity is about the rig rather than the accessory.
        public var isOfRig: Bool { Measured.rigFigures.contains(quantity) }
    }

    /// Trials and failures.
    public struct RunCount: Hashable, Encodable, Sendable {
        public let failures: Int
        public let trials: Int
        public let leftOut: Int

        init(_ group: HistoryGroup) { (failures, trials, leftOut) = (group.failures, group.trials, group.leftOut) }

        private init(failures: Int, trials: Int, leftOut: Int) {
            (self.failures, self.trials, self.leftOut) = (failures, trials, leftOut)
        }

        /// Returns the same number of runs with a different number of failures.
        func failing(_ failures: Int) -> RunCount { RunCount(failures: failures, trials: trials, leftOut: leftOut) }
    }

    /// A scenario that cannot be compared, and why, as a sentence without its final full stop.
    public struct Uncompared: Hashable, Encodable, Sendable {
        public let scenario: String
        public let bench: String
        public let why: String
    }

    /// The probability below which something is shown.
    public static let significance = 0.05
    /// The maximum number of values compared on each side of a quantity, newest first.
    public static let mostValues = 400

    public let baseline: TestedFirmware
    public let candidate: TestedFirmware
    public let rates: [Rate]
    public let shifts: [Shift]
    public let uncompared: [Uncompared]
}

/// The firmware that a text on the command line refers to, or why there is none.
public enum FirmwareChoice: Hashable, Sendable {
    case one(TestedFirmware)
    case none
    /// Several match.
    case several([TestedFirmware])
}

extension HistoryGroups {
    /// Returns the firmware that a text refers to.
    public func firmware(named text: String) -> FirmwareChoice {
        let fitting = firmwares.map(\.firmware).filter { HistoryFilter.fits(text, $0) }
        // A complete hash means one firmware, even if another one has it as its name.
        if let exact = fitting.first(where: { $0.sha256 == text.lowercased() }) { return .one(exact) }
        guard let first = fitting.first else { return .none }
        return fitting.count == 1 ? .one(first) : .several(fitting)
    }
}

extension HistoryStore {
    /// Compares two firmwares in everything for which both have comparable runs.
    public func compare(
        baseline: TestedFirmware, candidate: TestedFirmware, _ filter: HistoryFilter
    ) throws(CommandError) -> HistoryAnswer<FirmwareComparison> {
        try ask { database in try ComparisonQuestion(database, baseline, candidate).comparison(filter) }
    }
}
