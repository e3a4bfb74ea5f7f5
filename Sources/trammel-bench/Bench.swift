import Glibc

/// A benchmark with its name, its arguments and its function.
struct Benchmark: Sendable {
    let name: String
    /// The names of the arguments; a trailing one in brackets is optional.
    let arguments: [String]
    /// Performs the benchmark and returns the lines to print.
    let measure: @Sendable ([String]) throws -> [String]

    func takes(_ count: Int) -> Bool {
        count <= arguments.count && count >= arguments.count { !$0.hasPrefix("[") }
    }
}

/// Benchmarks of parts of Trammel, for its developers: `trammel-bench NAME ARGUMENT...`.
@main struct Bench {
    private static let all = [
        TurnAround.benchmark, SimulatedSpeed.benchmark, TraceWriting.benchmark, NetworkSpeed.benchmark,
        ListingSpeed.benchmark, PickSpeed.benchmark, HistorySpeed.benchmark, HistorySpeed.folders,
        MadeUpHistory.benchmark,
        Calibration.benchmark, PlayedCalibration.benchmark,
    ]

    static func main() {
        let words = CommandLine.arguments.dropFirst()
        guard let benchmark = all.first(where: { $0.name == words.first }),
            benchmark.takes(words.count - 1)
        else {
            for benchmark in all {
                let usage = (["usage: trammel-bench", benchmark.name] + benchmark.arguments).joined(separator: " ")
                tell(usage)
            }
            exit(64)
        }
        do {
            for line in try benchmark.measure(Array(words.dropFirst())) { print(line) }
        } catch {
            tell("trammel-bench: \(error)")
            exit(3)
        }
    }

    private static func tell(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
