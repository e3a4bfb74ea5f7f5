import Ground

extension String {
    /// A line in which nothing is a command for whoever runs the build: names of versions come from outside.
    ///
    /// GitHub's runner takes a line for one that begins with `::`, behind blanks too, and one with `##[` anywhere;
    /// Azure's one with `##vso[`, and TeamCity one with `##teamcity[`.
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
