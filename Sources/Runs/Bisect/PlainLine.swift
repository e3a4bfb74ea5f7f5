import Ground

extension String {
    /// The line with everything escaped that a CI runner would take for a command, because the names of versions come
    /// from outside.
    ///
    /// GitHub's runner recognises a command that starts with `::`, even after blanks, and `##[` anywhere; Azure's
    /// recognises `##vso[`, and TeamCity `##teamcity[`.
    var asPlainLine: String {
        var line = escapedForDisplay
        let start = line.firstIndex { !$0.isWhitespace } ?? line.endIndex
        if line[start...].hasPrefix("::") { line.replaceSubrange(start...start, with: "\\u{3a}") }
        for mark in ["##[", "##vso[", "##teamcity["] {
            line = line.replacing(mark, with: "\\u{23}" + mark.dropFirst())
        }
        return line
    }
}
