/// An input interpreted as decisions: numbers and pieces of bytes, from start to end.
struct Choices {
    private var rest: ArraySlice<UInt8>

    init(_ input: [UInt8]) { rest = input[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// Returns the next byte; 0 after the end.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// Returns a number below `limit`, which is at most 256.
    mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

    /// Returns as many bytes as the next one says, limited to those available.
    mutating func piece() -> [UInt8] {
        let count = Int(byte())
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Returns all remaining bytes.
    mutating func all() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }

    /// Encodes pieces as an input from which `piece()` returns them.
    static func input(_ pieces: [[UInt8]], between: [UInt8] = []) -> [UInt8] {
        pieces.flatMap { between + [UInt8(clamping: $0.count)] + $0.prefix(255) }
    }
}

/// Returns the input divided into pieces whose lengths its own bytes determine.
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
