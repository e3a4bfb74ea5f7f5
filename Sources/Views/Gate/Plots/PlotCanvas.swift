import Ground

/// A plot with two axes as SVG inside a page, whose colours are in its own attributes.
struct PlotCanvas {
    static let width = 600.0
    /// The space for the names of horizontal lines.
    private static let right = 78.0
    private static let bottom = 40.0

    private var html = HTMLText()
    private let across: ChartAxis
    private let up: ChartAxis
    /// The space for names above the plot, and for marks to its left.
    private let top: Double
    private let left: Double
    private let plotHeight: Double

    /// Creates a plot; `names` are the units on the axes, and the title is for screen readers.
    init(_ title: String, across: ChartAxis, up: ChartAxis, names: (across: String, up: String), labelRows: Int = 1) {
        self.init(title, across, up, names, labelRows, left: 52, plotHeight: 190)
    }

    /// Creates a plot with a row for each name instead of an upward axis, the first on top.
    init(_ title: String, across: ChartAxis, rows: [String], name: String, labelRows: Int = 1) {
        self.init(
            title, across, .rows(rows.count), (name, ""), labelRows, left: 80,
            plotHeight: Self.rowHeight * Double(rows.count))
        for (row, name) in rows.enumerated() { text(name, (left - 5, middle(of: row) + 4), .soft, "end") }
    }

    private static let rowHeight = 20.0
    /// Enough for the larger letters on a small screen.
    private static let labelHeight = 17.0

    private init(
        _ title: String, _ across: ChartAxis, _ up: ChartAxis, _ names: (across: String, up: String),
        _ labelRows: Int, left: Double, plotHeight: Double
    ) {
        (self.across, self.up, self.left, self.plotHeight) = (across, up, left, plotHeight)
        top = 16 + Double(labelRows) * Self.labelHeight
        let height = top + plotHeight + Self.bottom
        html.raw("<svg class=\"chart\" viewBox=\"0 0 \(Self.number(Self.width)) \(Self.number(height))\" ")
        html.raw("width=\"\(Self.number(Self.width))\" height=\"\(Self.number(height))\" role=\"img\" ")
        html.raw("font-family=\"system-ui, sans-serif\" font-size=\"11\"><title>")
        html.data(title.shown(300))
        html.raw("</title>")
        for mark in up.marks {
            line((left, y(mark)), (Self.width - Self.right, y(mark)), .grid)
            text(up.text(mark), (left - 5, y(mark) + 4), .soft, "end")
        }
        for mark in across.marks {
            line((x(mark), floor), (x(mark), floor + 4), .soft)
            text(across.text(mark), (x(mark), floor + 17), .soft, "middle")
        }
        text(names.across, (Self.width - Self.right, floor + 32), .soft, "end")
        text(names.up, (2, top - 8), .soft, "start")
        line((left, floor), (Self.width - Self.right, floor), .soft)
    }

    private var floor: Double { top + plotHeight }
    private func middle(of row: Int) -> Double { top + (Double(row) + 0.5) * Self.rowHeight }

    private func x(_ value: Double) -> Double {
        left + across.share(value) * (Self.width - left - Self.right)
    }
    private func y(_ value: Double) -> Double { floor - up.share(value) * plotHeight }

    /// The complete image.
    var svg: String { html.text + "</svg>" }

    // MARK: What is drawn

    /// Draws a step line, such as for cumulative shares.
    mutating func steps(_ points: [(Double, Double)], _ colour: PlotColour, dash: String? = nil) {
        guard let first = points.first else { return }
        var path = "M\(Self.number(x(first.0))) \(Self.number(floor))"
        for point in points { path += "H\(Self.number(x(point.0)))V\(Self.number(y(point.1)))" }
        draw(path, colour, dash, 2)
    }

    /// Draws dots, as one path of lines without length.
    mutating func dots(_ points: [(Double, Double)], _ colour: PlotColour, size: Double = 5) {
        let path = points.map { "M\(Self.number(x($0.0))) \(Self.number(y($0.1)))h0" }.joined()
        draw(path, colour, nil, size, " stroke-linecap=\"round\"")
    }

    /// Draws a level over a part of the other axis.
    mutating func span(from low: Double, to high: Double, at value: Double, _ colour: PlotColour) {
        draw("M\(Self.number(x(low))) \(Self.number(y(value)))H\(Self.number(x(high)))", colour, nil, 2)
    }

    /// Draws a bar at each value in a row, counted from the top.
    mutating func bars(at values: [Double], row: Int, _ colour: PlotColour, width: Double) {
        let edge = Self.number(middle(of: row) - 7)
        draw(values.map { "M\(Self.number(x($0))) \(edge)v14" }.joined(), colour, nil, width)
    }

