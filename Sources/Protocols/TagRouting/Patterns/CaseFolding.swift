/// Texts made comparable without regard to case.
enum CaseFolding {
    /// The text with every letter that has one lower-case letter replaced by it; what is no UTF-8 stays.
    static func folded(_ text: [UInt8]) -> [UInt8] {
        if text.allSatisfy({ $0 < 0x80 }) { return text.map(ASCII.lower) }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var place = 0
        while place < text.count {
            let width = UTF8Width.ofScalar(in: text, at: place, end: text.count)
            if width == 1 {
                result.append(ASCII.lower(text[place]))
            } else {
                let letter = String(decoding: text[place..<place + width], as: UTF8.self)
                let lower = letter.unicodeScalars.first.map(\.properties.lowercaseMapping) ?? letter
                result += lower.unicodeScalars.count == 1 ? Array(lower.utf8) : Array(letter.utf8)
            }
            place += width
        }
        return result
    }
}
