import Journal

/// A comparison of two firmwares as a JSON document for other programs.
public struct ComparisonDocument {
    private struct Content: Encodable {
        let format = HistoryJSON.format
        let baseline: HistoryJSON.Firmware
        let candidate: HistoryJSON.Firmware
        let significance: Double
        let rates: [Rate]
        let quantities: [Shift]
        let notCompared: [Uncompared]
    }

    private struct Count: Encodable {
        let failures: Int
        let trials: Int
        let leftOut: Int

        init(_ count: FirmwareComparison.RunCount) {
            (failures, trials, leftOut) = (count.failures, count.trials, count.leftOut)
        }
    }

    private struct Rate: Encodable {
        let scenario: HistoryJSON.Scenario
        let bench: HistoryJSON.Bench
        let rehearsal: Bool
        let baseline: Count
        let candidate: Count
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
            (baseline, candidate) = (Count(rate.baseline), Count(rate.candidate))
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

    private struct Uncompared: Encodable {
        let scenario: String
        let bench: String
        let why: String
    }

    private let content: Content

    public init(_ comparison: FirmwareComparison) {
        content = Content(
            baseline: HistoryJSON.Firmware(comparison.baseline), candidate: HistoryJSON.Firmware(comparison.candidate),
            significance: FirmwareComparison.significance, rates: comparison.rates.map { Rate($0) },
            quantities: comparison.shifts.map { Shift($0) },
            notCompared: comparison.uncompared.map {
                Uncompared(scenario: $0.scenario, bench: $0.bench, why: $0.why)
            })
    }

    /// Returns the document with sorted keys and a final line feed. Throws only errors of the encoder, which are not
    /// expected.
    public func json() throws -> [UInt8] { try HistoryJSON.bytes(content) }
}
