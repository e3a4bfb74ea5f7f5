/// An input taken as decisions: numbers and pieces of bytes, from its front to its end.
struct Choices {
    private var rest: ArraySlice<UInt8>

    init(_ input: [UInt8]) { rest = input[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// The next byte; 0 behind the end.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// A number below `limit`, which is at most 256.
    mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

    /// So many bytes as the next one says, and as there are.
    mutating func piece() -> [UInt8] {
        let count = Int(byte())
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Everything that is left.
    mutating func all() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }

    /// Pieces as an input of which `piece` makes them again.
    static func input(_ pieces: [[UInt8]], between: [UInt8] = []) -> [UInt8] {
        pieces.flatMap { between + [UInt8(clamping: $0.count)] + $0.prefix(255) }
    }
}

/// The input cut into pieces whose lengths its own bytes choose.
func pieces(of input: [UInt8]) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var place = 0
    while place < input.count {
        let end = min(place + 1 + Int(input[place] ^ input[input.count - 1 - place]) % 37, input.count)
        pieces.append(input[place..<end])
        place = end
    }
    return pieces
}
