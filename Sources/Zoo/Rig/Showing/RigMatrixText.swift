import Ground
import Journal
import Reports

/// A matrix of a rig's faults in words, in lines of at most 80 columns.
struct RigMatrixText {
    private let matrix: RigMatrix

    init(_ matrix: RigMatrix) { self.matrix = matrix }

    var lines: [String] { grid + named + escaped + verdict }

    /// Everything but the matrix itself.
    var brief: [String] { escaped + verdict + ["--matrix shows which scenarios name each fault, and its codes"] }

    private var grid: [String] {
        MatrixGrid(
            scenarios: matrix.scenarios,
            rows: matrix.rows.compactMap { row in
                row.first.map { ($0.fault.rawValue, row.map(\.mark.rawValue)) }
            },
            key: [
                "  # error, the true cause is named   . passed: nothing that counts was lost",
                "  x the accessory is blamed   p passed on lost evidence   ? another cause",
            ]
        ).lines
    }

    /// Each fault that was named: its codes, and the words of the first.
    private var named: [String] {
        var lines = ["named, by"]
        for row in matrix.rows {
            let sightings = row.flatMap(\.sightings).filter { $0.mark == .named }
            guard let fault = row.first?.fault, let first = sightings.first else { continue }
            let codes = sightings.compactMap { $0.summary.code?.rawValue }
                .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            lines.append("  \(fault.rawValue) (\(fault.facts.part.rawValue)): \(codes.joined(separator: ", "))")
            lines += Paragraph.lines("      ", first.summary.reason ?? "")
        }
        let excused = matrix.rows.compactMap(\.first?.fault).filter { $0.facts.excuse != nil }
        guard !excused.isEmpty else { return lines + [""] }
        lines += ["", "need not be named, because"]
        for fault in excused {
            lines += Paragraph.lines("  ", "\(fault.rawValue): \(fault.facts.excuse ?? "")", indent: 6)
        }
        return lines + [""]
    }

    private var escaped: [String] {
        var lines = matrix.unnamed.map { "  \($0.rawValue): no scenario names it" }
        for result in matrix.broken {
            let worst = result.worst
            let what = worst.missing.map { "passed, and so does a run with \($0)" } ?? worst.summary.reason ?? ""
            lines += Paragraph.lines(
                "  \(result.mark.rawValue) ",
                "\(result.scenario) with \(result.fault.rawValue) from \(worst.moment) on: "
                    + "\(worst.summary.verdict) \(worst.summary.code?.rawValue ?? ""): \(what)", indent: 6)
        }
        for alarm in matrix.alarms {
            lines += Paragraph.lines(
                "  ", "\(alarm.scenario) on a sound rig: \(alarm.verdict): \(alarm.reason ?? "")", indent: 6)
        }
        for (scenario, count) in zip(matrix.scenarios, matrix.probes) where count == 0 {
            lines.append("  \(scenario) passes every probe: a pass of it shows nothing")
        }
        return lines.isEmpty ? [] : ["escaped"] + lines + [""]
    }

    private var verdict: [String] {
        let faults = matrix.rows.compactMap(\.first?.fault)
        let mustBeNamed = faults.filter(\.facts.isToBeNamed)
        let marks = matrix.rows.joined().map(\.mark)
        return [
            "\(mustBeNamed.count - matrix.unnamed.count) of \(counted(mustBeNamed.count, "fault")) named, "
                + "\(faults.count - mustBeNamed.count) survived; "
                + "the accessory blamed \(counted(marks.count { $0 == .blamed }, "time")),",
            "passed on lost evidence \(counted(marks.count { $0 == .wronglyPassed }, "time")), "
                + "named wrongly \(counted(marks.count { $0 == .misnamed }, "time"))",
        ]
    }
}

/// The known faults of a rig with the meaning and evidence of each, in lines of at most 80 columns.
public enum RigFaultList {
    public static var text: String {
        var lines: [String] = []
        for part in BenchPart.allCases {
            lines.append(part.rawValue)
            for fault in BenchFault.allCases where fault.facts.part == part {
                lines += Paragraph.lines("  ", "\(fault.rawValue): \(fault.facts.meaning)", indent: 6)
                lines += Paragraph.lines("      ", "seen by: \(fault.facts.evidence)")
                let codes = fault.facts.codes.map(\.rawValue).joined(separator: ", ")
                let told = [codes.isEmpty ? nil : "named: \(codes)", fault.facts.excuse.map { "survived: \($0)" }]
                for line in told.compactMap(\.self) { lines += Paragraph.lines("      ", line) }
            }
        }
        lines.append("indistinguishable from accessory faults, not played")
        for fault in HiddenFault.allCases {
            lines += Paragraph.lines("  ", "\(fault.rawValue): \(fault.meaning)", indent: 6)
            lines += Paragraph.lines("      ", fault.reason)
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
