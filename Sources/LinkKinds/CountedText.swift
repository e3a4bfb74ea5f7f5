/// A number and what it counts, as in `1 round` and `2 rounds`.
public func counted(_ count: some BinaryInteger, _ word: String, _ plural: String? = nil) -> String {
    count == 1 ? "1 \(word)" : "\(count) \(plural ?? word + "s")"
}
