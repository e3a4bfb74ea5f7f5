import Evidence
import Foundation
import Ground
import History
import Links
import OperatingSystem
import Views

/// The speed at which a history imports runs and answers queries, and its size.
///
/// The runs are synthetic and imported like real ones: 60 scenarios on three benches, with forty firmwares in
/// succession, a dozen measurements each, and one failure in fifty runs.
enum HistorySpeed {
    static let benchmark = Benchmark(name: "history", arguments: ["RUNS"]) { words in
        guard let runs = Int(words[0]), (1_000...10_000_000).contains(runs) else {
            throw Malformed(at: 0, "RUNS is a number from 1000 to 10000000")
        }
        return try lines(runs)
    }

    static let folders = Benchmark(name: "history-folders", arguments: ["FOLDER"]) { words in
        let folder = NSTemporaryDirectory() + "/trammel-history-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = HistoryStore("\(folder)/history.sqlite")
        let clock = MonotonicClock()
        let start = clock.now
        let first = try store.take([words[0]])
        let middle = clock.now
        let again = try store.take([words[0]])
        let end = clock.now
        return [
            "\(first.added) runs taken in from their folders: \(middle - start), "
                + "\(perMinute(first.added, middle - start)); \(first.refused.count) refused",
            "\(again.known) of them known already: \(end - middle)",
        ]
    }

    private static func lines(_ runs: Int) throws -> [String] {
        let folder = NSTemporaryDirectory() + "/trammel-history-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = HistoryStore("\(folder)/history.sqlite")
        let clock = MonotonicClock()
        let start = clock.now
        var made = 0
        while made < runs {
            let some = min(50_000, runs - made)
            _ = try store.take(MadeUpRuns.all(made..<made + some))
            made += some
        }
        let taken = clock.now - start
        let size = try FileManager.default.attributesOfItem(atPath: store.path)[.size] as? Int ?? 0
        var lines = [
            "\(runs) runs taken in: \(taken), \(perMinute(runs, taken))",
            "size: \(size / 1_000_000) MB, \(size / runs) bytes a run",
        ]
        let bar = PassThreshold.usual
        lines.append(
            try median("history", clock) {
                let groups = try store.groups().value?.groups ?? []
                return HistoryText(groups, bar).lines.count
            })
        lines.append(
            try median("flaky", clock) {
                try store.flaky(HistoryFilter(), bar).value.map { FlakyText($0, bar).lines.count } ?? 0
            })
        let filter = HistoryFilter(scenario: "scenario 7")
        lines.append(
            try median("trend of one scenario", clock) {
                try store.trends(of: "turn-around", filter).value.map { TrendText($0, .largest).lines.count } ?? 0
            })
        let firmwares = try store.groups().value?.firmwares ?? []
        if let last = firmwares.last, firmwares.count > 1 {
            let before = firmwares[firmwares.count - 2]
            lines.append(
                try median("compare of one scenario", clock) {
                    try store.compare(baseline: before.firmware, candidate: last.firmware, filter).value.map {
                        ComparisonText($0).lines.count
                    } ?? 0
                })
        }
        var bytes = 0
        lines.append(
            try median("page", clock) {
                let page = try store.report(HistoryFilter(), bar).value.map { HistoryPage($0).html.utf8 }
                bytes = page?.count ?? 0
                return page?.count { $0 == UInt8(ascii: "\n") } ?? 0
            })
        return lines + ["size of the page: \(bytes / 1000) kB"]
    }

    private static func median(
        _ name: String, _ clock: MonotonicClock, _ body: () throws -> Int
    ) throws -> String {
        var (spans, count) = ([Ground.Lapse](), 0)
        for _ in 0..<7 {
            let start = clock.now
            count = try body()
            spans.append(clock.now - start)
        }
        spans.sort()
        return "\(name): median \(spans[3]), slowest of 7 \(spans[6]) (\(count) lines)"
    }

    private static func perMinute(_ runs: Int, _ span: Ground.Lapse) -> String {
        "\(Int(Double(runs) * 60 / max(1e-9, span.seconds))) a minute"
    }
}
