import Gate
import GateKit
import Ground
import TestSupport
import Testing
import Views

@Suite struct GatePageTests {
    @Test(arguments: [true, false]) func thePageIsWhole(isPassed: Bool) {
        let report = isPassed ? GateSample.passed : GateSample.failed
        let html = GatePage(report).html
        let page = Markup(html)
        #expect(page.mistakes == [] && page.strayAddresses == [])
        #expect(html.utf8.count < 2_000_000)
        #expect(html == GatePage(report).html)
        let names = Set(page.elements.map(\.name))
        for name in ["link", "img", "iframe", "base", "object"] { #expect(!names.contains(name)) }
        #expect(page.elements.count { $0.name == "script" } == 1)
        #expect(page.values(of: "src") == [])
        #expect(page.values(of: "style") == [], "a host without styles shows something else")
        #expect(page.elements.first { $0.name == "html" }?.attributes["lang"] == "en")
        #expect(html.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"))
    }

    @Test func theTitleBeginsWithTheVerdictAndTheFirstParagraphSaysWhatItProves() throws {
        for (report, word) in [(GateSample.passed, "Passed"), (GateSample.failed, "Failed")] {
            let html = GatePage(report).html
            #expect(html.contains("<title>\(word): gate for door-1.2.3.bin"))
            let lead = try #require(html.firstRange(of: "id=\"result\">"))
            let said = word == "Passed" ? report.document.proves[0] : report.document.reasons[0]
            let text = Markup(String(html[lead.upperBound...].prefix(800))).text
            #expect(text.contains(said.dropFirst()))
        }
    }

    @Test func aFailedGateNamesWhatFailedThenTheRatesAndOnlyThenWhatItProves() throws {
        let html = GatePage(GateSample.failed).html
        let sections = Markup(html).elements.filter { $0.name == "section" }.compactMap { $0.attributes["id"] }
        #expect(sections.prefix(4) == ["culprits", "scenarios", "proof", "facts"])
        let start = try #require(html.firstRange(of: "id=\"culprits\"")).upperBound
        let culprits = String(html[start..<(try #require(html.firstRange(of: "id=\"scenarios\"")).lowerBound)])
        #expect(Markup(culprits).text.contains("fullFlow: 12 of 120 trials failed"))
        #expect(culprits.contains("href=\"runs/10-fullFlow/page.html\"") && !culprits.contains("tagOpensApp"))
        #expect(!GatePage(GateSample.passed).html.contains("id=\"culprits\""))
    }

    @Test func everyScenarioHasItsRateAsAPicture() {
        let page = Markup(GatePage(GateSample.failed).html)
        let bars = page.elements.filter { $0.attributes["class"] == "chart rate" }
        #expect(bars.count == GateSample.failed.document.scenarios.count)
    }

    @Test func whatWasLeftOutIsSaidAtOnceAndNamedWithItsReason() throws {
        var document = GateSample.passed.document
        document.unplayed = [.init("<script>peer", because: "the rig has no other phone")]
        document.reasons = ["1 of 5 scenarios were left out"]
        let html = GatePage(GateReport(document)).html
        let page = Markup(html)
        #expect(page.mistakes == [] && !html.contains("<script>peer"))
        let place = try #require(html.firstRange(of: "id=\"unplayed\""))
        #expect(Markup(String(html[place.upperBound...].prefix(900))).text.contains("the rig has no other phone"))
        let head = try #require(html.firstRange(of: "</header>"))
        #expect(html[..<head.lowerBound].contains("1 of 5 scenarios were left out"))
        #expect(!GatePage(GateSample.passed).html.contains("id=\"unplayed\""))
    }

    /// Every picture contains everything it needs, because a host may remove all styles.
    @Test func everyPictureHasItsOwnColoursATitleAndATableOfItsNumbers() {
        for report in [GateSample.passed, GateSample.failed] {
            let page = Markup(GatePage(report).html)
            for element in page.elements where ["path", "line", "polygon", "rect", "circle"].contains(element.name) {
                let drawn = [element.attributes["stroke"], element.attributes["fill"]].compactMap(\.self)
                #expect(drawn.contains { $0.hasPrefix("#") }, "\(element)")
            }
            let pictures = page.elements.filter { $0.name == "svg" && $0.attributes["role"] == "img" }
            #expect(!pictures.isEmpty)
            #expect(page.elements.count { $0.name == "title" } == pictures.count + 1)
            for sign in page.elements where sign.name == "svg" && sign.attributes["role"] == nil {
                #expect(sign.attributes["aria-hidden"] == "true")
            }
        }
        let text = Markup(GatePage(GateSample.failed).html).text
        #expect(text.contains("3 of 120 never came about"))
        #expect(text.contains("Nearest-rank quantiles"))
    }

    @Test func theWorstScenarioComesFirstAndUnprovedIsHatched() {
        let html = GatePage(GateSample.failed).html
        let order = ["fullFlow", "pairsAndComesBack", "timeoutAndRetry", "tagOpensApp"].compactMap {
            html.firstRange(of: "<th scope=\"row\">\($0)<br>")?.lowerBound
        }
        #expect(order.count == 4 && order == order.sorted())
        #expect(html.contains("<td class=\"cell hatched\""))
        let text = Markup(html).text
        #expect(text.contains("12 of 120 failed"))
        #expect(Markup(GatePage(GateSample.passed).html).text.contains("flaky, accepted"))
    }

    @Test func everyRunIsListedTheBaselinesToo() {
        let document = GateSample.failed.document
        let own = document.scenarios.flatMap(\.runs)
        let others = document.baseline?.scenarios.flatMap(\.runs) ?? []
        let page = Markup(GatePage(GateSample.failed).html)
        #expect(!others.isEmpty && page.text.contains("All runs (\(own.count + others.count))"))
        #expect(
            others.allSatisfy { page.text.contains($0.folder) } && page.text.contains("59 trials, 0 failed, 0 left out")
        )
        #expect(!Markup(GatePage(GateSample.passed).html).text.contains("baseline"))
        // A run that left no evidence is a gap between the ordinals, and is reported.
        func text(_ first: Int) -> String {
            let scenarios = [
                GateSample.scenario("a", trials: 2, decision: .unproved),
                GateSample.scenario("b", trials: 3, decision: .unproved, first: first),
            ]
            return Markup(GatePage(GateReport(GateSample.document(.inconclusive, scenarios: scenarios))).html).text
        }
        #expect(text(4).contains("Run 3: started, and no evidence of it is left"))
        #expect(text(5).contains("Runs 3, 4: started") && !text(3).contains("no evidence of it is left"))
        #expect(text(.max - 9).contains(" more: started"))
    }

    @Test func leftOutRunsOfTheBaselineAreListedAndLabelled() throws {
        func page(own: Int, baseline: Int, hasBaseline: Bool = true) -> (html: String, text: String) {
            let other = GateSample.scenario(
                "slow", trials: 9, leftOut: baseline, decision: .passed, first: 500, notTrials: baseline)
            let document = GateSample.document(
                .inconclusive, scenarios: [GateSample.scenario("slow", trials: 9, leftOut: own, decision: .passed)],
                baseline: hasBaseline ? .init(firmware: GateSample.firmware("old.bin"), scenarios: [other]) : nil)
            let html = GatePage(GateReport(document)).html
            #expect(Markup(html).mistakes == [])
            return (html, Markup(html).text)
        }
        func section(_ id: String, in html: String) throws -> String {
            let start = try #require(html.firstRange(of: "<section id=\"\(id)\">"), "\(id)").upperBound
            let end = try #require(html[start...].firstRange(of: "</section>")).lowerBound
            return String(html[start..<end])
        }
        let both = page(own: 1, baseline: 2)
        let left = try section("left-out", in: both.html)
        #expect(left.contains("Left-out runs (3)"))
        #expect(left.matches(of: /data-label="firmware">baseline</).count == 2)
        #expect(left.matches(of: /data-label="firmware">candidate</).count == 1)
        let others = try section("not-trials", in: both.html)
        #expect(others.matches(of: /data-label="firmware">baseline</).count == 2)
        let baselines = page(own: 0, baseline: 1).html
        #expect(try baselines.contains("href=\"#left-out\"") && section("left-out", in: baselines).contains("509-slow"))
        let alone = page(own: 1, baseline: 0, hasBaseline: false).html
        #expect(try !section("left-out", in: alone).contains("firmware"))
    }

    @Test func failuresLinkToTheirRunsAndLeftOutRunsSayWhy() {
        let page = Markup(GatePage(GateSample.failed).html)
        #expect(page.values(of: "href").contains("runs/10-fullFlow/page.html"))
        #expect(page.text.contains("kernel: usb 1-1 disconnected") && page.text.contains("the UWB kit went away"))
        #expect(page.text.contains("walk.otherZoneChange"))
        #expect(page.text.contains("Distance to door"))
    }

    @Test(arguments: Hostile.names) func noNameEndsAnything(name: String) {
        let html = GatePage(Hostile.report(name)).html
        let page = Markup(html)
        #expect(page.mistakes == [])
        #expect(page.elements.count { $0.name == "script" } == 1)
        #expect(!page.elements.contains { $0.attributes.keys.contains { $0.hasPrefix("on") } })
        #expect(html.unicodeScalars.allSatisfy { $0 == "\n" || $0.isSafeToShow })
    }

    @Test func aPageOfEverythingAtOnceStaysBelowTwoMegabytes() {
        let long = String(repeating: "x", count: 1_000_000)
        #expect(GatePage(Hostile.report(long)).html.utf8.count < 2_000_000)
        let scenarios = (0..<600).map {
            GateSample.scenario(
                "scenario\($0)", trials: 20, failEvery: 4, leftOut: 1, decision: .failed, first: $0 * 30)
        }
        let quantities = (0..<60).map { GateSample.quantity(.failed, of: "scenario\($0)") }
        let attempts = (0..<60).flatMap {
            GateSample.attempts(.candidate, of: "scenario\($0)", count: 300, first: 1, seed: UInt64($0))
        }
        let report = GateReport(
            GateSample.document(.failed, scenarios: scenarios, quantities: quantities), attempts: attempts,
            distances: Dictionary(uniqueKeysWithValues: (0..<600).map { ($0 * 30 + 3, GateSample.walk) }))
        let size = GatePage(report).html.utf8.count
        #expect(size < 2_000_000, "\(size) bytes")
    }
}
