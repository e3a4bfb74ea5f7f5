import Ground

/// A report in the Test Anything Protocol, version 13, which every reader accepts.
///
/// It has a bare plan, no subtests, and never a directive that makes a failing line count as passed. If the lines
/// alone would look better than the exit status, as when everything was skipped, an additional line is not ok.
public struct TAPReport {
    private let content: ReportContent

    public init(_ content: ReportContent) { self.content = content }

    public var text: String {
        let closes = content.looksBetter
        var lines = [
            "TAP version 13", "# \(content.program.shown(ReportLimit.name))",
        ]
        // The likely cause comes first.
        for remark in content.remarks.prefix(ReportLimit.lines) {
            lines.append("# \(remark.shown(ReportLimit.message))")
        }
        lines.append("1..\(content.cases.count + (closes ? 1 : 0))")
        for (place, one) in content.cases.enumerated() { lines += self.lines(of: one, number: place + 1) }
        if closes {
            lines.append("not ok \(content.cases.count + 1) - result")
            lines += Self.block([("message", content.headline), ("severity", "error")])
        }
        if let reason = content.bailOut { lines.append("Bail out! \(Self.escaped(reason, ReportLimit.message))") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func lines(of one: ReportCase, number: Int) -> [String] {
        let name = Self.escaped(one.name, ReportLimit.name)
        switch one.status {
        case .passed: return ["ok \(number) - \(name)"]
        case .skipped:
            return ["ok \(number) - \(name) # SKIP \(Self.escaped(one.message ?? one.word, ReportLimit.message))"]
        case .failed, .error: break
        }
        var fields = [("message", one.message ?? one.word), ("severity", one.status == .failed ? "fail" : "error")]
        fields.append(("verdict", one.word))
        if let code = one.code { fields.append(("code", code)) }
        if let spot = one.spot { fields += [("file", spot.file), ("line", "\(spot.line)")] }
        if one.attempts.count > 1 { fields.append(("runs", "\(one.attempts.count)")) }
        fields.append(("duration_ms", "\(one.elapsed.wholeMilliseconds)"))
        return ["not ok \(number) - \(name)"] + Self.block(fields)
    }

    /// Returns a YAML block with one single-quoted text per name.
    private static func block(_ fields: [(String, String)]) -> [String] {
        let lines = fields.map { name, value in
            let text = value.shown(ReportLimit.message).map { $0 == "'" ? "''" : String($0) }.joined()
            return "  \(name): '\(text)'"
        }
        return ["  ---"] + lines + ["  ..."]
    }

    /// Returns the text escaped so that it contains no directive.
    private static func escaped(_ text: String, _ limit: Int) -> String {
        text.shown(limit).map { $0 == "\\" || $0 == "#" ? "\\\($0)" : String($0) }.joined()
    }
}
