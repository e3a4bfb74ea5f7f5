import Ground

/// One accessory's distance over time, against its zones, as SVG inside a page.
struct DistanceChart {
    private static let width = 520.0
    private static let height = 260.0
    private static let left = 46.0
    private static let right = 58.0
    private static let top = 12.0
    private static let bottom = 30.0
    /// With more zone changes their names would hide each other: then they are in the lines' titles alone.
    private static let mostLabels = 8

    let track: DistanceTrack
    let zones: [DrawnZone]
    /// Zone changes of the accessory: when, and what happened.
    let changes: [(instant: Instant, text: String)]

    /// The picture; nil when there is nothing to draw.
    var svg: String? {
        guard let first = track.samples.first, let last = track.samples.last else { return nil }
        let start = first.instant
        let span = max(1e-3, (last.instant - start).seconds)
        let farthest = track.samples.map(\.measured.metres).max() ?? 1
        let radii = zones.map(\.leavingRadius.metres).max() ?? 0
        let ceiling = Self.niceCeiling(max(farthest, min(radii, farthest * 2)) * 1.05)
        func x(_ instant: Instant) -> Double {
            Self.left + (instant - start).seconds / span * (Self.width - Self.left - Self.right)
        }
        func y(_ metres: Double) -> Double {
            let share = min(1, max(0, metres / ceiling))
            return Self.height - Self.bottom - share * (Self.height - Self.top - Self.bottom)
        }
        var html = HTMLText()
        html.raw("<svg class=\"chart\" viewBox=\"0 0 520 260\" role=\"img\" aria-label=\"")
        html.data("distance to \(track.name) over time")
        html.raw("\">")
        drawZones(&html, ceiling: ceiling, y)
        drawAxes(&html, start: start, span: span, ceiling: ceiling, x, y)
        drawSamples(&html, x, y)
        drawChanges(&html, x, from: start, to: last.instant)
        html.raw("</svg>")
        return html.text
    }

    private func drawZones(_ html: inout HTMLText, ceiling: Double, _ y: (Double) -> Double) {
        let ownFirst = zones.sorted { $0.radius > $1.radius }
        for zone in ownFirst where zone.radius.metres < ceiling {
            let edge = y(zone.radius.metres)
            let plot = Self.width - Self.left - Self.right
            html.raw(
                "<rect class=\"zone\" x=\"\(number(Self.left))\" y=\"\(number(edge))\" width=\"\(number(plot))\" "
                    + "height=\"\(number(Self.height - Self.bottom - edge))\"/>")
            let outer = y(zone.leavingRadius.metres)
            html.raw(
                "<line class=\"leaving\" x1=\"\(number(Self.left))\" x2=\"\(number(Self.left + plot))\" "
                    + "y1=\"\(number(outer))\" y2=\"\(number(outer))\"/>")
            label(&html, "zonename", Self.width - Self.right + 4, edge + 4, "start", zone.name)
        }
    }

    private func drawAxes(
        _ html: inout HTMLText, start: Instant, span: Double, ceiling: Double, _ x: (Instant) -> Double,
        _ y: (Double) -> Double
    ) {
        for step in 0...4 {
            let metres = ceiling * Double(step) / 4
            let place = y(metres)
            html.raw(
                "<line class=\"grid\" x1=\"\(number(Self.left))\" x2=\"\(number(Self.width - Self.right))\" "
                    + "y1=\"\(number(place))\" y2=\"\(number(place))\"/>")
            let unit = step == 4 ? " m" : ""
            label(&html, "axis", Self.left - 5, place + 4, "end", decimal(metres, places: ceiling < 2 ? 2 : 1) + unit)
            let instant = start + Span.seconds(span * Double(step) / 4)
            let text = Self.seconds(instant, span) + (step == 4 ? " s" : "")
            label(&html, "axis", x(instant), Self.height - Self.bottom + 19, "middle", text)
        }
    }

    /// Dots for what was measured, and a line for what the phone's smoothing made of it.
    private func drawSamples(_ html: inout HTMLText, _ x: (Instant) -> Double, _ y: (Double) -> Double) {
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

    private func drawChanges(_ html: inout HTMLText, _ x: (Instant) -> Double, from: Instant, to: Instant) {
        let shown = changes.filter { $0.instant >= from && $0.instant <= to }
        for (index, change) in shown.enumerated() {
            let place = number(x(change.instant))
            html.raw(
                "<line class=\"change\" x1=\"\(place)\" x2=\"\(place)\" y1=\"\(number(Self.top))\" "
                    + "y2=\"\(number(Self.height - Self.bottom))\"><title>")
            html.data("\(change.instant) \(change.text)")
            html.raw("</title></line>")
            guard shown.count <= Self.mostLabels else { continue }
            let row = Self.top + 9 + Double(index % 3) * 11
            label(&html, "changename", x(change.instant) + 3, row, "start", brief(change.text))
        }
    }

    /// A zone change without the accessory's name and the distance: `entered far`.
    private func brief(_ text: String) -> String {
        var words = text.split(separator: " ")
        if words.first.map(String.init) == track.name { words.removeFirst() }
        return words.prefix { $0 != "at" }.joined(separator: " ")
    }

    private func label(
        _ html: inout HTMLText, _ style: String, _ x: Double, _ y: Double, _ anchor: String, _ text: String
    ) {
        html.element(
            "text", "class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\"", text)
    }

    private func number(_ value: Double) -> String { decimal(value, places: 1) }

    private static func seconds(_ instant: Instant, _ span: Double) -> String {
        decimal(Double(instant.nanoseconds) / 1e9, places: span < 4 ? 2 : span < 40 ? 1 : 0)
    }

    /// The next round number that divides well by four.
    private static func niceCeiling(_ value: Double) -> Double {
        var scale = 0.01
        while scale < 1e6 {
            for step in [0.4, 0.8, 1, 2] where step * scale * 10 >= value { return step * scale * 10 }
            scale *= 10
        }
        return value
    }
}
