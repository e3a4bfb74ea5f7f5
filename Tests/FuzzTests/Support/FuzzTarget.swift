/// Something that takes bytes from outside: what it does with them, and some that it can make sense of.
///
/// `take` ends the program when a promise does not hold: a fuzzer keeps the input then, and a test fails.
struct FuzzTarget: Sendable {
    let name: String
    let seeds: @Sendable () -> [[UInt8]]
    let take: @Sendable ([UInt8]) -> Void

    init(
        _ name: String, seeds: @escaping @Sendable () -> [[UInt8]], take: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.name = name
        self.seeds = seeds
        self.take = take
    }
}

/// Ends the program with the sentence when what a target promises does not hold.
func must(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    if !holds { fatalError("broken promise: \(sentence())") }
}
