/// Passes a stream on until the mark that ends it, and holds back what may be the mark's beginning.
struct EndMark {
    private let mark: [UInt8]
    private var held: [UInt8] = []
    /// Whether the mark has come; nothing after it is passed on.
    private(set) var isReached = false

    /// `mark` has no byte twice at its beginning's place: its first byte occurs in it only once.
    init(_ mark: String) {
        self.mark = Array(mark.utf8)
        precondition(
            self.mark.first.map { first in self.mark.filter { $0 == first }.count == 1 } ?? false,
            "the first byte of a mark is found in it only once")
    }

    /// A mark that no output holds but by chance of one in 2 to the 128.
    static func random() -> String {
        let numbers = [UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max)]
        return "~" + numbers.map { String($0, radix: 36) }.joined(separator: "-")
    }

    /// What of the stream so far, and not passed on before, is certainly not the mark.
    mutating func pass(_ bytes: [UInt8]) -> [UInt8] {
        guard !isReached else { return [] }
        var passed: [UInt8] = []
        for byte in bytes {
            if byte == mark[held.count] {
                held.append(byte)
                guard held.count < mark.count else {
                    isReached = true
                    held = []
                    return passed
                }
            } else {
                passed += held
                held = []
                if byte == mark[0] { held.append(byte) } else { passed.append(byte) }
            }
        }
        return passed
    }

    /// What is held back when the stream ends without its mark.
    mutating func finish() -> [UInt8] {
        defer { held = [] }
        return held
    }
}
