public import ArgumentParser
public import Evidence

/// The options for how much of a run's trace is kept, and how much disk space stays free.
struct TraceOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Start another trace file at this size, such as 64M or 2G: trace-001.pcapng and so on.",
            valueName: "size"))
    var traceLimit: ByteCount?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Keep only this many trace files, the newest; needs --trace-limit. Such a run cannot be replayed.",
            valueName: "count"))
    var traceKeep: Int?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "End the trace and report an error if the disk has less free space than this.", valueName: "size"))
    var traceReserve = TraceKeeping().reserve

    func validate() throws {
        if let traceLimit, traceLimit.bytes < RunTrace.smallestLimit {
            throw ValidationError("--trace-limit takes at least 64K, not \(traceLimit).")
        }
        if let traceKeep {
            guard traceLimit != nil else { throw ValidationError("--trace-keep needs --trace-limit.") }
            guard traceKeep >= 1 else { throw ValidationError("--trace-keep takes at least 1, not \(traceKeep).") }
        }
    }

    /// The settings selected by the options.
    var keeping: TraceKeeping { TraceKeeping(limit: traceLimit, keep: traceKeep, reserve: traceReserve) }
}

extension ByteCount: ExpressibleByArgument {}
