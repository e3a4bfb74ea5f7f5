import Glibc
import Ground

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

    /// The backgrounds.
    public static let lightPaper = "#ffffff"
    public static let darkPaper = "#15181c"

    /// The contrast required against the background (WCAG 2.x, 1.4.3 and 1.4.11); nil for purely decorative colours.
    public var needs: Double? {
        switch self {
        case .ink, .soft, .good, .bad, .doubtful, .other, .limit: 4.5
        case .candidate, .baseline: 3
        case .grid, .zone: nil
        }
    }

    /// Returns the contrast of two colours in `#rrggbb`, from 1 to 21; nil for other texts.
    public static func contrast(_ one: String, _ other: String) -> Double? {
        guard let first = luminance(of: one), let second = luminance(of: other) else { return nil }
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// Returns the relative luminance (WCAG 2.x).
    private static func luminance(of colour: String) -> Double? {
        let digits = colour.dropFirst().compactMap(\.hexDigitValue)
        guard colour.hasPrefix("#"), colour.count == 7, digits.count == 6 else { return nil }
        let channels = stride(from: 0, to: 6, by: 2).map { place -> Double in
            let share = Double(digits[place] * 16 + digits[place + 1]) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
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
