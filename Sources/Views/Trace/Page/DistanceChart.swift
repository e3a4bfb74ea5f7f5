import Ground

/// One accessory's distance over time, against its zones, as SVG inside a page.
///
/// The data are in a nested picture inside the axes, so that the script can enlarge a part of it.
struct DistanceChart {
    private static let width = 720.0
    /// The height of the area between the axes.
    private static let plotHeight = 150.0
    private static let left = 46.0
    private static let right = 60.0
    private static let bottom = 26.0
    private static let rowHeight = 16.0
    private static let plotWidth = width - left - right
    /// The greatest number of zone changes with labels; with more, the names are only in the lines' titles.
    private static let mostLabels = 16
    /// The greatest number of dots, and of lost rounds, that are links; the rest is only drawn.
    private static let mostLinks = 400

    /// A failure to mark.
    struct Mark {
        let instant: Instant
        let text: String
        let frame: Int?
    }

    /// A vertical line; without a name it has only a title.
    private struct Line {
        let style: String
        let instant: Instant
        let name: String?
        let title: String
        let frame: Int?
    }

    let track: DistanceTrack
    let zones: [DrawnZone]
    /// The time axis of all charts on the page.
    let time: ChartAxis
    private let truth: TrueDistances
    private let metres: ChartAxis
    /// The zone changes and failures, in the order of their instants.
    private let lines: [Line]
    /// The labels of the lines that have a name.
    private let labels: ChartLabels

    /// Returns nil if there is nothing to draw.
    init?(
        track: DistanceTrack, zones: [DrawnZone], changes: [DrawnChange], time: ChartAxis,
        truth: TrueDistances = TrueDistances(), failures: [Mark] = []
    ) {
        let farthest = track.samples.map(\.measured.metres).max()
        guard farthest != nil || !track.lost.isEmpty else { return nil }
        (self.track, self.time, self.truth) = (track, time, truth)
        let places = truth.places.map(\.distance.metres).max() ?? 0
        let most = max(farthest ?? 0, places)
        let radii = zones.map(\.leavingRadius.metres).max() ?? 0
        let metres = ChartAxis.distance(upTo: max(most, most > 0 ? min(radii, most * 2) : max(radii, 1)) * 1.05)
        self.metres = metres
        self.zones = zones.sorted { $0.radius > $1.radius }.filter { $0.radius.metres < metres.high }
        let isNamed = changes.count <= Self.mostLabels
        let all =
            changes.map {
                Line(
                    style: "change", instant: $0.instant, name: isNamed ? $0.name : nil, title: $0.text, frame: nil)
            }
            + failures.map {
                Line(style: "failed", instant: $0.instant, name: $0.text, title: $0.text, frame: $0.frame)
            }
        lines = all.filter {
            time.low <= ChartAxis.seconds($0.instant) && ChartAxis.seconds($0.instant) <= time.high
        }
        .sorted { $0.instant < $1.instant }
        labels = ChartLabels(
            lines.compactMap { line in line.name.map { (x: Self.left + Self.x(line.instant, time), text: $0) } },
            right: Self.width)
    }

    /// The legend: the style of each sign, and its name.
    var legend: [(style: String, name: String)] {
        var legend: [(style: String, name: String)] = []
        if !track.samples.isEmpty { legend.append(("dot", "measured")) }
        if track.samples.contains(where: { $0.smoothed != nil }) { legend.append(("bar", "smoothed")) }
        if !truth.places.isEmpty { legend.append(("true", "true distance")) }
        if !zones.isEmpty { legend += [("area", "zone"), ("dots", "zone is left beyond")] }
        if lines.contains(where: { $0.style == "change" }) { legend.append(("tick", "zone change")) }
        if track.lostCount > 0 { legend.append(("loss", counted(track.lostCount, "lost round"))) }
        return legend
    }

    private var top: Double { 8 + Double(labels.rows) * Self.rowHeight }
    private var floor: Double { top + Self.plotHeight }

    // Positions within the plot, whose lower left corner is the origin of the data.

