import Ground

/// A generator of hostile inputs: random bytes, and valid inputs with bits flipped and bytes cut, repeated and glued.
public struct Mutator {
    private var generator: SeededGenerator
    private let seeds: [[UInt8]]

    /// Mutates `seeds`; the same number gives the same inputs on every machine.
    public init(seeds: [[UInt8]], number: UInt64 = 1) {
        precondition(!seeds.isEmpty, "a mutator needs at least one good input")
        self.seeds = seeds
        self.generator = SeededGenerator(seed: number)
    }

    /// Returns the next hostile input, at most `limit` bytes long.
    public mutating func next(limit: Int = 600) -> [UInt8] {
        if generator.chance(0.15) { return generator.bytes(Int.random(in: 0...64, using: &generator)) }
        var input = seeds.randomElement(using: &generator)!
        for _ in 0..<Int.random(in: 1...4, using: &generator) { mutate(&input) }
        return Array(input.prefix(limit))
    }

    private mutating func mutate(_ input: inout [UInt8]) {
        guard let place = input.indices.randomElement(using: &generator) else {
            input = generator.bytes(4)
            return
        }
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: input[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: input[place] = UInt8.random(in: 0...255, using: &generator)
        case 2: input[place] = [0x00, 0xFF, 0x7F, 0x80].randomElement(using: &generator)!
        case 3: input.remove(at: place)
        case 4: input.removeSubrange(place...)
        case 5: input.insert(contentsOf: generator.bytes(Int.random(in: 1...8, using: &generator)), at: place)
        default: input += seeds.randomElement(using: &generator)!
        }
    }
}
