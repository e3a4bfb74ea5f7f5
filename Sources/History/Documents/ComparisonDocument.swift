import Journal

/// A comparison of two firmwares.
public struct ComparisonDocument: HistoryJSONDocument {
    private let format = HistoryJSON.format
    private let baseline: HistoryJSON.Firmware
    private let candidate: HistoryJSON.Firmware
    private let significance = FirmwareComparison.significance
    private let rates: [Rate]
    private let quantities: [Shift]
    private let notCompared: [FirmwareComparison.Uncompared]

    private struct Rate: Encodable {
        let scenario: HistoryJSON.Scenario
        let bench: HistoryJSON.Bench
        let rehearsal: Bool
        let baseline: FirmwareComparison.RunCount
        let candidate: FirmwareComparison.RunCount
        let pWorse: Double?
        let pWorseCorrected: Double?
        let pBetterCorrected: Double?
        let differenceLow: Double?
        let differenceHigh: Double?
        let failuresToShow: Int?
        let finding: String

        init(_ rate: FirmwareComparison.Rate) {
            (scenario, bench) = (HistoryJSON.Scenario(rate.scenario), HistoryJSON.Bench(rate.bench))
            rehearsal = rate.bench.isMade
            (baseline, candidate) = (rate.baseline, rate.candidate)
            pWorse = HistoryJSON.share(rate.pWorse)
            pWorseCorrected = HistoryJSON.share(rate.pWorseCorrected)
            pBetterCorrected = HistoryJSON.share(rate.pBetterCorrected)
            differenceLow = HistoryJSON.share(rate.differenceLow)
            differenceHigh = HistoryJSON.share(rate.differenceHigh)
            (failuresToShow, finding) = (rate.failuresToShow, rate.finding.rawValue)
        }
    }

    private struct Shift: Encodable {
        let scenario: HistoryJSON.Scenario
        let bench: HistoryJSON.Bench
        let rehearsal: Bool
        let quantity: String
        let unit: String
        let baselineValues: Int
        let baselineTrials: Int
        let baselineMedian: Int64?
        let candidateValues: Int
        let candidateTrials: Int
        let candidateMedian: Int64?
        let p: Double?
        let pCorrected: Double?
        let shift: Int64?
        let shiftLow: Int64?
        let shiftHigh: Int64?
        let finding: String

        init(_ one: FirmwareComparison.Shift) {
            (scenario, bench) = (HistoryJSON.Scenario(one.scenario), HistoryJSON.Bench(one.bench))
            rehearsal = one.bench.isMade
            (quantity, unit) = (one.quantity, one.unit.rawValue)
            (baselineValues, baselineTrials) = (one.baselineValues, one.baselineTrials)
            (candidateValues, candidateTrials) = (one.candidateValues, one.candidateTrials)
            baselineMedian = one.baselineValues > 0 ? one.baselineMedian : nil
            candidateMedian = one.candidateValues > 0 ? one.candidateMedian : nil
            let isKnown = one.baselineValues > 0 && one.candidateValues > 0
            (p, pCorrected) = isKnown ? (HistoryJSON.share(one.p), HistoryJSON.share(one.pCorrected)) : (nil, nil)
            (shift, shiftLow, shiftHigh) = (Self.whole(one.shift), Self.whole(one.shiftLow), Self.whole(one.shiftHigh))
            finding = one.isShown ? "shifted" : one.isEnough ? "notShown" : "notEnough"
        }

        private static func whole(_ number: Double?) -> Int64? {
            number.flatMap { $0.isFinite ? Int64(clamping: $0) : nil }
        }
    }

    public init(_ comparison: FirmwareComparison) {
        baseline = HistoryJSON.Firmware(comparison.baseline)
        candidate = HistoryJSON.Firmware(comparison.candidate)
        (rates, quantities) = (comparison.rates.map { Rate($0) }, comparison.shifts.map { Shift($0) })
        notCompared = comparison.uncompared
    }
}
