/// All the places of a text at which a pattern can stand at once, followed token by token.
enum PlaceSet {
    /// The places where the text can go on after all tokens, in ascending order, from any of the places given.
    ///
    /// Every token looks once at every place, so the steps are bounded by tokens times places.
    static func follow(
        _ tokens: [PatternToken], _ text: [UInt8], from places: [Int], end: Int, _ steps: inout Int
    ) -> [Int] {
        var places = places
        for token in tokens {
            guard let first = places.first else { return [] }
            switch token {
            case .anyRun:
                places = run(text, from: first, end: end)
                steps += places.count
            case .values(let values) where values.fixedLength == nil:
                places = after(values, text, from: places, end: end, &steps)
            case .byte, .anyOne, .one, .values, .nothing:
                steps += places.count
                var next: [Int] = []
                for place in places {
                    if let after = token.end(in: text, at: place, end: end, &steps) { next.append(after) }
                }
                places = next
            }
        }
        return places
    }

    /// Every place between characters from the first one on.
    private static func run(_ text: [UInt8], from first: Int, end: Int) -> [Int] {
        var places = [first]
        var place = first
        while place < end {
            place += UTF8Width.ofScalar(in: text, at: place, end: end)
            places.append(place)
        }
        return places
    }

    private static func after(
        _ values: VariableValues, _ text: [UInt8], from places: [Int], end: Int, _ steps: inout Int
    ) -> [Int] {
        guard let first = places.first else { return [] }
        var isReached = [Bool](repeating: false, count: end - first + 1)
        for literals in values.literals {
            for place in places where VariableValues.contains(literals, text, at: place, end: end, &steps) {
                isReached[place + literals.length - first] = true
            }
        }
        for wildcard in values.wildcards {
            for place in follow(wildcard, text, from: places, end: end, &steps) { isReached[place - first] = true }
        }
        steps += places.count
        return isReached.indices.filter { isReached[$0] }.map { $0 + first }
    }
}
