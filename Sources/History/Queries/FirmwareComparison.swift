public import Evidence
import GRDB
public import Journal
public import Vocabulary

/// Two firmwares side by side: where the candidate is worse, and where there is not enough to say.
///
/// A comparison never passes a firmware: "not shown to be worse" is also what hardly any runs come to (gate.md, 1.7).
public struct FirmwareComparison: Sendable {
    /// What a comparison shows.
    public enum Finding: String, Hashable, Sendable {
        case worse
        case better
        /// Nothing is shown, although there was enough to show a large difference.
        case notShown
        /// No result of so few runs could show anything.
        case notEnough
    }

    /// How often a scenario failed on one bench, with each firmware. On benches that make the accessory themselves it
    /// is a rehearsal: it is corrected for rehearsals alone, and shows nothing of a firmware.
    public struct Rate: Hashable, Sendable {
        public let scenario: TestedScenario
        public let bench: UsedBench
        public let baseline: RunCount
        public let candidate: RunCount
        /// Fisher's exact test, one-sided: that the candidate fails more often; and that corrected for all rows (Holm).
        public let pWorse: Double
        public let pWorseCorrected: Double
        public let pBetterCorrected: Double
        /// The candidate's rate less the baseline's: the 95 % interval (Newcombe).
        public let differenceLow: Double
        public let differenceHigh: Double
        /// How many failures of the candidate's runs would have been shown as worse, taken alone; nil for no number.
        public let failuresToShow: Int?
        public let finding: Finding
    }

    /// One quantity of one scenario on one bench, with each firmware.
    public struct Shift: Hashable, Sendable {
        public let scenario: TestedScenario
        public let bench: UsedBench
        public let quantity: String
        public let unit: Quantity.WrittenUnit
        /// How many runs have a value, and how many trials there were. Of a time a trial without a value counts as
        /// longer than every one: a run without a fix is no fast one.
        public let baselineValues: Int
        public let candidateValues: Int
        public let baselineTrials: Int
        public let candidateTrials: Int
        public let baselineMedian: Int64
        public let candidateMedian: Int64
        /// Mann-Whitney, two-sided; and that corrected for all rows (Holm).
        public let p: Double
        public let pCorrected: Double
        /// The candidate's values less the baseline's (Hodges-Lehmann), with its 95 % interval, in the unit; nil where
        /// values that never came about, or too few, leave none.
        public let shift: Double?
        public let shiftLow: Double?
        public let shiftHigh: Double?
        /// `worse` and `better` are not told apart: which way is better the quantity does not say.
        public let isShown: Bool
        public let isEnough: Bool
    }

    /// Trials and failures.
    public struct RunCount: Hashable, Sendable {
        public let failures: Int
        public let trials: Int
        public let leftOut: Int

        init(_ group: HistoryGroup) { (failures, trials, leftOut) = (group.failures, group.trials, group.leftOut) }

        private init(failures: Int, trials: Int, leftOut: Int) {
            (self.failures, self.trials, self.leftOut) = (failures, trials, leftOut)
        }

        /// As many runs with other failures.
        func failing(_ failures: Int) -> RunCount { RunCount(failures: failures, trials: trials, leftOut: leftOut) }
    }

    /// A scenario that cannot be compared, and why, as a sentence without its full stop.
    public struct Uncompared: Hashable, Sendable {
        public let scenario: String
        public let bench: String
        public let why: String
    }

    /// Below which probability something is shown.
    public static let significance = 0.05
    /// Of each side of a quantity the newest so many values are compared.
    public static let mostValues = 400

    public let baseline: TestedFirmware
    public let candidate: TestedFirmware
    public let rates: [Rate]
    public let shifts: [Shift]
    public let uncompared: [Uncompared]
}

/// Why a firmware that somebody named cannot be found.
public enum FirmwareChoice: Hashable, Sendable {
    case one(TestedFirmware)
    case none
    /// Several fit.
    case several([TestedFirmware])
}

extension HistoryGroups {
    /// The firmware that a text means.
    public func firmware(named text: String) -> FirmwareChoice {
        let fitting = firmwares.map(\.firmware).filter { HistoryFilter.fits(text, $0) }
        // A whole hash means one firmware, whatever another one is called.
        if let exact = fitting.first(where: { $0.sha256 == text.lowercased() }) { return .one(exact) }
        guard let first = fitting.first else { return .none }
        return fitting.count == 1 ? .one(first) : .several(fitting)
    }
}

extension HistoryStore {
    /// Compares two firmwares, everything that both were tested with alike.
    public func compare(
        baseline: TestedFirmware, candidate: TestedFirmware, _ filter: HistoryFilter
    ) throws(CommandTrouble) -> HistoryAnswer<FirmwareComparison> {
        try ask([.names, .tallies, .places]) { database in
            var contents = try StoreContents(database)
            try contents.readPlaces(database)
            return try ComparisonQuestion(database, contents, baseline, candidate).comparison(filter)
        }
    }
}
