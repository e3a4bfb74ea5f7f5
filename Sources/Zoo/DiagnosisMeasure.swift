import Ground
import Simulators

/// The accuracy of the diagnosis by topic, and its confusions.
public struct DiagnosisMeasure: Sendable {
    struct Row {
        let topic: DiagnosisTopic
        let cases: Int
        let first: Int
        let firstOrTied: Int
        let three: Int
        /// The number of cases in which nothing was named, and in which the rig came first.
        let none: Int
        let rig: Int
    }

    let rows: [Row]
    /// The first candidate named instead of each defect, with counts.
    let confusions: [(patient: String, named: String, count: Int)]

    public init(_ answers: [DiagnosisAnswer]) {
        rows = DiagnosisTopic.allCases.map { topic in
            let all = answers.filter { $0.topic == topic }
            return Row(
                topic: topic, cases: all.count, first: all.count(where: \.isFirst),
                firstOrTied: all.count(where: \.isFirstOrTied), three: all.count(where: \.isAmongThree),
                none: all.count { $0.named.isEmpty }, rig: all.count { !$0.named.isEmpty && $0.isDefectless })
        }
        var confusions: [(patient: String, named: String, count: Int)] = []
        for answer in answers where answer.topic.isCompared && answer.isWrong {
            let (patient, named) = (answer.patient, answer.firstWord)
            if let place = confusions.firstIndex(where: { $0.patient == patient && $0.named == named }) {
                confusions[place].count += 1
            } else {
                confusions.append((patient, named, 1))
            }
        }
        self.confusions = confusions
    }

    /// Whether it is right as often as required; ties count by their order, not as right.
    public var isGood: Bool {
        rows.allSatisfy { row in
            if row.topic.namesNothing { return row.cases > 0 && row.none + row.rig == row.cases }
            guard let goal = row.topic.goal else { return true }
            return row.cases > 0 && Double(row.first) >= goal.first * Double(row.cases)
                && Double(row.three) >= goal.three * Double(row.cases)
        }
    }

    /// Two tables in Markdown.
    public var text: String {
        var lines = [
            "| suites of | cases | first | first or tied | among three | none named | the rig first |",
            "|---|---|---|---|---|---|---|",
        ]
        for row in rows {
            let isSick = row.first + row.three > 0
            let shares = [row.first, row.firstOrTied, row.three].map { isSick ? Self.percent($0, of: row.cases) : "" }
            lines.append(
                "| \(row.topic.rawValue) | \(row.cases) | \(shares.joined(separator: " | ")) "
                    + "| \(Self.percent(row.none, of: row.cases)) | \(Self.percent(row.rig, of: row.cases)) |")
        }
        lines += ["", "| accessory | taken for | times |", "|---|---|---|"]
        for entry in confusions {
            lines.append("| \(entry.patient) | \(entry.named) | \(entry.count) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func percent(_ count: Int, of all: Int) -> String {
        guard all > 0 else { return "" }
        let tenths = (1000 * count + all / 2) / all
        return "\(tenths / 10).\(tenths % 10) %"
    }
}
