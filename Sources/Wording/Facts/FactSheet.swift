/// A reference article in Markdown about a protocol, or about a phone's behaviour, that the program carries.
///
/// Code cites an article by its file's name and the number of a section; a row of a table is found by its first cell.
public struct FactSheet: Sendable {
    /// The name of the file: `nfc.md`.
    public let name: String
    private let lines: [Substring]

    public static let nearbyInteraction = FactSheet("nearby-interaction.md", PackageResources.nearby_interaction_md)
    public static let nfc = FactSheet("nfc.md", PackageResources.nfc_md)
    public static let network = FactSheet("network.md", PackageResources.network_md)

    init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// A section, or a row of one.
    public struct Entry: Hashable, Sendable {
        /// The heading without its number, the rule or the complaint.
        public let title: String
        public let passages: [Passage]
        /// The place of the entry: `nfc.md, section 4.1`.
        public let source: String
    }

    /// A piece of an entry, without Markdown's signs for emphasis and code.
    public enum Passage: Hashable, Sendable {
        case paragraph(String)
        /// A row of a table; empty cells are left out.
        case row([Cell])
    }

    public struct Cell: Hashable, Sendable {
        /// The heading of the column.
        public let heading: String
        public let text: String
    }

    /// Returns the section with a number, such as `5.7`, including its subsections; nil if there is none.
    public func section(_ number: String) -> Entry? {
        let headings = lines.indices.filter { Self.level(of: lines[$0]) > 0 }
        guard let first = headings.first(where: { Self.heading(lines[$0]).number == number }) else { return nil }
        let level = Self.level(of: lines[first])
        let end = headings.first { $0 > first && Self.level(of: lines[$0]) <= level } ?? lines.endIndex
        return Entry(
            title: Self.heading(lines[first]).title, passages: Self.passages(of: lines[(first + 1)..<end]),
            source: "\(name), section \(number)")
    }

    /// Returns the row of a section's tables whose first cell is this text; its second cell is the title. Nil if there
    /// is none.
    public func row(_ first: String, of number: String) -> Entry? {
        guard let section = section(number) else { return nil }
        for case .row(let cells) in section.passages where cells.first?.text == first && cells.count > 1 {
            let rest = Array(cells.dropFirst(2))
            return Entry(title: cells[1].text, passages: rest.isEmpty ? [] : [.row(rest)], source: section.source)
        }
        return nil
    }

    // MARK: Markdown

    /// Returns the number of signs in front of a heading; 0 for any other line.
    private static func level(of line: Substring) -> Int {
        let level = line.prefix { $0 == "#" }.count
        return line.dropFirst(level).first == " " ? level : 0
    }

    private static func heading(_ line: Substring) -> (number: Substring, title: String) {
        let text = line.drop { $0 == "#" || $0 == " " }
        let number = text.prefix { $0.isNumber || $0 == "." }
        return (
            number.last == "." ? number.dropLast() : number, plain(text.dropFirst(number.count).drop { $0 == " " })
        )
    }

    private static func passages(of lines: ArraySlice<Substring>) -> [Passage] {
        var passages: [Passage] = []
        var paragraph: [String] = []
        var headings: [String]?
        func close() {
            if !paragraph.isEmpty { passages.append(.paragraph(paragraph.joined(separator: " "))) }
            paragraph = []
        }
        for line in lines {
            guard line.first == "|" else {
                headings = nil
                let begins = line.hasPrefix("* ") || line.hasPrefix("- ") || level(of: line) > 0
                if line.isEmpty || begins { close() }
                if !line.isEmpty { paragraph.append(plain(line.drop { $0 == "#" || $0 == " " })) }
                if level(of: line) > 0 { close() }
                continue
            }
            close()
            let cells = cells(of: line)
            guard let columns = headings else {
                headings = cells
                continue
            }
            if cells.allSatisfy({ $0.allSatisfy { $0 == "-" || $0 == ":" } }) { continue }
            let row = zip(columns, cells).map { Cell(heading: $0, text: $1) }.filter { !$0.text.isEmpty }
            if !row.isEmpty { passages.append(.row(row)) }
        }
        close()
        return passages
    }

    /// Returns the cells of a table's line. A bar inside code, or behind a backslash, separates none.
    static func cells(of line: Substring) -> [String] {
        var cells = [""]
        var (isCode, isEscaped) = (false, false)
        for character in line.dropFirst() {
            if character == "`" { isCode.toggle() }
            if character == "|", !isCode, !isEscaped {
                cells.append("")
            } else {
                if character == "|", isEscaped { cells[cells.count - 1].removeLast() }
                cells[cells.count - 1].append(character)
            }
            isEscaped = character == "\\"
        }
        // The line ends with a bar.
        if cells.last?.allSatisfy({ $0 == " " }) == true { cells.removeLast() }
        return cells.map { plain(Substring($0)) }
    }

    /// Returns a text without signs for emphasis and code, and without blanks at its ends.
    private static func plain(_ text: Substring) -> String {
        var plain = ""
        var isCode = false
        var rest = text.drop { $0 == " " }
        while let last = rest.last, last == " " { rest.removeLast() }
        while let character = rest.popFirst() {
            switch character {
            case "`": isCode.toggle()
            case "*" where !isCode && rest.first == "*": rest.removeFirst()
            default: plain.append(character)
            }
        }
        return plain
    }
}
