/// The colours of a gate's plots and signs, on light and dark backgrounds, as the plots' own attributes.
///
/// A page may be shown without any style, so every plot contains its light colours; the style adds the dark ones. No
/// information depends on colour alone: there is always a word, a shape or a dash pattern as well.
public enum PlotColour: String, CaseIterable, Sendable {
    case ink, soft, grid, candidate, baseline, limit, good, bad, doubtful, other, zone

    /// The colour as `#rrggbb`.
    public var light: String {
        switch self {
        case .ink: "#1b1f24"
        case .soft: "#5d6670"
        case .grid: "#d5dade"
        case .candidate: "#0072b2"
        case .baseline: "#8a5a00"
        case .limit: "#b3261e"
        case .good: "#1b7f3b"
        case .bad: "#b3261e"
        case .doubtful: "#8a5a00"
        case .other: "#5f6368"
        case .zone: "#e3efec"
        }
    }

    public var dark: String {
        switch self {
        case .ink: "#e4e7ea"
        case .soft: "#9aa4ae"
        case .grid: "#3a4149"
        case .candidate: "#56b4e9"
        case .baseline: "#e69f00"
        case .limit: "#f2857e"
        case .good: "#6fd08f"
        case .bad: "#f2857e"
        case .doubtful: "#e0b45c"
        case .other: "#9aa4ae"
        case .zone: "#22332f"
        }
    }

    /// The style of all plots, with the dark colours for dark mode.
    static var style: String {
        func rules(_ colour: (PlotColour) -> String) -> String {
            allCases.map { one in
                ".chart .s-\(one.rawValue){stroke:\(colour(one))}.chart .f-\(one.rawValue){fill:\(colour(one))}"
            }.joined()
        }
        return rules(\.light) + "@media screen and (prefers-color-scheme:dark){\(rules(\.dark))}\n"
    }
}
