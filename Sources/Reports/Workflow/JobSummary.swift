import Ground

/// A job summary for GitHub in Markdown: the result, the failures with their frequency, and every scenario.
///
/// GitHub limits a step to 1 MiB and drops anything longer entirely, so the text ends earlier and says so.
public struct JobSummary {
    /// The limit in bytes.
    public static let limit = 900_000

    private let content: ReportContent
    /// Additional sections above the tables, such as what a gate proves: headings and their lines.
    private let sections: [(title: String, lines: [String])]

    public init(_ content: ReportContent, sections: [(title: String, lines: [String])] = []) {
        (self.content, self.sections) = (content, sections)
    }

    /// Returns the text, with at most `limit` bytes.
    public func markdown(upTo limit: Int = Self.limit) -> String {
        let ending = "\n\nThe rest has no room here: see the report's files.\n"
        var text = ""
        var size = ending.utf8.count
        for line in lines {
            let more = line.utf8.count + 1
            guard size + more <= limit else { return size <= limit ? text + ending : "" }
            size += more
            text += line + "\n"
        }
        return text
    }

    private var lines: [String] {
        var lines = ["## \(Self.mark(of: content.status)) \(Self.escaped(content.headline))", ""]
        for remark in content.remarks.prefix(ReportLimit.lines) { lines.append("- \(Self.escaped(remark))") }
        if !content.remarks.isEmpty { lines.append("") }
        for section in sections where !section.lines.isEmpty {
            lines += ["### \(Self.escaped(section.title))", ""]
            lines += section.lines.map { "- \(Self.escaped($0))" } + [""]
        }
        lines += self.lines(of: content.findings.filter { $0.status == .failed && $0.excuse == nil }, "Failures")
        lines += self.lines(
            of: content.findings.filter { $0.status == .failed && $0.excuse != nil }, "Failures that do not decide")
        lines += self.lines(
            of: content.findings.filter { $0.status == .error }, "No verdict: says nothing about the firmware")
        return lines + caseLines + placeLines
    }

    private func lines(of findings: [ReportFinding], _ title: String) -> [String] {
        guard !findings.isEmpty else { return [] }
        var lines = ["### \(title)", "", "| scenario | runs | what | where |", "|---|---|---|---|"]
        for finding in findings {
            let what = (finding.lines + [finding.excuse].compactMap(\.self)).map { Self.escaped($0) }
                .joined(separator: "<br>")
            let more = finding.others.isEmpty ? "" : "<br>and \(counted(finding.others.count, "other scenario"))"
            let spot = finding.spot.map { Self.escaped("\($0)") } ?? ""
            lines.append(
                "| \(Self.escaped(finding.scenario))\(more) | \(finding.count) of \(finding.runs) | \(what) | \(spot) |"
            )
        }
        return lines + [""]
    }

    private var caseLines: [String] {
        guard !content.cases.isEmpty else { return [] }
        var lines = ["### Scenarios", "", "| result | scenario | runs | why |", "|---|---|---|---|"]
        let order: [ReportCase.Status] = [.failed, .error, .skipped, .passed]
        for status in order {
            for one in content.cases where one.status == status {
                let passed = one.attempts.count { $0.status == .passed }
                let runs = one.attempts.isEmpty ? "" : "\(passed) of \(one.attempts.count) passed"
                let cells = [
                    "\(Self.mark(of: one.status)) \(Self.escaped(one.word))", Self.escaped(one.name), runs,
                    Self.escaped(one.message ?? ""),
                ]
                lines.append("| \(cells.joined(separator: " | ")) |")
            }
        }
        return lines + [""]
    }

    private var placeLines: [String] {
        let with = "\(content.program) on \(content.host), rig \(content.rig)"
        let place = content.evidence.map { ["Evidence: \(Self.escaped($0))", ""] } ?? []
        return place + [Self.escaped(with)]
    }

    /// Returns the text escaped so that it contains no markup, table delimiter, line end or mention.
    static func escaped(_ text: String) -> String {
        let shown = text.shown(ReportLimit.message)
        // GitHub turns text that begins with "www." into a link.
        let plain = shown.lowercased().contains("www.") ? plain.subtracting(["."]) : plain
        var result = ""
        for scalar in shown.unicodeScalars {
            if scalar.isASCII, !scalar.properties.isAlphabetic, !plain.contains(scalar), !("0"..."9").contains(scalar) {
                result += "&#\(scalar.value);"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Characters without meaning in Markdown between letters.
    private static let plain: Set<Unicode.Scalar> = [" ", ",", ".", "/", ";", "%", "?"]

    private static func mark(of status: CommandStatus) -> String {
        switch status {
        case .passed: "\u{2705}"
        case .failed: "\u{274C}"
        case .rigWrong: "\u{26A0}\u{FE0F}"
        case .nothingShown: "\u{26AA}"
        }
    }

    private static func mark(of status: ReportCase.Status) -> String {
        switch status {
        case .passed: mark(of: CommandStatus.passed)
        case .failed: mark(of: CommandStatus.failed)
        case .error: mark(of: CommandStatus.rigWrong)
        case .skipped: mark(of: CommandStatus.nothingShown)
        }
    }
}
