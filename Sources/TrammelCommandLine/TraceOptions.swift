import ArgumentParser

/// How much of a run's trace is kept, and how much room it leaves.
struct TraceOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Begin another file of a trace when one has this size, as in 64M or 2G: trace-001.pcapng and so on.",
            valueName: "size"))
    var traceLimit: ByteCount?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Keep only the newest files of a trace, so many; needs --trace-limit. Such a run cannot be replayed.",
            valueName: "count"))
    var traceKeep: Int?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "End a trace, and call the run an error, when the disk has less room than this.", valueName: "size"))
    var traceReserve = ByteCount(bytes: 128 << 20)

    func validate() throws {
        if let traceLimit, traceLimit.bytes < RunTrace.smallestLimit {
            throw ValidationError("--trace-limit takes at least 64K, not \(traceLimit).")
        }
        if let traceKeep {
            guard traceLimit != nil else { throw ValidationError("--trace-keep needs --trace-limit.") }
            guard traceKeep >= 1 else { throw ValidationError("--trace-keep takes at least 1, not \(traceKeep).") }
        }
    }

    /// What holds where none of them is given.
    static var usual: TraceOptions {
        guard let options = try? parse([]) else { preconditionFailure("each of these options has a default") }
        return options
    }

    /// The options as words of a command line.
    var words: [String] {
        var words = ["--trace-reserve", "\(traceReserve)"]
        if let traceLimit { words += ["--trace-limit", "\(traceLimit)"] }
        if let traceKeep { words += ["--trace-keep", "\(traceKeep)"] }
        return words
    }
}

/// A count of bytes as people write it: `1000`, `64K`, `2G`; K, M, G and T, or small letters, are powers of 1024.
struct ByteCount: ExpressibleByArgument, CustomStringConvertible {
    let bytes: UInt64

    init(bytes: UInt64) { self.bytes = bytes }

    init?(argument: String) {
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

    var description: String {
        for (place, letter) in "KMGT".enumerated().reversed() {
            let unit = UInt64(1) << UInt64(10 * (place + 1))
            if bytes >= unit, bytes % unit == 0 { return "\(bytes / unit)\(letter)" }
        }
        return "\(bytes)"
    }
}
