/// What is to be said about a capture, each sentence once and no more of them than anybody reads.
struct ImportNotes: Sendable {
    private struct Kept: Sendable {
        let text: String
        var more = 0
    }

    /// The most remarks that are kept; how many more there were is told.
    static let most = 200

    private var kept: [Kept] = []
    private var places: [[UInt8]: Int] = [:]
    private var more = 0

    init(_ first: [String] = []) {
        for text in first { add(text) }
    }

    mutating func add(_ text: String) { add(text, Array(text.utf8)) }

    /// Of sentences that differ in their numbers alone the first one is kept, with how many more there were.
    mutating func add(alike text: String) { add(text, Self.shape(text)) }

    private mutating func add(_ text: String, _ key: [UInt8]) {
        if let place = places[key] {
            if kept[place].text != text { kept[place].more += 1 }
            return
        }
        guard kept.count < Self.most else {
            more += 1
            return
        }
        places[key] = kept.count
        kept.append(Kept(text: text))
    }

    var texts: [String] {
        let texts = kept.map { $0.more > 0 ? "\($0.text), and \($0.more) more such" : $0.text }
        return more > 0 ? texts + ["\(more) remarks more"] : texts
    }

    /// The sentence with one mark for each number in it.
    private static func shape(_ text: String) -> [UInt8] {
        var shape: [UInt8] = []
        for byte in text.utf8 {
            let isDigit = (0x30...0x39).contains(byte)
            if !isDigit { shape.append(byte) } else if shape.last != 0x30 { shape.append(0x30) }
        }
        return shape
    }
}
