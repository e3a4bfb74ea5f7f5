import Ground

extension String {
    /// The text for a sentence: escaped, and cut after so many characters, for a file may hold very long ones.
    func shown(_ limit: Int = 60) -> String {
        let scalars = unicodeScalars
        guard scalars.count > limit else { return escapedForDisplay }
        var cut = String.UnicodeScalarView()
        cut.append(contentsOf: scalars.prefix(limit))
        return String(cut).escapedForDisplay + "..."
    }
}
