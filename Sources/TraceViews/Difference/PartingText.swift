import Ground

extension Parting {
    /// The parting in a few lines, safe to print.
    public var lines: [String] {
        var lines = ["\(stream.escapedForDisplay): the runs part after \(alike) alike"]
        lines += before.map { "    both  \($0)" }
        lines.append("    A     " + (a?.description ?? "nothing more"))
        lines.append("    B     " + (b?.description ?? "nothing more"))
        return lines
    }
}
