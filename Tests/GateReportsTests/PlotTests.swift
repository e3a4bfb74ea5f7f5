import Glibc
import Testing
import Views

@Suite struct PlotTests {
    /// gate.md, section 8.2: contrast on white and on #111111.
    @Test(arguments: [
        ("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48), ("#767676", "#ffffff", 4.54),
        ("#959595", "#ffffff", 3.0), ("#0072B2", "#ffffff", 5.19), ("#D55E00", "#ffffff", 3.87),
        ("#009E73", "#ffffff", 3.42), ("#CC79A7", "#ffffff", 3.06), ("#56B4E9", "#ffffff", 2.31),
        ("#E69F00", "#ffffff", 2.25), ("#F0E442", "#ffffff", 1.32), ("#E69F00", "#111111", 8.38),
        ("#56B4E9", "#111111", 8.18), ("#009E73", "#111111", 5.52), ("#0072B2", "#111111", 3.64),
        ("#1b7f3b", "#ffffff", 5.07), ("#b3261e", "#ffffff", 6.54), ("#8a5a00", "#ffffff", 5.93),
        ("#5f6368", "#ffffff", 6.05),
    ])
    func contrastsOfTheSheet(colour: String, paper: String, expected: Double) throws {
        let contrast = try #require(PlotColour.contrast(colour, paper))
        #expect(abs(contrast - expected) < 0.006, "\(contrast)")
        #expect(PlotColour.contrast(paper, colour) == contrast)
    }

    @Test(arguments: PlotColour.allCases) func everyColourThatTellsSomethingCanBeSeen(colour: PlotColour) throws {
        guard let needs = colour.needs else { return }
        #expect(try #require(PlotColour.contrast(colour.light, PlotColour.lightPaper)) >= needs)
        #expect(try #require(PlotColour.contrast(colour.dark, PlotColour.darkPaper)) >= needs)
    }
}

extension PlotColour {
    /// The backgrounds.
    fileprivate static let lightPaper = "#ffffff"
    fileprivate static let darkPaper = "#15181c"

    /// The contrast required against the background (WCAG 2.x, 1.4.3 and 1.4.11); nil for purely decorative colours.
    fileprivate var needs: Double? {
        switch self {
        case .ink, .soft, .good, .bad, .doubtful, .other, .limit: 4.5
        case .candidate, .baseline: 3
        case .grid, .zone: nil
        }
    }

    /// Returns the contrast of two colours in `#rrggbb`, from 1 to 21; nil for other texts.
    fileprivate static func contrast(_ one: String, _ other: String) -> Double? {
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
}
