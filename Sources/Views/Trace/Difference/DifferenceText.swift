import Ground

extension FirstDifference {
    /// The difference in a few lines, safe to print; long entries are wrapped and very long ones cut.
    public var lines: [String] {
        var lines = [
            "\(stream.escapedForDisplay): the runs differ after \(counted(alike, "equal entry", "equal entries"))"
        ]
        for entry in before { lines += WrappedText("    both  ", entry.description, lines: 2).lines }
        for (name, entry, remark) in [("A", a, remarks.first), ("B", b, remarks.last)] {
            lines += WrappedText("    \(name)     ", entry?.description ?? "nothing more").lines
            if let remark = remark.flatMap(\.self) { lines.append("          \(remark)") }
        }
        return lines
    }
}

/// Text wrapped over several lines, between its values if possible.
struct WrappedText {
    /// About the width of two windows side by side.
    private static let width = 118

    let lines: [String]

    /// Wraps `text`, with `head` before the first line and equal indentation before the others.
    init(_ head: String, _ text: String, lines limit: Int = 12) {
        let indent = String(repeating: " ", count: head.utf8.count)
        let room = max(20, Self.width - head.utf8.count)
        var rest = text[...]
        var lines: [String] = []
        while !rest.isEmpty || lines.isEmpty {
            let start = lines.isEmpty ? head : indent
            guard let end = rest.index(rest.startIndex, offsetBy: room, limitedBy: rest.endIndex), end < rest.endIndex
            else {
                lines.append(start + rest)
                break
            }
            guard lines.count < limit - 1 else {
                let cut = rest[..<end].dropLast(32)
                lines.append("\(start)\(cut) ... (\(rest.count - cut.count) more characters)")
                break
            }
            let (line, more) = Self.split(rest, before: end)
            lines.append(start + line)
            rest = more
        }
        self.lines = lines
    }

    /// Splits off one line's worth: after a value, at a space, or else at the limit.
    private static func split(_ text: Substring, before end: Substring.Index) -> (Substring, Substring) {
        let line = text[..<end]
        let half = line.index(line.startIndex, offsetBy: line.count / 2)
        let comma = line[half...].indices.reversed().first { line[$0] == " " && line[..<$0].hasSuffix(",") }
        guard let place = comma ?? line[half...].lastIndex(of: " ") else { return (line, text[end...]) }
        return (text[..<place], text[place...].drop { $0 == " " })
    }
}
