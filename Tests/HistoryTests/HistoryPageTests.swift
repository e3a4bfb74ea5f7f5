import Evidence
import Foundation
import Ground
import Journal
import TestSupport
import Testing

@testable import History
@testable import Views

/// The page of a history has the figures of the documents, and says what is new first.
@Suite struct HistoryPageTests {
    private static func page(
        _ store: HistoryStore, _ filter: HistoryFilter = HistoryFilter(), _ bar: PassThreshold = .usual
    ) throws -> HistoryPageReading {
        let answer = try store.report(filter, bar)
        let html = HistoryPage(try #require(answer.value), refused: answer.refused).html
        let page = HistoryPageReading(html)
        #expect(page.markup.mistakes == [] && page.markup.strayAddresses == [])
        return page
    }

    private static func content(_ document: some HistoryJSONDocument) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(document.json())) as? [String: Any])
    }

    private static func list(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

    private static func firmware(_ value: Any?) -> String {
        let firmware = value as? [String: Any]
        return "\(firmware?["name"] ?? "") \((firmware?["sha256"] as? String)?.prefix(12) ?? "")"
    }

    @Test("every rate, limit and class on the page is that of the document", arguments: [0.05, 0.2])
    func rates(below: Double) throws {
        let scratch = try Scratch()
        let store = try HistoryPageSample.store(scratch, HistoryPageSample.flaky())
        let bar = PassThreshold(rate: below, confidence: 0.9)
        let page = try Self.page(store, HistoryFilter(), bar)
        let groups = try #require(try store.groups().value).groups
        var shown: Set<[String]> = []
        for (scenario, article) in page.scenarios {
            for row in page.rows(in: article) {
                shown.insert([
                    scenario, row[""] ?? "", row["bench"] ?? "", row["failed"] ?? "", row["below"] ?? "",
                    row["class"] ?? "", row["left out"] ?? "",
                ])
            }
        }
        for row in page.rows(in: page.pieces(from: "id=\"clean\"", to: "</details>").first ?? "") {
            shown.insert([
                row[""] ?? "", row["firmware"] ?? "", row["bench"] ?? "", row["failed"] ?? "", row["below"] ?? "",
                row["class"] ?? "", row["left out"] ?? "",
            ])
        }
        let told = try Self.list(Self.content(HistoryDocument(groups, bar, refused: 0))["groups"]).map { group in
            let bench = try #require(group["bench"] as? [String: Any])
            let limit = try #require(group["upperLimit"] as? Double)
            let isRehearsal = group["rehearsal"] as? Bool == true
            return try [
                #require((group["scenario"] as? [String: Any])?["name"] as? String), Self.firmware(group["firmware"]),
                "\(#require(bench["name"] as? String))-\(#require(bench["fingerprint"] as? String).prefix(6))",
                "\(#require(group["failures"] as? Int)) of \(#require(group["trials"] as? Int))",
                HistoryWords.percent(limit, roundingUp: true),
                "\(#require(group["class"] as? String))\(isRehearsal ? ", a rehearsal" : "")",
                group["leftOut"] as? Int == 0 ? "" : "\(#require(group["leftOut"] as? Int))",
            ]
        }
        #expect(told.count == 7 && shown == Set(told), "\(shown.symmetricDifference(told))")
    }

    @Test("every change point on the page is that of the document, in its plot and in words")
    func changes() throws {
        let scratch = try Scratch()
        let store = try HistoryPageSample.store(scratch, HistoryPageSample.flaky())
        let page = try Self.page(store)
        var count = 0
        for name in ["door: exchange", "turn-around"] {
            let trends = try #require(try store.trends(of: name, HistoryFilter()).value)
            let told = Self.list(try Self.content(TrendDocument(trends, .largest))["series"]).flatMap { series in
                let scenario = series["scenario"] as? [String: Any]
                return Self.list(series["changes"]).map { change in
                    "change at run \(change["number"] ?? "") of \(scenario?["name"] ?? "")"
                }
            }
            let own = page.quantities.filter { $0.title.hasPrefix("\(name) of ") }
            let drawn = own.flatMap { title, article in
                article.matches(of: /change at run \d+/).map {
                    "\($0.output) of \(title.dropFirst("\(name) of ".count))"
                }
            }
            #expect(own.count == trends.trends.count && drawn.sorted() == told.sorted(), "\(name)")
            for trend in trends.trends {
                for change in trend.changes {
                    #expect(page.markup.text.contains(TrendText.sentence(on: change, of: trend)))
                    count += 1
                }
            }
        }
        #expect(count == 2)
        // The level before and after is the document's median, at the plot's scale.
        let shifted = try #require(page.quantities.first { $0.title == "door: exchange of fullFlow" })
        #expect(Markup(shifted.article).text.contains("4.0 ms -> 5.0 ms since run 41"))
        #expect(shifted.article.matches(of: /class="s-ink"/).count == 2)
    }

    @Test("what is new comes first, as compare and flaky have it")
    func news() throws {
        let scratch = try Scratch()
        let store = try HistoryPageSample.store(
            scratch, HistoryPageSample.flaky(),
            gates: [HistoryPageSample.gate(1, "passed"), HistoryPageSample.gate(3, "failed", isRehearsal: true)])
        let page = try Self.page(store)
        let head = Markup(try #require(page.pieces(from: "<header>", to: "</header>").first)).text
        #expect(head.contains("1 scenario worse with door-3.bin"))
        #expect(head.contains("1 failure first seen with door-3.bin 030303030303: fullFlow [zone.notEntered]"))
        #expect(
            head.contains("Flaky: fullFlow") && !head.contains("Flaky: fullFlow, ")
                && head.contains("1 quantity changed: door: exchange of fullFlow"))
        #expect(head.contains("2 gates: 1 failed, a rehearsal; 1 passed. The last one"))
        #expect(head.contains("133 runs of 2 scenarios with 3 firmwares on 2 benches"))
        let names = HistoryPageSample.Names()
        let both = try #require(
            try store.compare(baseline: names.firmware(2), candidate: names.firmware(3), HistoryFilter()).value)
        let section = try #require(page.pieces(from: "id=\"firmware\"", to: "</section>").first)
        let rates = page.rows(in: section).filter { $0["p worse"] != nil && $0["difference, 95 %"] != nil }
        let told = Self.list(try Self.content(ComparisonDocument(both))["rates"]).map { rate in
            let finding = rate["finding"] as? String
            return [(rate["scenario"] as? [String: Any])?["name"] as? String, finding == "worse" ? "worse" : nil]
        }
        #expect(told.contains(["fullFlow", "worse"]))
        #expect(Set(rates.map { [$0[""], $0["shown"] == "worse" ? "worse" : nil] }) == Set(told))
        let flaky = try #require(try store.flaky(HistoryFilter()).value)
        let article = Markup(try #require(page.scenarios["fullFlow"])).text
        for failure in flaky.failures {
            for row in FlakyText.rows(of: failure) { #expect(article.contains(row.text), "\(row)") }
        }
        #expect(flaky.failures.count == 2 && article.contains("not seen in 40 trials with earlier firmware"))
        #expect(article.contains("fullFlow [zone.notEntered], in rehearsals"))
    }

    @Test("the results of runs are in rows, and a failure is marked where it first occurred")
    func results() throws {
        let scratch = try Scratch()
        let store = try HistoryPageSample.store(scratch, HistoryPageSample.flaky())
        let sequences = try #require(try store.report(HistoryFilter()).value).sequences
        let real = try #require(sequences.first { $0.bench.isHardware })
        #expect(real.count == 63 && real.runs.map(\.number) == Array(1...63))
        #expect(real.runs.filter { $0.verdict == .failed }.map(\.number) == Array(stride(from: 41, through: 59, by: 2)))
        let article = try #require(try Self.page(store).scenarios["fullFlow"])
        let plot = try #require(article.split(separator: "<figure class=\"runs\">").dropFirst().first)
        func bars(_ colour: PlotColour) -> Int {
            plot.matches(of: /class="s-(\w+)"[^>]* d="([^"]*)"/).filter { $0.output.1 == colour.rawValue }
                .reduce(0) { $0 + $1.output.2.matches(of: /v14/).count }
        }
        #expect(bars(.bad) == 10 && bars(.doubtful) == 3 && bars(.good) == 50)
        let text = Markup(String(plot)).text
        #expect(text.contains("failure 1") && text.contains("door-1.bin") && text.contains("door-3.bin"))
    }

    @Test("rehearsals are called so, and a history of nothing else is no result")
    func rehearsals() throws {
        let scratch = try Scratch()
        let runs = (0..<40).map {
            HistoryPageSample.run(
                $0, firmware: $0 < 20 ? 1 : 2, verdict: $0 >= 20 && $0 % 2 == 0 ? .failed : .passed,
                kind: "simulated", exchange: $0 < 20 ? 4_000_000 + Int64($0) : 5_000_000 + Int64($0))
        }
        let page = try Self.page(try HistoryPageSample.store(scratch, runs))
        #expect(page.markup.text.contains("1 scenario worse with door-2.bin, in rehearsals"))
        #expect(page.markup.text.contains("they prove nothing about any"))
        let rows = page.rows(in: try #require(page.scenarios["fullFlow"]))
        #expect(rows.compactMap { $0["class"] } == ["unproved, a rehearsal", "flaky, a rehearsal"])
        let shifted = try #require(page.quantities.first { $0.title == "door: exchange of fullFlow" }).article
        #expect(Markup(shifted).text.contains("no accessory's own firmware ran, so nothing is shown of any"))
        let other = try Scratch()
        let real = (0..<60).map { HistoryPageSample.run($0, firmware: 1, kind: "hardware") }
        let mixed = try Self.page(try HistoryPageSample.store(other, runs + real))
        // The result of a history with real benches is theirs alone.
        #expect(mixed.markup.text.contains("History: \u{2714} nothing failed, everything passed\n100 runs"))
        #expect(mixed.markup.text.contains("Flaky: fullFlow, in rehearsals"))
        #expect(!mixed.markup.text.contains("they prove nothing about any"))
    }

    @Test("a history without failures shows none, and no empty part")
    func clean() throws {
        let scratch = try Scratch()
        let runs = (0..<120).map { HistoryPageSample.run($0, firmware: $0 < 60 ? 1 : 2, scenario: "tagOpensApp") }
        let store = try HistoryPageSample.store(scratch, runs)
        let page = try Self.page(store)
        #expect(page.markup.text.contains("nothing failed, everything passed"))
        #expect(page.markup.text.contains("That does not show it to be as good."))
        #expect(page.scenarios.isEmpty)
        for part in page.pieces(from: "<section", to: "</section>") { #expect(part.contains("data-item")) }
        let few = try Self.page(
            store, HistoryFilter(firmware: "door-1.bin"), PassThreshold(rate: 0.01, confidence: 0.9))
        #expect(few.markup.text.contains("nothing failed, 1 scenario unproved"))
        #expect(few.markup.text.contains("60 runs of 1 scenario with 1 firmware"))
    }

    @Test("a name that looks like markup stays text")
    func hostile() throws {
        let scratch = try Scratch()
        let script = "<script>alert(1)</script>\" onload='x' & %"
        let names = HistoryPageSample.Names(
            scenario: script, firmware: script, quantity: script, folder: "/runs/\(script)")
        let page = try Self.page(try HistoryPageSample.store(scratch, HistoryPageSample.flaky(names)))
        #expect(page.markup.elements.count { $0.name == "script" } == 1)
        #expect(page.markup.values(of: "onload") == [] && page.markup.text.contains(script.dropLast()))
    }

    @Test("a long history gives a small page, whose plots keep the extremes")
    func size() throws {
        let scratch = try Scratch()
        let runs = (0..<3_000).map { number in
            HistoryPageSample.run(
                number, firmware: UInt8(1 + number / 100), verdict: number % 10 == 0 ? .failed : .passed,
                exchange: number == 2_777 ? 9_000_000 : 4_000_000 + Int64(number * 37 % 100) * 1_000)
        }
        let store = try HistoryPageSample.store(scratch, runs)
        let report = try #require(try store.report(HistoryFilter()).value)
        #expect(HistoryPage(report).html.utf8.count < 150_000)
        let points = try #require(report.trends.first { $0.quantity == "door: exchange" }).points.map {
            (Double($0.number), Double($0.value))
        }
        let thinned = QuantityPlots.thinned(points, most: HistoryPlots.mostPoints)
        #expect(points.count == 500 && (HistoryPlots.mostPoints / 2...HistoryPlots.mostPoints).contains(thinned.count))
        #expect(thinned.map(\.1).max() == 9_000_000 && thinned.map(\.1).min() == points.map(\.1).min())
        #expect(thinned.map(\.0) == thinned.map(\.0).sorted())
        let sequence = try #require(report.sequences.first)
        #expect(sequence.count == 3_000 && sequence.runs.count == 1_000)
        let plot = HistoryPlots.results(sequence, failures: [])
        #expect(plot.matches(of: /v14/).count <= 2 * HistoryPlots.mostBars)
    }
}
