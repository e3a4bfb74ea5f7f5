import Gate
import Testing

/// The actual rates of the risks that plans state: few gates here, and any number with `trammel-bench calibration`.
@Suite struct GateCalibrationTests {
    @Test func noCountSpeaksAgainstTheRisksThatAreStated() {
        let rows = GateCalibration.rows(gates: 20, seed: 3)
        #expect(rows.count == 12)
        for row in rows { #expect(!row.isBroken, "\(row)") }
        // A calibration that could not fail would show nothing, so some of them do err.
        #expect(rows.contains { $0.wrong > 0 } && rows.allSatisfy { $0.wrong < 15 })
    }

    @Test func theSameSeedGivesTheSameCounts() {
        #expect(GateCalibration.rows(gates: 10, seed: 3) == GateCalibration.rows(gates: 10, seed: 3))
    }

    @Test func aCountThatIsTooHighIsCalledBroken() {
        #expect(GateCalibration.Row(name: "a", risk: 0.05, gates: 1000, wrong: 80).isBroken)
        #expect(!GateCalibration.Row(name: "a", risk: 0.05, gates: 1000, wrong: 60).isBroken)
    }
}
