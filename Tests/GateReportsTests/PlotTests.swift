import GateReports
import Testing

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

    @Test(arguments: ["", "#fff", "0072B2", "#0072b", "#gg0000"]) func noColour(text: String) {
        #expect(PlotColour.contrast(text, "#ffffff") == nil)
    }
}