    private static func x(_ instant: Instant, _ time: ChartAxis) -> Double {
        time.share(ChartAxis.seconds(instant)) * plotWidth
    }
    private func x(_ instant: Instant) -> Double { Self.x(instant, time) }
    private func y(_ value: Double) -> Double { (1 - metres.share(value)) * Self.plotHeight }

    /// Returns the picture; dots and lost rounds link to the frames that `isShown` accepts. Each dot has an address,
    /// such as `#dot-61`, once.
    func svg(dots: inout Set<Int>, _ isShown: (Int) -> Bool) -> String {
        var html = HTMLText()
        let height = number(floor + Self.bottom)
        html.raw(
            "<svg class=\"chart timed\" viewBox=\"0 0 \(number(Self.width)) \(height)\" role=\"img\" aria-label=\"")
        html.data("distance to \(track.name) over time")
        html.raw("\" data-left=\"\(number(Self.left))\" data-width=\"\(number(Self.plotWidth))\" ")
        html.raw("data-low=\"\(time.low)\" data-high=\"\(time.high)\">")
        drawZones(&html)
        drawAxes(&html)
        html.raw("<svg class=\"plot\" x=\"\(number(Self.left))\" y=\"\(number(top))\" ")
        html.raw("width=\"\(number(Self.plotWidth))\" height=\"\(number(Self.plotHeight))\" ")
        html.raw("viewBox=\"0 0 \(number(Self.plotWidth)) \(number(Self.plotHeight))\" ")
        html.raw("data-height=\"\(number(Self.plotHeight))\" preserveAspectRatio=\"none\">")
        drawTruth(&html)
        drawSamples(&html, &dots, isShown)
        drawLostRounds(&html, isShown)
        html.raw("</svg>")
        drawLines(&html, isShown)
        html.raw("</svg>")
        return html.text
    }

    private func drawZones(_ html: inout HTMLText) {
        var lowest = -Double.infinity
        for zone in zones {
            let edge = top + y(zone.radius.metres)
            html.raw(
                "<rect class=\"zone\" x=\"\(number(Self.left))\" y=\"\(number(edge))\" "
                    + "width=\"\(number(Self.plotWidth))\" height=\"\(number(floor - edge))\"/>")
            if zone.leavingRadius.metres <= metres.high {
                level(&html, "leaving", top + y(zone.leavingRadius.metres))
            }
            let place = max(edge + 4, lowest + 14)
            label(&html, "zonename", Self.width - Self.right + 4, place, "start", zone.name)
            lowest = place
        }
    }

    private func drawAxes(_ html: inout HTMLText) {
        for mark in metres.marks {
            level(&html, "grid", top + y(mark))
            let unit = mark == metres.marks.last ? " m" : ""
            label(&html, "axis", Self.left - 5, top + y(mark) + 4, "end", metres.text(mark) + unit)
        }
        html.raw("<g class=\"ticks\">")
        for mark in time.marks {
            let unit = mark == time.marks.last ? " s" : ""
            let place = Self.left + time.share(mark) * Self.plotWidth
            label(&html, "axis", place, floor + 18, "middle", time.text(mark) + unit)
        }
        html.raw("</g>")
    }

    private func drawTruth(_ html: inout HTMLText) {
        guard let first = truth.places.first else { return }
        html.raw("<path class=\"truth\" d=\"M\(number(x(first.instant))) \(number(y(first.distance.metres)))")
        for place in truth.places.dropFirst() {
            let (x, y) = (number(x(place.instant)), number(y(place.distance.metres)))
            html.raw(place.isReached ? "L\(x) \(y)" : "H\(x)V\(y)")
        }
        html.raw("H\(number(Self.plotWidth))\"/>")
    }

