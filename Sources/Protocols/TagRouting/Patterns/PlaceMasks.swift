/// The places of each byte in a text, as bit masks of 64 places per word.
final class PlaceMasks {
    /// The number of bytes of the text.
    let count: Int
    /// The number of words of one mask, which has one place more than there are bytes.
    let words: Int
    /// The places where characters begin, and the end of the text; nil if that is every place.
    let characters: [UInt64]?
    private let bytes: [UInt8]
    /// The concatenated masks of the bytes that occur, and the row of each byte.
    private let table: [UInt64]
    private let rows: [Int]
    private var classes: [(kind: CharacterClass, mask: [UInt64])] = []

    init(_ text: [UInt8]) {
        count = text.count
        bytes = text
        let words = text.count / 64 + 1
        var rows = [Int](repeating: -1, count: 256)
        var kinds = 0
        for byte in text where rows[Int(byte)] < 0 {
            rows[Int(byte)] = kinds * words
            kinds += 1
        }
        var table = [UInt64](repeating: 0, count: kinds * words)
        for (place, byte) in text.enumerated() { table[rows[Int(byte)] + place / 64] |= 1 << UInt64(place % 64) }
        (self.words, self.rows, self.table) = (words, rows, table)
        characters = text.contains { $0 >= 0x80 } ? Self.characters(of: text, words) : nil
    }

    /// The cost of creating the masks, in steps.
    var cost: Int { 2 * count + table.count + 1 }

    /// Returns a word of a byte's mask; 0 if the text does not contain the byte.
    @inline(__always) func word(_ index: Int, of row: Int) -> UInt64 { row < 0 ? 0 : table[row + index] }

    /// Returns the row of a byte's mask for `word(_:of:)`.
    @inline(__always) func row(of byte: UInt8) -> Int { rows[Int(byte)] }

    /// Returns the places of characters of a class.
    func mask(of kind: CharacterClass, _ work: inout MatchingWork) -> [UInt64] {
        if let known = classes.first(where: { $0.kind == kind })?.mask { return known }
        var mask = [UInt64](repeating: 0, count: words)
        for (place, byte) in bytes.enumerated() where kind.contains(byte) {
            mask[place / 64] |= 1 << UInt64(place % 64)
        }
        work.spend(count + words)
        classes.append((kind, mask))
        return mask
    }

    private static func characters(of text: [UInt8], _ words: Int) -> [UInt64] {
        var mask = [UInt64](repeating: 0, count: words)
        var place = 0
        while place <= text.count {
            mask[place / 64] |= 1 << UInt64(place % 64)
            place += place < text.count ? UTF8Width.ofScalar(in: text, at: place, end: text.count) : 1
        }
        return mask
    }
}