    /// Returns the space that the name of an upright takes, in the larger letters of a small screen.
    func space(of name: String, at value: Double) -> ClosedRange<Double> {
        let (place, width) = (x(value), Double(name.count) * 10)
        return Self.isLeft(place) ? place - 4 - width...place : place...place + 4 + width
    }

    /// Whether the name of an upright is to its left.
    private static func isLeft(_ place: Double) -> Bool { place > width * 0.6 }

    /// Draws a vertical line with its name above, in a row counted from the top.
    mutating func upright(at value: Double, _ name: String, _ colour: PlotColour, dash: String? = nil, row: Int = 0) {
        let place = x(value)
        let label = 15 + Double(row) * Self.labelHeight
        line((place, top), (place, floor), colour, dash)
        let isLeft = Self.isLeft(place)
        text(name, (isLeft ? place - 4 : place + 4, label), colour, isLeft ? "end" : "start")
    }

    /// Draws a horizontal line with its name to the right, above or below its end.
    mutating func level(
        at value: Double, _ name: String, _ colour: PlotColour, dash: String? = nil, isBelow: Bool = false
    ) {
        line((left, y(value)), (Self.width - Self.right, y(value)), colour, dash)
        text(name, (Self.width - Self.right + 4, y(value) + (isBelow ? 11 : 1)), colour, "start")
    }

    /// Draws a band from the floor to a value, with its name at the left.
    mutating func band(upTo value: Double, _ name: String) {
        let edge = y(value)
        html.raw(
            "<rect class=\"f-zone\" fill=\"\(PlotColour.zone.light)\" x=\"\(Self.number(left))\" "
                + "y=\"\(Self.number(edge))\" width=\"\(Self.number(Self.width - left - Self.right))\" "
                + "height=\"\(Self.number(floor - edge))\"/>")
        line((left, edge), (Self.width - Self.right, edge), .good, "2 4")
        text(name, (left + 4, edge + 12), .ink, "start")
    }

    /// Draws a diamond at a point, with its name.
    mutating func mark(_ point: (Double, Double), _ name: String, _ colour: PlotColour) {
        let (h, v) = (x(point.0), y(point.1))
        let corners = [(h - 6, v), (h, v - 6), (h + 6, v), (h, v + 6)]
            .map { "\(Self.number($0.0)),\(Self.number($0.1))" }.joined(separator: " ")
        html.raw("<polygon class=\"f-\(colour.rawValue)\" fill=\"\(colour.light)\" points=\"\(corners)\"/>")
        let isLeft = h > Self.width * 0.6
        text(name, (isLeft ? h - 9 : h + 9, v + 15), colour, isLeft ? "end" : "start")
    }

    /// Draws ticks at the top, for values that are not on the axis.
    mutating func ticks(at values: [Double], _ colour: PlotColour) {
        let path = values.map { "M\(Self.number(x($0))) \(Self.number(top))v7" }.joined()
        draw(path, colour, nil, 2)
    }

    private mutating func draw(
        _ path: String, _ colour: PlotColour, _ dash: String?, _ width: Double, _ more: String = ""
    ) {
        guard !path.isEmpty else { return }
        let dashes = dash.map { " stroke-dasharray=\"\($0)\"" } ?? ""
        html.raw(
            "<path class=\"s-\(colour.rawValue)\" fill=\"none\" stroke=\"\(colour.light)\" "
                + "stroke-width=\"\(Self.number(width))\"\(dashes)\(more) d=\"\(path)\"/>")
    }

    private mutating func line(
        _ from: (Double, Double), _ to: (Double, Double), _ colour: PlotColour, _ dash: String? = nil
    ) {
        let dashes = dash.map { " stroke-dasharray=\"\($0)\"" } ?? ""
        html.raw(
            "<line class=\"s-\(colour.rawValue)\" stroke=\"\(colour.light)\" x1=\"\(Self.number(from.0))\" "
                + "y1=\"\(Self.number(from.1))\" x2=\"\(Self.number(to.0))\" y2=\"\(Self.number(to.1))\"\(dashes)/>")
    }

    private mutating func text(_ text: String, _ place: (Double, Double), _ colour: PlotColour, _ anchor: String) {
        guard !text.isEmpty else { return }
        html.element(
            "text",
            "class=\"f-\(colour.rawValue)\" fill=\"\(colour.light)\" x=\"\(Self.number(place.0))\" "
                + "y=\"\(Self.number(place.1))\" text-anchor=\"\(anchor)\"", text.shown(60))
    }

    private static func number(_ value: Double) -> String {
        let text = decimal(value, places: 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
