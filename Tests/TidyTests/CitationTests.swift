import Testing

/// The fact sheets that code cites: every section it names is there.
@Suite struct CitationTests {
    private static let folder = "Sources/Wording/Facts/"

    /// The numbers of the headings of each sheet, by the sheet's name without `.md`.
    private static let sections: [String: Set<String>] = {
        let sheets = Project.files.filter { $0.path.hasPrefix(folder) && $0.path.hasSuffix(".md") }
        let numbers = sheets.map { sheet in
            let headings = sheet.lines.compactMap { $0.firstMatch(of: /^#+ ([0-9]+(?:\.[0-9]+)*)/)?.1 }
            return (String(sheet.name.dropLast(3)), Set(headings.map(String.init)))
        }
        return Dictionary(uniqueKeysWithValues: numbers)
    }()

    /// Returns the sections that a text cites: `nfc.md 2.2`, `gate.md, sections 1.3 and 6`, over the ends of comment
    /// lines as well.
    private static func citations(in lines: [String]) -> [(sheet: String, section: String)] {
        let text = lines.map { $0.drop { " /#".contains($0) } }.joined(separator: " ")
        let list =
            #/\b([a-z-]+)\.md,? (?:sections? )?([0-9]+(?:\.[0-9]+)*(?:(?:, (?:and )?| and | to )[0-9]+\.[0-9]+)*)/#
        return text.matches(of: list).flatMap { match in
            match.2.matches(of: /[0-9]+(?:\.[0-9]+)*/).map { (String(match.1), String($0.0)) }
        }
    }

    @Test("every section of a fact sheet that is cited exists")
    func cited() {
        #expect(Self.sections.count == 6)
        var count = 0
        for file in Project.files where !file.path.hasPrefix(Self.folder) {
            for (sheet, section) in Self.citations(in: file.lines) {
                guard let sections = Self.sections[sheet] else { continue }
                count += 1
                #expect(sections.contains(section), "\(file): \(sheet).md has no section \(section)")
            }
        }
        #expect(count > 300)
    }

    @Test("citations are found in each of their forms")
    func forms() {
        let lines = [
            "/// As in `a.md`, section 1 (nfc.md 2.2,", "    /// gate.md, sections 1.3 and 6.4), b.md,",
            "// section 7.",
        ]
        let found = Self.citations(in: lines).map { "\($0.sheet) \($0.section)" }
        #expect(found == ["nfc 2.2", "gate 1.3", "gate 6.4", "b 7"])
    }
}
