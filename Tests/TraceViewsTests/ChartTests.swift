import Ground
import Recordings
import ScenarioKit
import Scenarios
import Testing

@testable import Views

struct ChartAxisTests {
    private func instant(_ seconds: Double) -> Instant { .start + Lapse.seconds(seconds) }

    @Test("marks are at round numbers, and time begins with the run")
    func time() {
        let axis = ChartAxis.time(from: instant(0.59), to: instant(14.25))
        #expect(axis.low == 0 && axis.marks.map(axis.text) == ["0", "2", "4", "6", "8", "10", "12", "14"])
        let short = ChartAxis.time(from: instant(0.6), to: instant(3.1))
        #expect(short.marks.map(short.text) == ["0.0", "0.5", "1.0", "1.5", "2.0", "2.5", "3.0"])
        let brief = ChartAxis.time(from: instant(0.1), to: instant(0.43))
        #expect(brief.marks.map(brief.text) == ["0.0", "0.1", "0.2", "0.3", "0.4"])
    }

    @Test("late events in a long trace are not smeared at its end")
    func late() {
        let axis = ChartAxis.time(from: instant(3_601), to: instant(3_619))
        #expect(axis.low == 3_600 && axis.marks.map(axis.text) == ["3600", "3605", "3610", "3615"])
        let one = ChartAxis.time(from: instant(7), to: instant(7))
        #expect(one.marks.count < 21 && one.low <= 7 && one.high > 7)
    }

    @Test(
        "distances go from nothing to a round number above everything", arguments: [0, 0.03, 0.9, 4.79, 5.1, 39, 700])
    func distance(metres: Double) {
        let axis = ChartAxis.distance(upTo: metres)
        #expect(axis.low == 0 && axis.high >= metres && axis.marks.count >= 2 && axis.marks.count <= 6)
        #expect(axis.marks.last.map { abs($0 - axis.high) < axis.marks[1] / 100 } == true)
    }
}

struct ChartLabelTests {
    @Test("no label overlaps another, and none leaves the picture")
    func rows() {
        let names = [(x: 100.0, text: "entered far"), (120, "entered near"), (150, "left near"), (520, "left far")]
        let labels = ChartLabels(names, right: 560).labels
        #expect(labels.map(\.row) == [0, 1, 2, 0] && labels.map(\.isLeft) == [false, false, false, true])
        let crowd = ChartLabels((0..<9).map { (x: 100 + Double($0), text: "entered near") }, right: 560)
        #expect(crowd.rows == ChartLabels.mostRows && crowd.labels.count { $0.row == nil } == 5)
        #expect(ChartLabels([], right: 560).rows == 0)
    }

    @Test("a walk through two zones has its four changes on the page, each with room for its label")
    func zoneWalk() throws {
        let page = try RecordedRun(.named("zoneWalk")).page
        for name in ["entered far", "entered near", "left near", "left far"] {
            #expect(page.matches(of: try Regex("class=\"changename\"[^>]*>\(name)</text>")).count == 1)
        }
        let heights = page.matches(of: /class="changename" x="[0-9.]+" y="([0-9.]+)"[^>]*>entered/).map(\.1)
        #expect(heights.count == 2 && heights.first != heights.last)
        for name in ["measured", "smoothed", "zone", "zone is left beyond", "zone change"] {
            #expect(page.contains("</i>\(name)</span>"), "\(name) is not in the legend")
        }
    }

    @Test("charts of two accessories share one time axis, from the beginning of the run")
    func oneAxis() throws {
        let page = try RecordedRun(.named("twoAccessories")).page
        let pictures = page.split(separator: "<svg class=\"chart").dropFirst().map { picture in
            picture.matches(of: /text-anchor="middle">([^<]+)</).map { String($0.1) }
        }
        #expect(pictures.count == 2 && pictures.first == pictures.last)
        #expect(pictures.first?.first == "0" && pictures.first?.last?.hasSuffix(" s") == true)
    }

    @Test("without zones and smoothing the legend has only what is drawn")
    func legend() {
        var track = DistanceTrack("door")
        track.add(.metres(1), at: .start)
        let time = ChartAxis.time(from: .start, to: .start)
        let chart = DistanceChart(track: track, zones: [], changes: [], time: time)
        #expect(chart?.legend.map(\.name) == ["measured"])
        #expect(DistanceChart(track: DistanceTrack("door"), zones: [], changes: [], time: time) == nil)
    }
}
