import Ground
import OperatingSystem
import TagRouting

/// The time to route synthetic links with the largest association files allowed.
enum RoutedLinks {
    static let benchmark = Benchmark(name: "routing", arguments: ["LINKS"]) { words in
        guard let count = Int(words[0]), (1...100_000_000).contains(count) else {
            throw Malformed(at: 0, "LINKS is a number from 1 to 100000000")
        }
        return try RoutingBenchmark.Kind.allCases.map { try measure($0, count: count) }
    }

    private static func measure(_ kind: RoutingBenchmark.Kind, count: Int) throws -> String {
        let benchmark = RoutingBenchmark(kind)
        let file = try AssociationFile(benchmark.file)
        let matcher = file.matcher(for: RoutingBenchmark.application)
        let began = ProcessorTime.spent
        let result = benchmark.run(matcher, count: count)
        let spent = ProcessorTime.spent - began
        let components = file.entries.reduce(0) { $0 + $1.components.count }
        return "\(kind.rawValue): \(count) links, \(benchmark.file.count) bytes with \(components) components, "
            + "\(result.matches) match, \(result.steps / count) steps a link: \(spent) of processor time"
    }
}
