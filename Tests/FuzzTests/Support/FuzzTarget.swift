/// A function that takes external bytes, with meaningful examples.
///
/// `take` ends the program when a promise is broken: a fuzzer then keeps the input, and a test fails.
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

/// Ends the program with the sentence if a target's promise is broken.
func must(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    if !holds { fatalError("broken promise: \(sentence())") }
}
