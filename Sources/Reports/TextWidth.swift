extension String {
    /// Returns the longest beginning that fits into `limit` terminal columns.
    ///
    /// An estimate for ordinary text: combining marks take no column, East Asian and pictographic characters two.
    func cut(toColumns limit: Int) -> String {
        var columns = 0
        var text = ""
        for character in self {
            columns += character.columns
            guard columns <= limit else { break }
            text.append(character)
        }
        return text
    }

    /// Returns the text padded with trailing spaces to at least `count` characters.
    public func padded(to count: Int) -> String { self + String(repeating: " ", count: max(0, count - self.count)) }

    /// Returns the text padded with leading spaces to at least `count` characters.
    public func padded(left count: Int) -> String { String(repeating: " ", count: max(0, count - self.count)) + self }
}

extension StringProtocol {
    /// The number of terminal columns that the text takes, by the same estimate.
    var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension Character {
    /// The number of terminal columns that it takes, by the same estimate.
    var columns: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default:
            return scalar.properties.generalCategory == .nonspacingMark ? 0 : 1
        }
    }
}
