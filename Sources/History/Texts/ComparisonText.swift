import Ground
import Reports

/// A comparison of two firmwares, as lines for people.
public struct ComparisonText {
    public let lines: [String]

    /// Creates the text; `isWhole` also lists the quantities that show nothing.
    public init(_ comparison: FirmwareComparison, isWhole: Bool = false) {
        var lines = [
            "baseline   \(HistoryWords.firmware(comparison.baseline))".shown(120),
            "candidate  \(HistoryWords.firmware(comparison.candidate))".shown(120),
        ]
        for part in [
            Self.rates(comparison.rates),
            Self.shifts(comparison.shifts.filter { !$0.isOfRig }, isWhole),
            Self.shifts(comparison.shifts.filter(\.isOfRig), isWhole, ofRig: true),
            Self.uncompared(comparison.uncompared),
        ] where !part.isEmpty { lines += [""] + part }
        self.lines = lines + [""] + Paragraph.lines("", Self.notes)
    }

    /// The meaning of the cells.
    public static let notes =
        "Rates: Fisher's exact test, one-sided. Quantities: Mann-Whitney, two-sided, of each run's largest value. Both "
        + "are corrected for the number of rows (Holm). Where nothing is shown the candidate is not shown to be "
        + "as good: a release gate shows that. In rehearsals no accessory's own firmware ran: they say nothing "
        + "about it, and are corrected for their own number."

    private static func rates(_ rates: [FirmwareComparison.Rate]) -> [String] {
        var table = TextTable(rateColumns)
        for rate in rates { table.add(cells(of: rate)) }
        return table.isEmpty ? [] : table.lines
    }

    private static let rateColumns: [(title: String, side: TextTable.Side)] = [
        ("scenario", .left), ("bench", .left), ("baseline", .right), ("candidate", .right), ("p worse", .right),
        ("corrected", .right), ("difference, 95 %", .right), ("shown", .left),
    ]
    /// The titles of a rate's cells.
    public static let rateTitles = rateColumns.map(\.title)

    public static func cells(of rate: FirmwareComparison.Rate) -> [String] {
        [
            rate.scenario.name, rate.bench.shown, "\(rate.baseline.failures) of \(rate.baseline.trials)",
            "\(rate.candidate.failures) of \(rate.candidate.trials)", HistoryWords.probability(rate.pWorse),
            HistoryWords.probability(rate.pWorseCorrected),
            "\(HistoryWords.percent(rate.differenceLow)) .. \(HistoryWords.percent(rate.differenceHigh))",
            finding(rate) + rehearsal(rate.bench),
        ]
    }

    /// Returns the remark on a finding from a bench that does not run an accessory's own firmware.
    private static func rehearsal(_ bench: UsedBench) -> String { bench.isMade ? ", in rehearsals" : "" }

    private static func finding(_ rate: FirmwareComparison.Rate) -> String {
        switch rate.finding {
        case .worse: "worse"
        case .better: "better"
        case .notEnough: "not enough runs to show anything"
        case .notShown: rate.failuresToShow.map { "nothing; worse from \($0) failed on" } ?? "nothing"
        }
    }

    private static func shifts(
        _ shifts: [FirmwareComparison.Shift], _ isWhole: Bool, ofRig: Bool = false
    ) -> [String] {
        let shown = isWhole ? shifts : shifts.filter(\.isShown)
        let rest = shifts.filter { !$0.isShown }
        var lines = table(shown, titled: ofRig ? "quantity of the rig" : "quantity")
        if !isWhole, !rest.isEmpty {
            let whose = ofRig ? " of the rig" : ""
            let few = rest.count { !$0.isEnough }
            lines.append(
                "\(counted(rest.count, "quantity", "quantities"))\(whose) not shown to have shifted"
                    + (few > 0 ? " (\(few) with too few runs)" : "") + "; list with --all")
        }
        return lines
    }

    private static func table(_ shifts: [FirmwareComparison.Shift], titled title: String) -> [String] {
        var table = TextTable(shiftColumns(titled: title))
        for shift in shifts { table.add(cells(of: shift)) }
        return table.isEmpty ? [] : table.lines
    }

    private static func shiftColumns(titled title: String) -> [(title: String, side: TextTable.Side)] {
        [
            ("scenario", .left), ("bench", .left), (title, .left), ("baseline", .right), ("candidate", .right),
            ("shift, 95 %", .right), ("p", .right), ("corrected", .right), ("shown", .left),
        ]
    }
    /// The titles of a shift's cells.
    public static let shiftTitles = shiftColumns(titled: "quantity").map(\.title)

    public static func cells(of shift: FirmwareComparison.Shift) -> [String] {
        func value(_ number: Double?) -> String {
            guard let number, number.isFinite else { return "?" }
            return HistoryWords.value(Int64(clamping: number), shift.unit)
        }
        func side(_ median: Int64, _ values: Int, _ trials: Int) -> String {
            let count = values < trials ? "\(values) of \(trials)" : "\(values)"
            return values == 0 ? "no value" : "\(HistoryWords.value(median, shift.unit)) (\(count))"
        }
        let isKnown = shift.baselineValues > 0 && shift.candidateValues > 0
        return [
            shift.scenario.name, shift.bench.shown, shift.quantity,
            side(shift.baselineMedian, shift.baselineValues, shift.baselineTrials),
            side(shift.candidateMedian, shift.candidateValues, shift.candidateTrials),
            isKnown ? "\(value(shift.shift)) (\(value(shift.shiftLow)) .. \(value(shift.shiftHigh)))" : "-",
            isKnown ? HistoryWords.probability(shift.p) : "-",
            isKnown ? HistoryWords.probability(shift.pCorrected) : "-",
            (shift.isShown ? "shifted" : shift.isEnough ? "nothing" : "not enough runs to show anything")
                + rehearsal(shift.bench),
        ]
    }

    private static func uncompared(_ all: [FirmwareComparison.Uncompared]) -> [String] {
        var table = TextTable([("not compared", .left), ("bench", .left), ("why", .left)])
        for one in all { table.add([one.scenario, one.bench, one.why], most: 100) }
        return table.isEmpty ? [] : table.lines
    }
}

extension Int64 {
    /// Converts to the nearest integer that can be represented.
    init(clamping number: Double) {
        guard number.isFinite else {
            self = number > 0 ? .max : number < 0 ? .min : 0
            return
        }
        self = number >= 9.2e18 ? .max : number <= -9.2e18 ? .min : Int64(number.rounded())
    }
}
