/// How much of a run's trace is kept, and how much room it leaves on the disk.
public struct TraceKeeping: Hashable, Sendable {
    /// The size from which on another file of the trace begins; nil for one file.
    public var limit: ByteCount?
    /// How many of the newest files stay; nil for all of them.
    public var keep: Int?
    /// With less room on the disk the trace ends, and the run is an error.
    public var reserve: ByteCount

    public init(limit: ByteCount? = nil, keep: Int? = nil, reserve: ByteCount = ByteCount(bytes: 128 << 20)) {
        self.limit = limit
        self.keep = keep
        self.reserve = reserve
    }
}

/// A count of bytes as people write it: `1000`, `64K`, `2G`; K, M, G and T, or small letters, are powers of 1024.
public struct ByteCount: Hashable, Sendable, CustomStringConvertible {
    public let bytes: UInt64

    public init(bytes: UInt64) { self.bytes = bytes }

    /// Nil for a text that is no such count.
    public init?(argument: String) {
        let letters = "KMGT"
        var digits = argument[...]
        var shift = 0
        if let last = argument.last?.uppercased(), let place = letters.map(String.init).firstIndex(of: last) {
            digits = argument.dropLast()
            shift = 10 * (place + 1)
        }
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let count = UInt64(digits),
            count <= .max >> UInt64(shift)
        else { return nil }
        bytes = count << UInt64(shift)
    }

    public var description: String {
        for (place, letter) in "KMGT".enumerated().reversed() {
            let unit = UInt64(1) << UInt64(10 * (place + 1))
            if bytes >= unit, bytes % unit == 0 { return "\(bytes / unit)\(letter)" }
        }
        return "\(bytes)"
    }
}

extension TraceKeeping {
    /// The same as words of a command line.
    public var words: [String] {
        var words = ["--trace-reserve", "\(reserve)"]
        if let limit { words += ["--trace-limit", "\(limit)"] }
        if let keep { words += ["--trace-keep", "\(keep)"] }
        return words
    }
}
