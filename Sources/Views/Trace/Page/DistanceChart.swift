import Ground

/// One accessory's distance over time, against its zones, as SVG inside a page.
struct DistanceChart {
    private static let width = 560.0
    /// The height of the area between the axes.
    private static let plotHeight = 210.0
    private static let left = 46.0
    private static let right = 56.0
    private static let bottom = 28.0
    private static let rowHeight = 15.0
    /// The greatest number of zone changes with labels; with more, the names are only in the lines' titles.
    private static let mostLabels = 16

    let track: DistanceTrack
    let zones: [DrawnZone]
    /// The time axis of all charts on the page.
    let time: ChartAxis
    private let metres: ChartAxis
    /// The accessory's zone changes, with their names.
    private let changes: [DrawnChange]
    private let labels: ChartLabels

    /// Returns nil if there is nothing to draw.
    init?(track: DistanceTrack, zones: [DrawnZone], changes: [DrawnChange], time: ChartAxis) {
        guard let farthest = track.samples.map(\.measured.metres).max() else { return nil }
        self.track = track
        self.time = time
        let radii = zones.map(\.leavingRadius.metres).max() ?? 0
        let metres = ChartAxis.distance(upTo: max(farthest, min(radii, farthest * 2)) * 1.05)
        self.metres = metres
        self.zones = zones.sorted { $0.radius > $1.radius }.filter { $0.radius.metres < metres.high }
        let drawn = changes.filter {
            time.low <= ChartAxis.seconds($0.instant) && ChartAxis.seconds($0.instant) <= time.high
        }
        .sorted { $0.instant < $1.instant }
        self.changes = drawn
        let names = drawn.map { (x: Self.x($0.instant, time), text: $0.name) }
        labels = ChartLabels(names.count <= Self.mostLabels ? names : [], right: Self.width)
    }

    /// The legend: the style of each sign, and its name.
    var legend: [(style: String, name: String)] {
        var legend = [("dot", "measured")]
        if track.samples.contains(where: { $0.smoothed != nil }) { legend.append(("bar", "smoothed")) }
        if !zones.isEmpty { legend += [("area", "zone"), ("dots", "zone is left beyond")] }
        if !changes.isEmpty { legend.append(("tick", "zone change")) }
        return legend
    }

    private var top: Double { 8 + Double(labels.rows) * Self.rowHeight }
    private var floor: Double { top + Self.plotHeight }

    private static func x(_ instant: Instant, _ time: ChartAxis) -> Double {
        left + time.share(ChartAxis.seconds(instant)) * (width - left - right)
    }

    private func x(_ instant: Instant) -> Double { Self.x(instant, time) }
    private func y(_ value: Double) -> Double { floor - metres.share(value) * Self.plotHeight }

    var svg: String {
        var html = HTMLText()
        let height = number(floor + Self.bottom)
        html.raw("<svg class=\"chart\" viewBox=\"0 0 \(number(Self.width)) \(height)\" role=\"img\" aria-label=\"")
        html.data("distance to \(track.name) over time")
        html.raw("\">")
        drawZones(&html)
        drawAxes(&html)
        drawSamples(&html)
        drawChanges(&html)
        html.raw("</svg>")
        return html.text
    }

    private func drawZones(_ html: inout HTMLText) {
        var lowest = -Double.infinity
        for zone in zones {
            let edge = y(zone.radius.metres)
            let plot = Self.width - Self.left - Self.right
            html.raw(
                "<rect class=\"zone\" x=\"\(number(Self.left))\" y=\"\(number(edge))\" width=\"\(number(plot))\" "
                    + "height=\"\(number(floor - edge))\"/>")
            if zone.leavingRadius.metres <= metres.high {
                line(&html, "leaving", Self.left, y(zone.leavingRadius.metres), Self.left + plot)
            }
            let place = max(edge + 4, lowest + 14)
            label(&html, "zonename", Self.width - Self.right + 4, place, "start", zone.name)
            lowest = place
        }
    }

    private func drawAxes(_ html: inout HTMLText) {
        for mark in metres.marks {
            line(&html, "grid", Self.left, y(mark), Self.width - Self.right)
            let unit = mark == metres.marks.last ? " m" : ""
            label(&html, "axis", Self.left - 5, y(mark) + 4, "end", metres.text(mark) + unit)
        }
        for mark in time.marks {
            let place = Self.left + time.share(mark) * (Self.width - Self.left - Self.right)
            let unit = mark == time.marks.last ? " s" : ""
            upright(&html, "scale", place, floor, floor + 4, nil)
            label(&html, "axis", place, floor + 19, "middle", time.text(mark) + unit)
        }
    }

    /// Draws dots for measurements, and a line for the phone's smoothed values.
    private func drawSamples(_ html: inout HTMLText) {
        html.raw("<path class=\"measured\" d=\"")
        for sample in track.samples {
            html.raw("M\(number(x(sample.instant))) \(number(y(sample.measured.metres)))h0")
        }
        html.raw("\"/><path class=\"smoothed\" d=\"")
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
    }

    private func drawChanges(_ html: inout HTMLText) {
        for (place, change) in changes.enumerated() {
            let name = labels.labels.indices.contains(place) ? labels.labels[place] : nil
            let baseline = name?.row.map { 6 + Double($0 + 1) * Self.rowHeight - 5 }
            upright(&html, "change", x(change.instant), (baseline ?? top + 9) - 9, floor, change)
            guard let name, let baseline else { continue }
            let shift = name.isLeft ? -3.0 : 3
            label(&html, "changename", name.x + shift, baseline, name.isLeft ? "end" : "start", name.text)
        }
    }

    private func line(_ html: inout HTMLText, _ style: String, _ from: Double, _ y: Double, _ to: Double) {
        html.raw(
            "<line class=\"\(style)\" x1=\"\(number(from))\" x2=\"\(number(to))\" y1=\"\(number(y))\" "
                + "y2=\"\(number(y))\"/>")
    }

    private func upright(
        _ html: inout HTMLText, _ style: String, _ x: Double, _ from: Double, _ to: Double,
        _ change: DrawnChange?
    ) {
        html.raw(
            "<line class=\"\(style)\" x1=\"\(number(x))\" x2=\"\(number(x))\" y1=\"\(number(from))\" "
                + "y2=\"\(number(to))\">")
        if let change { html.element("title", "", "\(change.instant) \(change.text)") }
        html.raw("</line>")
    }

    private func label(
        _ html: inout HTMLText, _ style: String, _ x: Double, _ y: Double, _ anchor: String, _ text: String
    ) {
        html.element(
            "text", "class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\"", text)
    }

    private func number(_ value: Double) -> String { decimal(value, places: 1) }
}
