import GRDB
import Ground
import Journal
import OpenSSL
import TestSupport
import Vocabulary

@testable import History

/// Histories with the findings that a page shows.
enum HistoryPageSample {
    /// The names that a test replaces.
    struct Names {
        var scenario = "fullFlow"
        var firmware = "door-%.bin"
        var quantity = "door: exchange"
        var folder = "/runs"

        func firmware(_ byte: UInt8) -> TestedFirmware {
            TestedFirmware(
                sha256: RunFolderSample.hash(byte).hex, name: firmware.replacing("%", with: "\(byte)"))
        }
    }

    /// Returns a run; the number distinguishes and orders runs.
    static func run(
        _ number: Int, firmware: UInt8, verdict: VerdictKind = .passed, scenario: String? = nil,
        kind: String = "hardware", exchange: Int64 = 4_000_000, turnAround: Int64 = 2_000_000, key: UInt8 = 0xF0,
        _ names: Names = Names()
    ) -> HistoryRun {
        let scenario = scenario ?? names.scenario
        let own = ContentHash.of("\(number) \(firmware) \(kind) \(scenario)")
        return HistoryRun(
            manifest: own, document: own, folder: "\(names.folder)/\(kind)/\(number)-\(scenario)",
            scenario: TestedScenario(name: scenario, hash: RunFolderSample.hash(9).hex, file: "Scenarios/Full.swift"),
            firmware: names.firmware(firmware), identity: "proved",
            bench: UsedBench(
                name: kind, kind: kind, host: "", fingerprint: ContentHash.of(kind).hex, version: "trammel 1.0"),
            seed: UInt64(number), ordinal: Int64(number), started: Int64(1 + number) * 1_000_000_000_000,
            elapsed: 1_000, verdict: verdict,
            failure: verdict == .failed
                ? SeenFailure(
                    key: RunFolderSample.hash(key).hex, code: "zone.notEntered", expected: "near", seen: "far") : nil,
            measurements: [
                RunMeasurement(
                    quantity: names.quantity, unit: .nanoseconds, largest: exchange, middle: exchange,
                    high: exchange, times: 3, limit: 10_000_000),
                RunMeasurement(
                    quantity: "turn-around", unit: .nanoseconds, largest: turnAround, middle: turnAround,
                    high: turnAround, times: 1),
            ])
    }

    /// Returns runs of three firmwares. The third fails more often and has a longer exchange; the second has a longer
    /// turn-around and errors; another scenario never fails, and one bench only rehearses.
    static func flaky(_ names: Names = Names()) -> [HistoryRun] {
        var runs: [HistoryRun] = []
        for number in 0..<60 {
            let firmware = UInt8(1 + number / 20)
            let small = Int64(number % 3) * 1_000
            runs.append(
                run(
                    number, firmware: firmware, verdict: number >= 40 && number % 2 == 0 ? .failed : .passed,
                    exchange: (number < 40 ? 4_000_000 : 5_000_000) + small,
                    turnAround: (number < 20 ? 2_000_000 : 3_000_000) + small, names))
            runs.append(run(100 + number, firmware: firmware, scenario: "tagOpensApp", exchange: 4_000_000 + small))
        }
        for number in 200..<203 {
            runs.append(
                run(
                    number, firmware: 2, verdict: .error, exchange: 5_000_000, turnAround: 3_000_000, names))
        }
        for number in 300..<310 {
            runs.append(
                run(
                    number, firmware: 3, verdict: number == 304 ? .failed : .passed, kind: "simulated", key: 0xF1, names
                ))
        }
        return runs
    }

    static func store(_ scratch: Scratch, _ runs: [HistoryRun], gates: [HistoryGate] = []) throws -> HistoryStore {
        let store = HistoryStore(scratch("history.sqlite"))
        _ = try store.take(runs)
        try store.file.open().write { database in for gate in gates { try gate.insert(database) } }
        return store
    }

    static func gate(_ number: UInt8, _ result: String, isRehearsal: Bool = false) -> HistoryGate {
        let hash = RunFolderSample.hash
        return HistoryGate(
            record: hash(number), document: hash(number), folder: "/gates/\(number)", result: result,
            isRehearsal: isRehearsal, plan: "release", planHash: hash(7).hex, firmware: Names().firmware(number),
            identity: "proved", bench: "desk", fingerprint: hash(8).hex, scenarios: 4, passed: 3, trials: 90,
            failures: 2, leftOut: 1, confidence: 950_000, upperLimit: 51_000_000,
            started: Int64(number) * 3_000_000_000_000, ended: Int64(number) * 3_100_000_000_000)
    }
}

/// The parts of a page that tests compare with the documents.
struct HistoryPageReading {
    let markup: Markup
    private let html: String

    init(_ html: String) { (self.html, markup) = (html, Markup(html)) }

    /// Returns what is between two marks, everywhere; after the last beginning, the rest of the page.
    func pieces(from start: String, to end: String) -> [String] {
        html.split(separator: start, omittingEmptySubsequences: false).dropFirst().map { piece in
            String(piece[..<(piece.firstRange(of: end)?.lowerBound ?? piece.endIndex)])
        }
    }

    /// The cells of all table rows below a part's beginning, by their labels; the first has the label "".
    func rows(in part: String) -> [[String: String]] {
        part.split(separator: "<tr", omittingEmptySubsequences: false).dropFirst().compactMap { row in
            guard let head = row.firstRange(of: "<th scope=\"row\">") else { return nil }
            var cells = ["": Self.text(row[head.upperBound...], until: "</th>")]
            for cell in row.split(separator: "data-label=\"", omittingEmptySubsequences: false).dropFirst() {
                guard let quote = cell.firstIndex(of: "\"") else { continue }
                cells[String(cell[..<quote])] = Self.text(cell[quote...].dropFirst(2), until: "</td>")
            }
            return cells
        }
    }

    private static func text(_ piece: Substring, until end: String) -> String {
        Markup(String(piece[..<(piece.firstRange(of: end)?.lowerBound ?? piece.endIndex)])).text
    }

    /// The articles of scenarios that failed, by the scenario's name.
    var scenarios: [String: String] {
        let articles = pieces(from: "<article id=\"scenario-", to: "</article>")
        return Dictionary(
            articles.map { article in
                let heading = article.firstRange(of: "</svg> ").map { article[$0.upperBound...] } ?? ""
                let title = Self.text(heading, until: "</h3>")
                return (title.replacing(/: \w+$/, with: ""), article)
            }
        ) { first, _ in first }
    }

    /// The articles of quantities, by their headings.
    var quantities: [(title: String, article: String)] {
        pieces(from: "<article ", to: "</article>").compactMap { article in
            guard let heading = article.firstRange(of: "<h4>") else { return nil }
            return (Self.text(article[heading.upperBound...], until: "</h4>"), article)
        }
    }
}
