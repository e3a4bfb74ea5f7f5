import Gate

/// The sign of a class or a decision: a distinct shape next to the word, hatched if nothing is proved.
enum ClassSign: Hashable, CaseIterable {
    case passed, failed, flaky, unproved, excused

    init(_ scenario: GateDocument.Scenario) {
        switch scenario.decision {
        case .failed: self = .failed
        case .excused: self = .excused
        case .unproved: self = .unproved
        case .passed: self = scenario.class == .flaky ? .flaky : .passed
        }
    }

    init(_ value: GateClass) {
        switch value {
        case .passed: self = .passed
        case .failed: self = .failed
        case .flaky: self = .flaky
        case .unproved: self = .unproved
        }
    }

    init(_ decision: GateDecision) {
        switch decision {
        case .passed: self = .passed
        case .failed: self = .failed
        case .excused: self = .excused
        case .unproved: self = .unproved
        }
    }

    private var colour: PlotColour {
        switch self {
        case .passed: .good
        case .failed: .bad
        case .flaky: .doubtful
        case .unproved: .other
        case .excused: .doubtful
        }
    }

    /// The image, 14 units wide; the word next to it has the same meaning.
    var svg: String {
        let light = colour.light
        let name = colour.rawValue
        let inside: String
        switch self {
        case .passed:
            inside =
                "<circle class=\"f-\(name)\" fill=\"\(light)\" cx=\"7\" cy=\"7\" r=\"6.5\"/>"
                + "<polyline fill=\"none\" stroke=\"#ffffff\" stroke-width=\"2\" points=\"3.8,7.2 6.2,9.6 10.4,4.6\"/>"
        case .failed:
            inside =
                "<rect class=\"f-\(name)\" fill=\"\(light)\" x=\".5\" y=\".5\" width=\"13\" height=\"13\"/>"
                + "<polyline fill=\"none\" stroke=\"#ffffff\" stroke-width=\"2\" points=\"4,4 10,10\"/>"
                + "<polyline fill=\"none\" stroke=\"#ffffff\" stroke-width=\"2\" points=\"10,4 4,10\"/>"
        case .flaky:
            inside = outline("7,1 13.5,13 .5,13", name, light) + hatch(["5,9 9,13", "7.5,6 12,13"], name, light)
        case .unproved:
            inside =
                outline("1,1 13,1 13,13 1,13", name, light)
                + hatch(["1,5 9,13", "1,1 13,13", "5,1 13,9", "1,9 5,13", "9,1 13,5"], name, light)
        case .excused: inside = outline("7,.7 13.3,7 7,13.3 .7,7", name, light) + hatch(["4,4 10,10"], name, light)
        }
        return "<svg class=\"chart sign\" viewBox=\"0 0 14 14\" width=\"14\" height=\"14\" aria-hidden=\"true\">"
            + "\(inside)</svg> "
    }

    private func outline(_ points: String, _ name: String, _ light: String) -> String {
        "<polygon class=\"s-\(name)\" fill=\"none\" stroke=\"\(light)\" stroke-width=\"1.4\" points=\"\(points)\"/>"
    }

    private func hatch(_ lines: [String], _ name: String, _ light: String) -> String {
        lines.map { "<polyline class=\"s-\(name)\" fill=\"none\" stroke=\"\(light)\" points=\"\($0)\"/>" }.joined()
    }
}
