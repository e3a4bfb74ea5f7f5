import Ground
import Reports
import Simulators

/// A matrix in words, in lines of at most 80 columns.
struct ZooText {
    private let matrix: ZooMatrix
    /// The end of each list's title: empty, or that the rig has no UWB kit.
    private let place: String

    init(_ matrix: ZooMatrix, isWithoutKit: Bool = false) {
        self.matrix = matrix
        place = isWithoutKit ? " without a UWB kit" : ""
    }

    var lines: [String] { grid + caught + wrong + verdict }

    /// Everything but the matrix itself.
    var brief: [String] { wrong + verdict + ["--matrix shows which scenarios catch each defect, and how"] }

    private var wrong: [String] {
        escaped + alarms + (withoutKit.map { $0.escaped + $0.alarms } ?? [])
    }

    private var withoutKit: ZooText? { matrix.withoutKit.map { ZooText($0, isWithoutKit: true) } }

    private var grid: [String] {
        MatrixGrid(
            scenarios: matrix.scenarios,
            rows: matrix.rows.map { ($0.accessory.name, $0.results.map(\.mark.rawValue)) },
            key: [
                "  # fails, and names the defect   x fails otherwise", "  . passed   - skipped   ! the rig was blamed",
            ]
        ).lines
    }

    /// Each caught defect: its source, the scenarios, and the words that name it.
    private var caught: [String] {
        let caught = matrix.catches.filter { !$0.by.isEmpty }
        guard !caught.isEmpty else { return [] }
        let width = caught.map(\.defect.rawValue.count).max() ?? 0
        var lines = ["caught, with its complaint, by"]
        for entry in caught {
            guard let first = entry.by.first else { continue }
            var who = "\(number(first.scenario)) \(first.scenario)"
            if entry.by.count > 1 { who += ", also by \(numbers(entry.by.dropFirst()))" }
            if !entry.others.isEmpty {
                who += "; \(entry.others.count) more \(entry.others.count == 1 ? "fails" : "fail") otherwise"
            }
            let beginning = "  " + entry.defect.rawValue.padded(to: width) + "  " + entry.defect.source.padded(to: 5)
            lines += Paragraph.lines(beginning, who)
            lines += Paragraph.lines("      ", first.words ?? "")
        }
        return lines + [""]
    }

    /// Each escaped defect: its meaning, and the failures that do not name it.
    private var escaped: [String] {
        let escaped = matrix.catches.filter(\.by.isEmpty)
        guard !escaped.isEmpty else { return [] }
        var lines = ["escaped" + place]
        for entry in escaped {
            let name = "\(entry.defect.rawValue) (\(entry.defect.source))"
            lines += Paragraph.lines("  ", "\(name): \(entry.defect.meaning)", indent: 6)
            guard let first = entry.others.first else { continue }
            let which = "\(number(first.scenario)) \(first.scenario)"
            let all = entry.others.count == 1 ? which : "\(which) and \(entry.others.count - 1) more"
            lines += Paragraph.lines("      ", "without its name fails \(all): \(first.words ?? first.reason ?? "")")
            lines += first.command.map { "      \($0)" }
        }
        return lines + [""]
    }

    private var alarms: [String] {
        let lists = [("false alarms", matrix.falseAlarms), ("the rig was blamed", matrix.errors)]
        return lists.flatMap { title, results in
            results.isEmpty ? [] : [title + place] + results.flatMap(AlarmText.lines(of:)) + [""]
        }
    }

    private var verdict: [String] {
        let defective = matrix.catches.count
        let healthy = matrix.rows.count - defective
        let lines = [
            "\(defective - matrix.escaped.count) of \(counted(defective, "defect")) caught by name; "
                + "the rig blamed \(counted(matrix.errors.count, "time"))",
            "\(counted(healthy, "healthy accessory", "healthy accessories")), "
                + counted(matrix.falseAlarms.count, "false alarm"),
        ]
        return lines + (matrix.withoutKit.map(Self.verdictWithoutKit) ?? [])
    }

    private static func verdictWithoutKit(_ matrix: ZooMatrix) -> [String] {
        let defective = matrix.catches.count
        return Paragraph.lines(
            "without a UWB kit: ",
            "\(defective - matrix.escaped.count) of \(counted(defective, "defect")) of the data channel caught "
                + "by name; the rig blamed \(counted(matrix.errors.count, "time")), "
                + counted(matrix.falseAlarms.count, "false alarm"), indent: 2)
    }

    private func number(_ scenario: String) -> Int {
        (matrix.scenarios.firstIndex(of: scenario) ?? -1) + 1
    }

    /// `3, 7-9, 12`
    private func numbers(_ results: some Sequence<ZooResult>) -> String {
        var runs: [ClosedRange<Int>] = []
        for number in results.map({ number($0.scenario) }) {
            if let last = runs.last, last.upperBound + 1 == number {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return runs.map { run in
            switch run.count {
            case 1: "\(run.lowerBound)"
            case 2: "\(run.lowerBound), \(run.upperBound)"
            default: "\(run.lowerBound)-\(run.upperBound)"
            }
        }.joined(separator: ", ")
    }
}