    /// Draws dots for measurements, and a line for the phone's smoothed values.
    private func drawSamples(_ html: inout HTMLText, _ dots: inout Set<Int>, _ isShown: (Int) -> Bool) {
        html.raw("<path class=\"smoothed\" d=\"")
        var isOn = false
        for sample in track.samples {
            guard let smoothed = sample.smoothed else {
                isOn = false
                continue
            }
            html.raw("\(isOn ? "L" : "M")\(number(x(sample.instant))) \(number(y(smoothed.metres)))")
            isOn = true
        }
        html.raw("\"/>")
        let marks = track.samples.map { sample in
            LinkedMark(
                frame: sample.frame, path: "M\(number(x(sample.instant))) \(number(y(sample.measured.metres)))h0",
                title: "\(sample.instant) \(sample.measured)")
        }
        Self.draw(marks, "measured", &html, isShown) { dots.insert($0).inserted ? " id=\"dot-\($0)\"" : "" }
    }

    /// Draws a tick at the top for each lost round.
    private func drawLostRounds(_ html: inout HTMLText, _ isShown: (Int) -> Bool) {
        let marks = track.lost.map { round in
            LinkedMark(
                frame: round.frame, path: "M\(number(x(round.instant))) 0v9", title: "\(round.instant) lost round")
        }
        Self.draw(marks, "lost", &html, isShown) { _ in "" }
    }

    /// A mark of one round, and the frame that it leads to.
    private struct LinkedMark {
        let frame: Int?
        let path: String
        let title: String
    }

    /// Draws the marks, some of them as links; `id` returns a link's attribute for its frame.
    private static func draw(
        _ marks: [LinkedMark], _ style: String, _ html: inout HTMLText, _ isShown: (Int) -> Bool, id: (Int) -> String
    ) {
        var plain = ""
        let stride = marks.count / mostLinks + 1
        for (place, mark) in marks.enumerated() {
            guard place % stride == 0, let frame = mark.frame, isShown(frame) else {
                plain += mark.path
                continue
            }
            html.raw("<a href=\"#frame-\(frame)\"\(id(frame)) tabindex=\"-1\">")
            html.raw("<path class=\"\(style)\" d=\"\(mark.path)\">")
            html.element("title", "", "#\(frame) \(mark.title)")
            html.raw("</path></a>")
        }
        if !plain.isEmpty { html.raw("<path class=\"\(style)\" d=\"\(plain)\"/>") }
    }

    /// Draws the zone changes and failures as lines with their names above.
    private func drawLines(_ html: inout HTMLText, _ isShown: (Int) -> Bool) {
        var names = labels.labels.makeIterator()
        for line in lines {
            let name = line.name == nil ? nil : names.next()
            let place = Self.left + x(line.instant)
            let baseline = name?.row.map { 6 + Double($0 + 1) * Self.rowHeight - 5 }
            let frame = line.frame.flatMap { isShown($0) ? $0 : nil }
            if let frame { html.raw("<a href=\"#frame-\(frame)\" tabindex=\"-1\">") }
            html.raw("<g data-x=\"\(number(x(line.instant)))\"><line class=\"\(line.style)\" ")
            html.raw("x1=\"\(number(place))\" x2=\"\(number(place))\" y1=\"\(number((baseline ?? top + 9) - 9))\" ")
            html.raw("y2=\"\(number(floor))\">")
            html.element("title", "", "\(line.instant) \(line.title)")
            html.raw("</line>")
            if let name, let baseline {
                let shift = name.isLeft ? -3.0 : 3
                label(
                    &html, "\(line.style)name", place + shift, baseline, name.isLeft ? "end" : "start", name.text)
            }
            html.raw("</g>")
            if frame != nil { html.raw("</a>") }
        }
    }

    /// Draws a horizontal line across the plot.
    private func level(_ html: inout HTMLText, _ style: String, _ y: Double) {
        html.raw(
            "<line class=\"\(style)\" x1=\"\(number(Self.left))\" x2=\"\(number(Self.left + Self.plotWidth))\" "
                + "y1=\"\(number(y))\" y2=\"\(number(y))\"/>")
    }

    private func label(
        _ html: inout HTMLText, _ style: String, _ x: Double, _ y: Double, _ anchor: String, _ text: String
    ) {
        html.element(
            "text", "class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\"", text)
    }

    private func number(_ value: Double) -> String { decimal(value, places: 1) }
}
